import { expect, it } from "vitest";
import { configChanges } from "../../../src/domain/containerd/config-changes.ts";
import { tomlTable } from "../../../src/domain/containerd/toml-table.ts";

it("names what is new, what is other, and what is gone, by path", () => {
  const before = tomlTable({ version: 2n, plugins: { "a.b": { same: true, other: 3n, gone: "x", table: {} } } });
  const after = tomlTable({
    version: 2n,
    plugins: { "a.b": { same: true, other: 3, "new key": ["y"], table: { x: 1n } } },
  });
  expect(configChanges(before, after)).toEqual([
    'plugins."a.b"."new key" = ["y"]',
    'plugins."a.b".gone removed (was "x")',
    'plugins."a.b".other = 3.0 (was 3)',
    'plugins."a.b".table removed (was {})',
    'plugins."a.b".table.x = 1',
  ]);
});

it("has nothing to say about the same table", () => {
  const table = () => tomlTable({ a: { b: {} }, c: 1.5 });
  expect(configChanges(table(), table())).toEqual([]);
});
