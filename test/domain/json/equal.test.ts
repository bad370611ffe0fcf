import { describe, expect, it } from "vitest";
import { jsonEqual } from "../../../src/domain/json/equal.ts";

describe("jsonEqual", () => {
  it.each<[string, unknown, unknown, boolean]>([
    ["equal scalars", "a", "a", true],
    ["texts and numbers", "1", 1, false],
    ["null and absence", null, undefined, false],
    ["null and an object", null, {}, false],
    ["objects in another order", { a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ["an additional member", { a: 1 }, { a: 1, b: 2 }, false],
    ["another name of a member", { a: undefined }, { b: undefined }, false],
    ["lists in another order", [1, 2], [2, 1], false],
    ["a longer list", [1], [1, 2], false],
    ["a list and an object", [], {}, false],
    ["members that every object inherits", { toString: 1 }, { constructor: 1 }, false],
    ["members named __proto__", JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":2}}'), false],
    ["equal members named __proto__", JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}'), true],
  ])("compares %s", (_, a, b, expected) => {
    expect(jsonEqual(a, b)).toBe(expected);
    expect(jsonEqual(b, a)).toBe(expected);
  });

  it.each([99, 100, 101, 5_000, 100_000])("returns where values are %i levels deep", (depth) => {
    const lists = (end: string): unknown => JSON.parse(`${"[".repeat(depth)}${end}${"]".repeat(depth)}`);
    const objects = (end: string): unknown => JSON.parse(`${'{"a":'.repeat(depth)}${end}${"}".repeat(depth)}`);
    for (const deep of [lists, objects]) {
      expect([jsonEqual(deep("1"), deep("1")), jsonEqual(deep("1"), deep("2"))]).toEqual([true, false]);
      expect([jsonEqual(deep("[]"), deep("{}")), jsonEqual(deep("null"), deep("{}"))]).toEqual([false, false]);
      expect(jsonEqual(deep('{"b":1,"c":2}'), deep('{"c":2,"b":1}'))).toBe(true);
    }
  });
});
