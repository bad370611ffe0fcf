import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containsAddress, parseCidr } from "../../../src/domain/net/cidr.ts";
import { parseIpAddress } from "../../../src/domain/net/ip-address.ts";

function contains(network: string, candidate: string): boolean | undefined {
  const [cidr, address] = [parseCidr(network), parseIpAddress(candidate)];
  return cidr && address && containsAddress(cidr, address);
}

describe("a network", () => {
  it.each<[string, string, boolean]>([
    ["10.64.0.0/13", "10.64.0.0", true],
    ["10.64.0.0/13", "10.71.255.255", true],
    ["10.64.0.0/13", "10.72.0.0", false],
    ["10.64.0.0/13", "10.63.255.255", false],
    ["10.64.0.1/32", "10.64.0.1", true],
    ["10.64.0.1/32", "10.64.0.0", false],
    ["10.64.7.7/16", "10.64.0.1", true],
    ["0.0.0.0/0", "255.1.2.3", true],
    ["fd00:10::/48", "fd00:10:0:1::1", true],
    ["fd00:10::/48", "fd00:10:1::1", false],
    ["::/0", "fe80::1", true],
    ["::1/128", "::1", true],
    ["::/0", "10.0.0.1", false],
    ["0.0.0.0/0", "::1", false],
    ["10.0.0.0/8", "::ffff:10.1.2.3", true],
    ["::ffff:0:0/96", "10.1.2.3", false],
  ])("%s and %s: %j", (network, candidate, expected) => {
    expect(contains(network, candidate)).toBe(expected);
  });

  it.each([
    "",
    "/8",
    "10.0.0.0",
    "10.0.0.0/",
    "10.0.0.0/33",
    "10.0.0.0/08",
    "10.0.0.0/8/8",
    "10.0.0/8",
    "::/129",
    "::/-1",
  ])("is not %j", (text) => {
    expect(parseCidr(text)).toBeUndefined();
  });

  it("contains an address as far as their first bits are the same", () => {
    const bits = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n });
    const octets = (value: bigint) => [24n, 16n, 8n, 0n].map((by) => (value >> by) & 255n).join(".");
    fc.assert(
      fc.property(bits, bits, fc.integer({ min: 0, max: 32 }), (network, address, prefix) => {
        const first = (value: bigint) => value.toString(2).padStart(32, "0").slice(0, prefix);
        expect(contains(`${octets(network)}/${prefix}`, octets(address))).toBe(first(network) === first(address));
      }),
    );
  });
});
