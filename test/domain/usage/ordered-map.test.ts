import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderedMap } from "../../../src/domain/usage/ordered-map.ts";

const step = fc.tuple(fc.constantFrom("with", "without"), fc.string({ maxLength: 2 }), fc.nat());
const steps = fc.array(step, { maxLength: 60 });

function sorted(model: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...model].sort(([a], [b]) => (a < b ? -1 : 1));
}

describe("an ordered map", () => {
  it("behaves like a sorted map, and so do all its predecessors", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.nat()), { maxLength: 200 }),
        steps,
        (entries, changes) => {
          let map = orderedMap(entries);
          let model: ReadonlyMap<string, number> = new Map(entries);
          const history = [{ map, model }];
          for (const [kind, key, value] of changes) {
            const others = [...model].filter(([other]) => other !== key);
            map = kind === "with" ? map.with(key, value) : map.without(key);
            model = new Map(kind === "with" ? [...others, [key, value]] : others);
            history.push({ map, model });
          }
          for (const state of history) {
            expect([...state.map]).toEqual(sorted(state.model));
            expect(state.map.size).toBe(state.model.size);
            expect(changes.map(([, key]) => state.map.get(key))).toEqual(
              changes.map(([, key]) => state.model.get(key)),
            );
          }
        },
      ),
    );
  });

  it("grows and shrinks by single entries beyond the size of a chunk", () => {
    const keys = Array.from({ length: 1000 }, (_, index) => String((index * 7919) % 1000).padStart(3, "0"));
    let map = orderedMap<number>();
    for (const [index, key] of keys.entries()) {
      map = map.with(key, index);
    }
    expect([...map].map(([key]) => key)).toEqual(keys.toSorted());
    for (const key of keys.slice(10)) {
      map = map.without(key);
    }
    expect([...map].map(([key]) => key)).toEqual(keys.slice(0, 10).toSorted());
  });

  it("takes the last of entries with the same key, and every text as a key", () => {
    const map = orderedMap([
      ["__proto__", 1],
      ["constructor", 2],
      ["__proto__", 3],
    ]);
    expect([map.size, map.get("__proto__"), map.get("toString")]).toEqual([2, 3, undefined]);
    expect(Object.isFrozen(map)).toBe(true);
  });
});
