import { describe, expect, it } from "vitest";
import { touchedIndexes } from "../../../src/domain/mutation/self-check.ts";

const [A, B, C] = [{ name: "a" }, { name: "b" }, { name: "c" }];

describe("touchedIndexes", () => {
  it.each<[string, unknown, unknown, readonly number[]]>([
    ["nothing of the same list", [A, B], [A, B], []],
    ["what was replaced", [A, B], [A, C], [1]],
    ["what was copied", [A, B], [{ ...A }, B], [0]],
    ["what was added", [A], [A, B, C], [1, 2]],
    ["all of a new list", undefined, [A, B], [0, 1]],
    ["all where there was null", null, [A], [0]],
    ["nothing where there is no list", undefined, undefined, []],
  ])("are %s", (_, before, after, indexes) => {
    expect([...touchedIndexes(before, after)]).toEqual(indexes);
  });
});
