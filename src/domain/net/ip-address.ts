/** An IP address as a number. */
export interface IpAddress {
  /** 32 for IPv4, 128 for IPv6. */
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** No address without zone is longer. */
const LONGEST = 45;
const IPV6_GROUPS = 8;

const OCTET = /^(?:0|[1-9][0-9]{0,2})$/;
const GROUP = /^[0-9A-Fa-f]{1,4}$/;

/** The prefix of IPv6 addresses that stand for one of IPv4, `::ffff:0:0/96`. */
const MAPPED_PREFIX = 0xffffn;

/**
 * Reads an IPv4 or IPv6 address; undefined for anything else, octets with leading zeros and zones included.
 * Source: Go's net/netip, ParseAddr.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  return text.includes(":") ? parseIpv6(text) : parseIpv4(text);
}

/** The IPv4 address that an IPv6 address stands for, as `::ffff:10.0.0.1` does; any other address as it is. */
export function unmapped(address: IpAddress): IpAddress {
  return address.bits === 128 && address.value >> 32n === MAPPED_PREFIX
    ? { bits: 32, value: BigInt.asUintN(32, address.value) }
    : address;
}

/** Reads an IPv4 address: four decimal octets without leading zeros. */
function parseIpv4(text: string): IpAddress | undefined {
  if (text.length > LONGEST) {
    return undefined;
  }
  const octets = text.split(".");
  const isValid = octets.length === 4 && octets.every((octet) => OCTET.test(octet) && Number(octet) < 256);
  return isValid ? { bits: 32, value: joined(octets.map(BigInt), 8n) } : undefined;
}

/** Reads an IPv6 address, whose last two groups may be an IPv4 address; a zone is none of it. */
export function parseIpv6(text: string): IpAddress | undefined {
  if (text.length > LONGEST) {
    return undefined;
  }
  const [head = "", tail, ...more] = text.split("::");
  const before = groupsOf(head, tail === undefined);
  const after = groupsOf(tail ?? "", true);
  if (before === undefined || after === undefined || more.length > 0) {
    return undefined;
  }
  const zeros = IPV6_GROUPS - before.length - after.length;
  if (tail === undefined ? zeros !== 0 : zeros < 1) {
    return undefined;
  }
  return { bits: 128, value: joined([...before, ...Array<bigint>(zeros).fill(0n), ...after], 16n) };
}

/** The groups of one side of the `::`; only the end of an address may be written as an IPv4 address. */
function groupsOf(side: string, isEnd: boolean): readonly bigint[] | undefined {
  if (side === "") {
    return [];
  }
  const written = side.split(":");
  const last = isEnd ? parseIpv4(written.at(-1) ?? "") : undefined;
  const groups = last === undefined ? written : written.slice(0, -1);
  if (!groups.every((group) => GROUP.test(group))) {
    return undefined;
  }
  const values = groups.map((group) => BigInt(`0x${group}`));
  return last === undefined ? values : [...values, last.value >> 16n, BigInt.asUintN(16, last.value)];
}

function joined(parts: readonly bigint[], bits: bigint): bigint {
  return parts.reduce((value, part) => (value << bits) | part, 0n);
}
