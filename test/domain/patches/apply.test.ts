import { expect, it } from "vitest";
import { patched } from "../../../src/domain/patches/apply.ts";
import type { Operation } from "../../../src/domain/patches/operation.ts";
import { deepFreeze } from "../../support/case-freeze.ts";

const OBJECT = deepFreeze({ spec: { files: [{ path: "/a" }] } });

it("applies a patch to a copy", () => {
  const file = deepFreeze({ path: "/b" });
  const patch: readonly Operation[] = deepFreeze([
    { op: "test", path: "/spec/files/0/path", value: "/a" },
    { op: "add", path: "/spec/files/-", value: file },
    { op: "replace", path: "/spec/files/1/path", value: "/c" },
    { op: "remove", path: "/spec/files/0" },
  ]);
  expect(patched(OBJECT, patch)).toEqual({ spec: { files: [{ path: "/c" }] } });
});

it.each<Operation>([
  { op: "test", path: "/spec/files/0/path", value: "/b" },
  { op: "remove", path: "/spec/files/7" },
])("throws where an operation does not apply: %j", (operation) => {
  expect(() => patched(OBJECT, [operation])).toThrow();
});
