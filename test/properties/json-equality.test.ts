import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonEqual } from "../../src/domain/json/equal.ts";

/** The same value with every object's members in reverse order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(reordered);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, reordered(member)]),
    );
  }
  return value;
}

describe("jsonEqual", () => {
  it("does not depend on the order of members", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => jsonEqual(value, reordered(value))));
  });

  it("is symmetric", () => {
    fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => jsonEqual(a, b) === jsonEqual(b, a)));
  });

  it.each([
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'],
    ['{"__proto__":{"a":1}}', "{}"],
    ['{"constructor":1}', "{}"],
    ["[null]", "[]"],
    ["{}", "null"],
  ])("tells %s from %s", (a, b) => {
    expect(jsonEqual(JSON.parse(a), JSON.parse(b))).toBe(false);
    expect(jsonEqual(JSON.parse(a), JSON.parse(a))).toBe(true);
  });
});
