import { describe, expect, it } from "vitest";
import { parseIpAddress, unmapped } from "../../../src/domain/net/ip-address.ts";

const MAXIMUM = 2n ** 128n - 1n;

describe("an IP address", () => {
  it.each<[string, 32 | 128, bigint]>([
    ["0.0.0.0", 32, 0n],
    ["10.0.0.9", 32, 0x0a000009n],
    ["255.255.255.255", 32, 0xffffffffn],
    ["::", 128, 0n],
    ["::1", 128, 1n],
    ["1::", 128, 1n << 112n],
    ["fd00::2:1", 128, (0xfd00n << 112n) | 0x2_0001n],
    ["1:2:3:4:5:6:7:8", 128, 0x0001_0002_0003_0004_0005_0006_0007_0008n],
    ["1:2:3::5:6:7:8", 128, 0x0001_0002_0003_0000_0005_0006_0007_0008n],
    ["::2:3:4:5:6:7:8", 128, 0x0002_0003_0004_0005_0006_0007_0008n],
    ["FFFF:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 128, MAXIMUM],
    ["::ffff:10.0.0.9", 128, 0xffff_0a00_0009n],
    ["1:2:3:4:5:6:10.0.0.9", 128, 0x0001_0002_0003_0004_0005_0006_0a00_0009n],
  ])("%s", (text, bits, value) => {
    expect(parseIpAddress(text)).toEqual({ bits, value });
  });

  it.each([
    "",
    "10",
    "10.0.0",
    "10.0.0.0.9",
    "10.0.0.256",
    "10.0.0.09",
    "10.0.0.",
    "+1.0.0.0",
    "1e1.0.0.0",
    " 10.0.0.9",
    "10.0.0.9\n",
    "１.0.0.0",
    ":",
    ":::",
    "::::",
    "1::2::3",
    ":1::",
    "1::2:",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4::5:6:7:8",
    "12345::",
    "g::",
    "0x1::",
    "fe80::1%eth0",
    "10.0.0.9::",
    "::10.0.0.9:1",
    "::10.0.0",
    "1:2:3:4:5:6:7:10.0.0.9",
    "[::1]",
    `${"0".repeat(1000)}::1`,
  ])("is not %j", (text) => {
    expect(parseIpAddress(text)).toBeUndefined();
  });

  it("of IPv6 may stand for one of IPv4", () => {
    expect(unmapped({ bits: 128, value: 0xffff_0a00_0009n })).toEqual({ bits: 32, value: 0x0a000009n });
    expect(unmapped({ bits: 128, value: 0xfffe_0a00_0009n })).toEqual({ bits: 128, value: 0xfffe_0a00_0009n });
    expect(unmapped({ bits: 32, value: 9n })).toEqual({ bits: 32, value: 9n });
  });
});
