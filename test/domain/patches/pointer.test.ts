import { describe, expect, it } from "vitest";
import type { FieldPath } from "../../../src/domain/field/path.ts";
import { pointer } from "../../../src/domain/patches/pointer.ts";

describe("pointer", () => {
  it.each<[FieldPath, string]>([
    [[], ""],
    [["spec"], "/spec"],
    [["spec", "units", 3, "name"], "/spec/units/3/name"],
    [["spec", "units", "-"], "/spec/units/-"],
    [["metadata", "annotations", "gardener.cloud/operation"], "/metadata/annotations/gardener.cloud~1operation"],
    [["a~b", "~1", "~0/"], "/a~0b/~01/~00~1"],
    [["", "x"], "//x"],
    [["a"], "/a"],
  ])("writes %j as %j", (path, text) => {
    expect(pointer(path)).toBe(text);
  });
});
