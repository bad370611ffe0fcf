import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareImageVersions,
  compareWithoutSuffix,
  type ImageVersion,
  parseImageVersion,
  sameMinor,
} from "../../../src/domain/versions/image-version.ts";

function version(text: string): ImageVersion {
  const parsed = parseImageVersion(text);
  if (parsed === undefined) {
    throw new Error(`no version: ${text}`);
  }
  return parsed;
}

describe("parseImageVersion", () => {
  it.each([
    ["a full version", "1.2.3", [1n, 2n, 3n, []]],
    ["a lower-case v", "v1.2", [1n, 2n, 0n, []]],
    ["one number", "7", [7n, 0n, 0n, []]],
    ["leading zeros in numbers", "20.04", [20n, 4n, 0n, []]],
    ["a long run of zeros", `${"0".repeat(40)}1.0`, [1n, 0n, 0n, []]],
    ["a pre-release behind one number", "1-pre", [1n, 0n, 0n, ["pre"]]],
    ["a pre-release with dots and hyphens", "1.2.3-a-b.10.0", [1n, 2n, 3n, ["a-b", "10", "0"]]],
    ["build metadata", "1.2.3+001", [1n, 2n, 3n, []]],
    ["both", "1.2.3-rc1+b.2", [1n, 2n, 3n, ["rc1"]]],
    ["a letter behind a leading zero", "1.2.3-01a", [1n, 2n, 3n, ["01a"]]],
    ["the largest number", "18446744073709551615.0.0", [18446744073709551615n, 0n, 0n, []]],
  ])("reads %s: %s", (_, text, [major, minor, patch, preRelease]) => {
    expect(parseImageVersion(text)).toEqual({ major, minor, patch, preRelease });
  });

  it.each([
    ["the empty text", ""],
    ["a numeric pre-release identifier with a leading zero", "1.2.3-01"],
    ["a number from 2^64 on", "18446744073709551616"],
    ["an endless number", "9".repeat(100_000)],
    ["an empty pre-release", "1.2.3-"],
    ["an empty identifier", "1.2.3-a..b"],
    ["empty build metadata", "1.2.3+"],
    ["four numbers", "1.2.3.4"],
    ["a missing number", "1..3"],
    ["a blank before", " 1.2.3"],
    ["a line break behind", "1.2.3\n"],
    ["an upper-case V", "V1.2.3"],
    ["a wildcard", "1.x"],
    ["a name", "latest"],
  ])("refuses %s", (_, text) => {
    expect(parseImageVersion(text)).toBeUndefined();
  });
});

describe("order of versions", () => {
  it("follows semantic precedence", () => {
    const ordered = [
      "0.9",
      "1.0.0-1",
      "1.0.0-2",
      "1.0.0-10",
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0",
      "1.0.1-rc1",
      "1.0.10",
      "1.1.0",
      "2",
    ];
    const shuffled = ordered.toReversed().sort((a, b) => compareImageVersions(version(a), version(b)));
    expect(shuffled).toEqual(ordered);
  });

  it.each([
    ["1.0", "v1.0.0"],
    ["1.0.0+a", "1.0.0+b"],
    ["20.04", "20.4.0"],
  ])("puts %s and %s at the same place", (a, b) => {
    expect(compareImageVersions(version(a), version(b))).toBe(0);
  });

  it("can leave suffixes aside", () => {
    expect(compareWithoutSuffix(version("1.2.3-rc1"), version("1.2.3"))).toBe(0);
    expect(compareWithoutSuffix(version("1.2.3"), version("1.2.4-rc1"))).toBeLessThan(0);
  });

  it("tells versions of the same minor", () => {
    expect(sameMinor(version("2.2.0"), version("2.2.1-rc1"))).toBe(true);
    expect(sameMinor(version("2.2.0"), version("3.2.0"))).toBe(false);
    expect(sameMinor(version("2.2.0"), version("2.3.0"))).toBe(false);
  });

  it("is antisymmetric", () => {
    const text = fc.stringMatching(/^[0-3]\.[0-3](-[0-9a-b]{1,2}(\.[0-9a-b]{1,2})?)?$/);
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [left, right] = [parseImageVersion(a), parseImageVersion(b)];
        if (left !== undefined && right !== undefined) {
          expect(Math.sign(compareImageVersions(left, right))).toBe(-Math.sign(compareImageVersions(right, left)) + 0);
        }
      }),
    );
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => void parseImageVersion(text)));
  });
});
