import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonEqual } from "../../../src/domain/json/equal.ts";
import { sameJson } from "../../../src/domain/json/same-json.ts";

describe("sameJson", () => {
  it.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: undefined }, {}, false],
    [[], {}, false],
    [null, {}, false],
    [0, "0", false],
    [{ a: 1 }, { b: 1 }, false],
    [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'), true],
    [JSON.parse('{"__proto__":1}'), { a: 1 }, false],
  ])("%j and %j: %s", (a, b, same) => {
    expect([sameJson(a, b), sameJson(b, a)]).toEqual([same, same]);
  });

  it("says what jsonEqual says", () => {
    fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => sameJson(a, b) === jsonEqual(a, b)));
    fc.assert(fc.property(fc.jsonValue(), (value) => sameJson(value, structuredClone(value))));
  });

  it("returns however deep the values are", () => {
    const deep = (end: string): unknown => JSON.parse(`${"[".repeat(100_000)}${end}${"]".repeat(100_000)}`);

    expect([sameJson(deep("1"), deep("1")), sameJson(deep("1"), deep("2"))]).toEqual([true, false]);
  });
});
