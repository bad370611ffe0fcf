import { type IpAddress, parseIpAddress, unmapped } from "./ip-address.ts";

/** A network: all addresses that share a prefix. */
export interface Cidr {
  readonly address: IpAddress;
  /** Bits that the addresses of the network share. */
  readonly prefix: number;
}

const PREFIX = /^(?:0|[1-9][0-9]{0,2})$/;

/** Reads a network such as `10.64.0.0/13` or `fd00::/48`; undefined for anything else. Bits behind the prefix may be set. */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf("/");
  const address = parseIpAddress(slash < 0 ? "" : text.slice(0, slash));
  const prefix = text.slice(slash + 1);
  if (address === undefined || !PREFIX.test(prefix) || Number(prefix) > address.bits) {
    return undefined;
  }
  return { address, prefix: Number(prefix) };
}

/**
 * Whether an address lies in a network; never where one is IPv4 and the other IPv6. An IPv6 address that stands for one
 * of IPv4 is that one.
 */
export function containsAddress({ address, prefix }: Cidr, candidate: IpAddress): boolean {
  const { bits, value } = unmapped(candidate);
  const rest = BigInt(address.bits - prefix);
  return address.bits === bits && address.value >> rest === value >> rest;
}
