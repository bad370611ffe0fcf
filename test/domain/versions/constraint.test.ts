import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseVersionConstraint } from "../../../src/domain/versions/constraint.ts";

describe("parseVersionConstraint", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [">= 1.26, < 1.30", ["1.26.0", "1.29.99"], ["1.25.9", "1.30.0", "1.27.0-rc1"]],
    [">=1.26 <1.30", ["1.26.0", "1.29.99"], ["1.30.0"]],
    [">= 1.26 , < 1.30", ["1.26.0"], ["1.30.0"]],
    ["< 1.26", ["1.25.99", "0.1.0"], ["1.26.0"]],
    ["=> 1.26", ["1.26.0"], ["1.25.0"]],
    ["=< 1.26", ["1.26.9", "1.25.0"], ["1.27.0"]],
    ["<= 1", ["1.99.0", "0.1.0"], ["2.0.0"]],
    ["<= 1.2.3", ["1.2.3"], ["1.2.4"]],
    ["<= *", ["0.0.7"], ["0.1.0", "1.0.0"]],
    ["> 1", ["2.0.0"], ["1.99.99"]],
    ["> 1.26", ["1.27.0", "2.0.0"], ["1.26.5", "0.99.0"]],
    ["> 1.26.3", ["1.26.4"], ["1.26.3"]],
    ["> x", ["0.0.1"], ["0.0.0"]],
    ["1.26.3", ["1.26.3", "v1.26.3", "1.26.3+build"], ["1.26.4"]],
    ["1.26", ["1.26.3"], ["1.27.0"]],
    ["= v1.26", ["1.26.3"], ["1.27.0"]],
    ["1", ["1.99.0"], ["2.0.0"]],
    ["1.x", ["1.99.0"], ["2.0.0"]],
    ["1.X.7", ["1.99.0"], ["2.0.0"]],
    ["1.26.*", ["1.26.3"], ["1.27.0"]],
    ["*", ["0.0.0", "9.9.9"], ["1.0.0-rc1", "nonsense"]],
    ["!= 1.26.3", ["1.26.4", "1.26.2"], ["1.26.3"]],
    ["!=1.26", ["1.27.0", "2.26.0"], ["1.26.3"]],
    ["!=1", ["2.0.0"], ["1.0.0"]],
    ["!=x", ["0.0.1", "0.1.0", "1.0.0"], ["0.0.0"]],
    ["!=1.2.x-rc1", ["1.2.3", "1.3.0"], ["1.2.9-rc1"]],
    [">= 1.26, != 1.27.3, < 1.29", ["1.27.2", "1.28.0"], ["1.27.3", "1.29.0"]],
    ["~1.26.3", ["1.26.3", "1.26.9"], ["1.26.2", "1.27.0"]],
    ["~> 1.26", ["1.26.0"], ["1.27.0"]],
    ["~1", ["1.99.0"], ["2.0.0"]],
    ["~*", ["9.9.9"], []],
    ["~0.0.0", ["9.9.9"], []],
    ["^1.26.3", ["1.99.0"], ["1.26.2", "2.0.0"]],
    ["^1.26", ["1.27.0"], ["2.0.0"]],
    ["^0.2.3", ["0.2.9"], ["0.3.0", "1.0.0"]],
    ["^0.0.3", ["0.0.3"], ["0.0.4"]],
    ["^0.0", ["0.0.9"], ["0.1.0"]],
    ["^0", ["0.9.0"], ["1.0.0"]],
    ["1.2 - 1.4", ["1.2.0", "1.4.9"], ["1.1.0", "1.5.0"]],
    ["1.2 - 1.4.5", ["1.4.5"], ["1.4.6"]],
    ["1.2 - 1.4 || 2.x", ["1.3.0", "2.5.0"], ["1.5.0"]],
    ["2.x || 1.2 - 1.4", ["1.3.0", "2.5.0"], ["1.5.0"]],
    ["1.x, 1.2 - 1.4", ["1.3.0"], ["1.5.0"]],
    ["1.26||1.28", ["1.26.1", "1.28.1"], ["1.27.0"]],
    [" >= 1.26 ", ["1.26.0"], ["1.25.0"]],
    ["\t>=\n1.26", ["1.26.0"], ["1.25.0"]],
    [">= 1.27-0", ["1.27.0-rc1", "1.28.0-rc1"], ["1.26.0", "1.26.0-rc1"]],
    [">= 1.27-0 || 1.25", ["1.25.3", "1.27.0-rc1"], ["1.25.3-rc1"]],
    ["01.026", ["1.26.3"], ["1.27.0"]],
  ])("%j", (text, admitted, refused) => {
    const constraint = parseVersionConstraint(text);
    expect(admitted.filter((version) => constraint?.admits(version) !== true)).toEqual([]);
    expect(refused.filter((version) => constraint?.admits(version) !== false)).toEqual([]);
  });

  it.each([
    ["the empty text", ""],
    ["a blank", " "],
    ["comparisons without separator", ">1.2<1.4"],
    ["two commas", ">=1.2,,<2"],
    ["a leading comma", ",>=1.2"],
    ["a trailing comma", ">=1.2,"],
    ["an empty alternative", ">=1.2 ||"],
    ["an empty alternative in between", "1 || || 2"],
    ["a doubled operator", ">>1"],
    ["an operator alone", ">="],
    ["a single bar", "1|2"],
    ["a repeated wildcard", "1.xx"],
    ["four numbers", "1.2.3.4"],
    ["a name", "latest"],
    ["a number from 2^64 on", ">= 18446744073709551616"],
    ["a numeric pre-release identifier with a leading zero", ">= 1.2.3-01"],
    ["an operator before a hyphen range", ">= 1.2 - 1.4"],
    ["a hyphen range behind a blank", "1.x 1.2 - 1.4"],
    ["a hyphen without end", "1.2 - "],
    ["a blank that Go does not know", "\u00a0>= 1.2"],
    ["a long text with hyphen ranges", Array(200).fill("1.2 - 1.4").join(", ")],
  ])("refuses %s", (_, text) => {
    expect(parseVersionConstraint(text)).toBeUndefined();
  });

  it("reads hostile texts in time", () => {
    const texts = [`>=1.2${" ".repeat(100_000)}!`, `${"1 ".repeat(100_000)}!`, `1.2-${"a.".repeat(100_000)}!`];
    const started = performance.now();
    for (const text of texts) {
      expect(parseVersionConstraint(text)).toBeUndefined();
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it("never throws, neither for constraints nor for versions", () => {
    const fragment = fc.constantFrom(
      "1",
      "0",
      "x",
      "*",
      ".",
      "-",
      "+",
      " ",
      ",",
      "||",
      "|",
      ">",
      "<",
      "=",
      "!",
      "~",
      "^",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(fragment).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, fc.string(), (constraint, version) => void parseVersionConstraint(constraint)?.admits(version)),
    );
  });
});
