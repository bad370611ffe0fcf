/**
 * Writes the few ASN.1 types that a certificate is made of, in DER. Encoding only; signing is node:crypto's.
 * Source: ITU-T X.690, sections 8 and 10.
 */

const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

function encode(tag: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

/** Lengths below 128 take one byte; longer ones say first how many bytes follow. */
function lengthOf({ length }: Uint8Array): Buffer {
  if (length < 0x80) {
    return Buffer.from([length]);
  }
  const bytes = bigEndian(length, 256);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function bigEndian(value: number, base: number): readonly number[] {
  return value < base ? [value] : [...bigEndian(Math.floor(value / base), base), value % base];
}

/** An ordered list of values. */
export function sequence(...members: readonly Uint8Array[]): Buffer {
  return encode(TAGS.sequence, Buffer.concat(members));
}

/** A set of one value, as names use it. */
export function setOf(member: Uint8Array): Buffer {
  return encode(TAGS.set, member);
}

/** A truth value. */
export function boolean(value: boolean): Buffer {
  return encode(TAGS.boolean, Buffer.from([value ? 0xff : 0]));
}

/** A positive number, from its big-endian bytes: no leading zeros but the one that keeps the sign. */
export function positiveInteger(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.from([0]) : Buffer.from(bytes.subarray(first));
  return encode(TAGS.integer, (digits[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits);
}

/** A string of bits; the last byte has this many that do not count. */
export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return encode(TAGS.bitString, Buffer.concat([Buffer.from([unusedBits]), bytes]));
}

/** A string of bytes. */
export function octetString(bytes: Uint8Array): Buffer {
  return encode(TAGS.octetString, bytes);
}

/** An object identifier, from its dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const digits = bigEndian(arc, 128);
    return digits.map((digit, index) => (index < digits.length - 1 ? digit | 0x80 : digit));
  });
  return encode(TAGS.oid, Buffer.from(bytes));
}

/** A text. */
export function utf8String(text: string): Buffer {
  return encode(TAGS.utf8String, Buffer.from(text, "utf8"));
}

/** A moment in whole seconds; certificates use the short form up to 2049. Source: RFC 5280, section 4.1.2.5. */
export function time(moment: number): Buffer {
  const digits = `${new Date(moment).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
  const isShort = digits < "2050";
  return encode(
    isShort ? TAGS.utcTime : TAGS.generalizedTime,
    Buffer.from(isShort ? digits.slice(2) : digits, "ascii"),
  );
}

/** A value under a context tag; `isConstructed` if it is made of values itself. */
export function tagged(tag: number, content: Uint8Array, isConstructed: boolean): Buffer {
  return encode((isConstructed ? 0xa0 : 0x80) | tag, content);
}
