import { describe, expect, it } from "vitest";
import { remembered, textOfSmall } from "../../src/domain/remembered.ts";

describe("a memory", () => {
  it("computes once for each key", () => {
    const memory = remembered<string>();
    let computed = 0;
    const ask = (key: string | undefined) =>
      memory(key, () => {
        computed += 1;
        return `of ${key}`;
      });
    expect([ask("a"), ask("b"), ask("a")]).toEqual(["of a", "of b", "of a"]);
    expect(computed).toBe(2);
  });

  it.each([
    ["no key", undefined],
    ["a key that is too long", "x".repeat(8193)],
  ])("computes each time with %s", (_, key) => {
    const memory = remembered<number>();
    let computed = 0;
    const ask = () =>
      memory(key, () => {
        computed += 1;
        return computed;
      });
    expect([ask(), ask()]).toEqual([1, 2]);
  });

  it("forgets rather than grow", () => {
    const memory = remembered<number>(2);
    let computed = 0;
    const ask = (key: string) =>
      memory(key, () => {
        computed += 1;
        return computed;
      });
    expect(["a", "b", "c", "b", "c"].map(ask)).toEqual([1, 2, 3, 4, 3]);
  });
});

describe("the text of a value", () => {
  it.each<[unknown]>([[[]], [{ a: [1, "x", null, true] }], ["text"], [null]])("%j is its JSON", (value) => {
    expect(textOfSmall(value)).toBe(JSON.stringify(value));
  });

  it.each<[string, unknown]>([
    ["is too deep to be printed", nested(100_000)],
    ["is deeper than a setting ever is", nested(13)],
    ["has more members than a setting ever has", Array.from({ length: 500 }, (_, index) => index)],
    ["has a number that JSON does not know", { a: [Number.POSITIVE_INFINITY] }],
    ["is such a number", Number.NEGATIVE_INFINITY],
    ["has more members in sum", Array.from({ length: 30 }, () => Array.from({ length: 30 }, () => 0))],
  ])("is not there where it %s", (_, value) => {
    expect(textOfSmall(value)).toBeUndefined();
  });
});

function nested(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level += 1) {
    value = { a: value };
  }
  return value;
}
