import { describe, expect, it } from "vitest";
import { bitString, octetString, oid, positiveInteger, sequence, time } from "../../src/certs/der.ts";

describe("DER", () => {
  it.each([
    ["zero", positiveInteger(Buffer.from([0, 0])), "020100"],
    ["a number without leading zeros", positiveInteger(Buffer.from([0, 0, 0x7f])), "02017f"],
    ["a number whose first bit is set", positiveInteger(Buffer.from([0x80])), "02020080"],
    ["a short identifier", oid("2.5.29.17"), "0603551d11"],
    ["an identifier with long arcs", oid("1.2.840.10045.4.3.2"), "06082a8648ce3d040302"],
    ["bits", bitString(Buffer.from([0b10100000]), 5), "030205a0"],
    ["an empty sequence", sequence(), "3000"],
    ["a short time", time(Date.UTC(2049, 11, 31, 23, 59, 59)), `170d${Buffer.from("491231235959Z").toString("hex")}`],
    ["a long time", time(Date.UTC(2050, 0, 1)), `180f${Buffer.from("20500101000000Z").toString("hex")}`],
  ])("encodes %s", (_what, encoded, hex) => {
    expect(encoded.toString("hex")).toBe(hex);
  });

  it.each([
    [127, "047f"],
    [128, "048180"],
    [256, "04820100"],
    [70_000, "0483011170"],
  ])("tells a length of %i", (length, head) => {
    expect(octetString(Buffer.alloc(length)).toString("hex").startsWith(head)).toBe(true);
  });
});
