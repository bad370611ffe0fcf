import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { VersionRange } from "../../../src/domain/policies/types.ts";
import { compileVersionRange, rangesIntersect } from "../../../src/domain/policies/version-range.ts";

function range(text: string): VersionRange {
  const compiled = compileVersionRange(text);
  if (compiled === undefined) {
    throw new Error(`${text} is no range`);
  }
  return compiled;
}

describe("a version range", () => {
  it.each([
    [">=1.31.0-0", "1.31.0"],
    [">=1.31.0-0", "1.31.0-alpha.1"],
    [">=1.34", "1.34.0-alpha.1"],
    [">=1.34", "1.34.0-alpha.1+build.5"],
    ["~1.33", "1.33.9-gke.100"],
    ["1.33.x", "v1.33.4"],
    [">=1592", "1592.9.0"],
    [">=1592", "1592"],
    ["22.04", "22.4.20240101"],
    ["<1877 || >=2000", "2001.1"],
    [">=1.31, <1.34", "1.33.12"],
  ])("%s has %s", (text, version) => {
    expect(range(text).constraint.admits(version)).toBe(true);
  });

  it.each([
    ["<1.34", "1.34.0-alpha.1"],
    [">=1.34", "1.33.9"],
    [">=1592", "1443.20.0"],
    [">=1.31", "latest"],
    ["*", ""],
    [">=1.31, <1.34", "1.34.0"],
  ])("%s does not have %s", (text, version) => {
    expect(range(text).constraint.admits(version)).toBe(false);
  });

  it.each(["", "about 1.31", ">=1.2<3", ">=", "1.31 -"])("%j is none", (text) => {
    expect(compileVersionRange(text)).toBeUndefined();
  });
});

describe("two version ranges", () => {
  it.each([
    [">=1.31", "<1.32"],
    [">=1.31", "1.31.0"],
    ["~1.31", "1.31.x"],
    ["^1.2.3", ">1.9"],
    ["<=1.33", ">=1.33.7"],
    [">1.33", "<=1.34"],
    ["!=1.33", "1.34.x"],
    ["1.2 - 1.4", "1.4"],
    ["*", "<1"],
    ["<1 || >5", "6.1"],
    [">=1.31.0-0", "<=1.31.0"],
  ])("%s and %s meet", (a, b) => {
    expect(rangesIntersect(range(a), range(b))).toBe(true);
    expect(rangesIntersect(range(b), range(a))).toBe(true);
  });

  it.each([
    [">=1.31", "<1.31"],
    [">=1.31.0-0", "<1.31.0-0"],
    ["~1.31", "~1.32"],
    [">1.33", "<=1.33"],
    ["^1.2.3", ">=2"],
    ["^0.2.3", "0.3.0"],
    ["!=1.33", "1.33.x"],
    ["<1877", ">=1877"],
    ["1.30.0", "1.30.1"],
  ])("%s and %s do not", (a, b) => {
    expect(rangesIntersect(range(a), range(b))).toBe(false);
    expect(rangesIntersect(range(b), range(a))).toBe(false);
  });

  const part = fc.integer({ min: 0, max: 3 });
  const bound = fc
    .tuple(part, fc.option(part), fc.option(part))
    .map(([major, minor, patch]) => [major, minor, minor === null ? null : patch].filter((n) => n !== null).join("."));
  const comparison = fc.tuple(fc.constantFrom("", "=", "!=", ">", "<", ">=", "<=", "~", "^"), bound);
  const text = fc
    .array(
      fc.array(comparison, { minLength: 1, maxLength: 2 }).map((all) => all.map((pair) => pair.join("")).join(", ")),
      { minLength: 1, maxLength: 2 },
    )
    .map((alternatives) => alternatives.join(" || "));

  it("meet exactly if some version is in both", () => {
    const numbers = [0, 1, 2, 3, 4, 5];
    const versions = numbers.flatMap((a) => numbers.flatMap((b) => numbers.map((c) => `${a}.${b}.${c}`)));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const one = range(a);
        const other = range(b);
        const isShared = versions.some((version) => one.constraint.admits(version) && other.constraint.admits(version));
        expect(rangesIntersect(one, other)).toBe(isShared);
      }),
      { numRuns: 500 },
    );
  });
});
