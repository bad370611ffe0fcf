import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob, globListsIntersect, globsIntersect } from "../../../src/domain/policies/glob.ts";

describe("a glob", () => {
  it.each([
    ["shoot--acme--lab", "shoot--acme--lab"],
    ["shoot--*", "shoot--acme--lab"],
    ["shoot--*", "shoot--"],
    ["*", ""],
    ["*", "anything"],
    ["*--lab", "shoot--acme--lab"],
    ["*--acme--*", "shoot--acme--lab"],
    ["a*b*c", "a-b-b-c"],
    ["gpu-?", "gpu-a"],
    ["**", "x"],
    ["a?*", "ab"],
    ["*a*a*a", "aaa"],
    ["eu.west", "eu.west"],
    ["[ab]", "[ab]"],
  ])("%s matches %s", (pattern, value) => {
    expect(compileGlob(pattern).matches(value)).toBe(true);
  });

  it.each([
    ["shoot--acme--lab", "shoot--acme--lab2"],
    ["shoot--*", "garden"],
    ["shoot--*", "Shoot--acme"],
    ["gpu-?", "gpu-"],
    ["gpu-?", "gpu-ab"],
    ["*--lab", "shoot--acme--lab2"],
    ["a*b*c", "a-c-b"],
    ["*a*a*a*a", "aaa"],
    ["eu.west", "euxwest"],
    ["[ab]", "a"],
  ])("%s does not match %s", (pattern, value) => {
    expect(compileGlob(pattern).matches(value)).toBe(false);
  });

  it("keeps its text, and cannot be changed", () => {
    const glob = compileGlob("shoot--*");
    expect(glob.text).toBe("shoot--*");
    expect(Object.isFrozen(glob)).toBe(true);
  });

  it("takes no time on patterns that make regular expressions hang", () => {
    expect(compileGlob(`${"*a".repeat(200)}b`).matches("a".repeat(5_000))).toBe(false);
  });
});

describe("two globs", () => {
  it.each([
    ["shoot--a--*", "shoot--*--lab"],
    ["*", "anything"],
    ["a?c", "ab*"],
    ["*", ""],
    ["a*", "*b"],
    ["x", "x"],
    ["??", "*a"],
  ])("%s and %s have a text in common", (a, b) => {
    expect(globsIntersect(compileGlob(a), compileGlob(b))).toBe(true);
    expect(globsIntersect(compileGlob(b), compileGlob(a))).toBe(true);
  });

  it.each([
    ["shoot--a--*", "shoot--b--*"],
    ["*-gpu", "*-cpu"],
    ["?", "??"],
    ["?", ""],
    ["a*b", "b*"],
    ["a?c", "abd"],
    ["*aa*", "b?b"],
  ])("%s and %s have none", (a, b) => {
    expect(globsIntersect(compileGlob(a), compileGlob(b))).toBe(false);
    expect(globsIntersect(compileGlob(b), compileGlob(a))).toBe(false);
  });

  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 6 });
  const texts = shortTexts();

  it("have a text in common exactly if a short one matches both", () => {
    fc.assert(
      fc.property(pattern, pattern, (a, b) => {
        const one = compileGlob(a);
        const other = compileGlob(b);
        // Every character that is not a star takes one place in a shortest common text.
        const isShared = texts.some((text) => one.matches(text) && other.matches(text));
        expect(globsIntersect(one, other)).toBe(isShared);
      }),
      { numRuns: 300 },
    );
  });
});

describe("two lists of patterns", () => {
  const patterns = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 3 }), { maxLength: 4 });
  const compiled = (texts: readonly string[]) => texts.map(compileGlob);

  it("have a text in common exactly if a pair of them has", () => {
    fc.assert(
      fc.property(patterns, patterns, (a, b) => {
        const isShared = compiled(a).some((one) => compiled(b).some((other) => globsIntersect(one, other)));
        expect(globListsIntersect(compiled(a), compiled(b))).toBe(isShared);
      }),
    );
  });

  it("may be long lists of names, which are not compared one by one", () => {
    const [shoots, others] = ["shoot", "other"].map((word) =>
      compiled(Array.from({ length: 50_000 }, (_, index) => `${word}--acme--${index}`)),
    );
    expect(globListsIntersect(shoots ?? [], others ?? [])).toBe(false);
    expect(globListsIntersect(shoots ?? [], [...(others ?? []), compileGlob("shoot--acme--49999")])).toBe(true);
  }, 2_000);
});

/** All texts of a and b that are as long as the characters of two patterns together, and shorter ones. */
function shortTexts(): readonly string[] {
  const all = [""];
  for (let from = 0, length = 1; length <= 10; length += 1) {
    const end = all.length;
    for (; from < end; from += 1) {
      all.push(`${all[from]}a`, `${all[from]}b`);
    }
  }
  return all;
}
