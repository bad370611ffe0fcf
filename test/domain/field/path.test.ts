import { describe, expect, it } from "vitest";
import { at, comparePaths, type FieldPath, pathText } from "../../../src/domain/field/path.ts";

describe("pathText", () => {
  it.each<[string, FieldPath, string]>([
    ["the root as nothing", [], ""],
    ["names with dots between", ["spec", "provider", "type"], "spec.provider.type"],
    ["indexes in brackets", ["spec", "workers", 2, "name"], "spec.workers[2].name"],
    ["indexes of indexes", ["a", 0, 1], "a[0][1]"],
    ["names verbatim", ["spec", "capabilities", "a.b/c d", 0], "spec.capabilities.a.b/c d[0]"],
    ["an empty name in brackets", ["spec", "machineCapabilities", ""], "spec.machineCapabilities[]"],
    ["an empty name within", ["versions", "", "date"], "versions[].date"],
    ["an index at the root", [3, "name"], "[3].name"],
    ["names of members of objects", ["constructor", "__proto__"], "constructor.__proto__"],
  ])("prints %s", (_, path, text) => {
    expect(pathText(path)).toBe(text);
  });
});

describe("at", () => {
  it("extends a path and leaves it as it was", () => {
    const path: FieldPath = Object.freeze(["spec"]);
    expect(at(path, "workers", 0)).toEqual(["spec", "workers", 0]);
    expect(path).toEqual(["spec"]);
  });
});

describe("comparePaths", () => {
  it.each<[string, FieldPath, FieldPath]>([
    ["a parent before its children", ["a"], ["a", "b"]],
    ["members by name", ["spec", "a"], ["spec", "b"]],
    ["list entries by number, not by text", ["a", 9], ["a", 10]],
    ["the entries of a list before members beside them", ["a", 9], ["a", "0"]],
    ["the first difference decides", ["a", 0, "z"], ["a", 1, "a"]],
    ["capital letters before small ones, whatever the locale", ["a", "B"], ["a", "a"]],
  ])("puts %s", (_, first, second) => {
    expect(comparePaths(first, second)).toBeLessThan(0);
    expect(comparePaths(second, first)).toBeGreaterThan(0);
    expect(comparePaths(first, [...first])).toBe(0);
  });
});
