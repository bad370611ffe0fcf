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

function wrapped(value: unknown, levels: number): unknown {
  let deep = value;
  for (let level = 0; level < levels; level += 1) {
    deep = level % 2 === 0 ? [deep] : { a: deep };
  }
  return deep;
}

describe("jsonEqual", () => {
  it("does not depend on the order of members", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => jsonEqual(value, reordered(value))));
  });

  it("does not depend on how deep the values are", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.integer({ min: 95, max: 105 }), (a, b, levels) => {
        const [one, other] = [wrapped(a, levels), wrapped(b, levels)];
        expect(jsonEqual(one, other)).toBe(jsonEqual(a, b));
        expect(jsonEqual(one, wrapped(reordered(a), levels))).toBe(true);
      }),
    );
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
