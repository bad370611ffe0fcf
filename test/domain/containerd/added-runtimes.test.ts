import { describe, expect, it } from "vitest";
import { addedRuntimes } from "../../../src/domain/containerd/added-runtimes.ts";
import type { PluginEntry } from "../../../src/domain/containerd/plugin-entry.ts";

const V2 = ["io.containerd.grpc.v1.cri", "containerd", "runtimes"];
const V3 = ["io.containerd.cri.v1.runtime", "containerd", "runtimes"];
const TYPE = { runtime_type: "io.containerd.runc.v2" };

describe("the runtimes that entries add", () => {
  it.each<[string, readonly PluginEntry[], readonly string[], readonly string[]]>([
    ["none", [], [], []],
    ["in the older spelling, which is translated", [{ path: [...V2, "a"], values: TYPE }], ["a"], ["a"]],
    ["in the newer spelling", [{ path: [...V3, "a"], values: TYPE }], [], ["a"]],
    ["by something in their table", [{ path: [...V2, "a", "options"], values: {} }], ["a"], ["a"]],
    ["without values", [{ op: "add", path: [...V2, "a"] }], ["a"], ["a"]],
    ["in the table of all of them", [{ path: V2, values: { a: TYPE, b: "no table" } }], ["a"], ["a"]],
    ["in a table above", [{ path: V3.slice(0, 1), values: { containerd: { runtimes: { a: TYPE } } } }], [], ["a"]],
    ["not in another table", [{ path: ["io.containerd.grpc.v1.cri", "registry", "a"] }], [], []],
    ["not with an unknown operation", [{ op: "drop", path: [...V2, "a"] }], [], []],
    ["not with an empty path", [{ path: [], values: { a: TYPE } }], [], []],
    ["but remove again", [{ path: [...V2, "a"] }, { op: "remove", path: [...V2, "a"] }], [], []],
    ["and remove in part", [{ path: [...V2, "a"] }, { op: "remove", path: [...V2, "a", "options"] }], ["a"], ["a"]],
    ["after their removal", [{ op: "remove", path: [...V2, "a"] }, { path: [...V2, "a"] }], ["a"], ["a"]],
    ["but remove with all others", [{ path: [...V2, "a"] }, { op: "remove", path: V2 }], [], []],
    ["but remove with the plugin", [{ path: [...V2, "a"] }, { op: "remove", path: V2.slice(0, 1) }], [], ["a"]],
    ["but replace", [{ path: [...V3, "a"] }, { path: V3.slice(0, 2), values: { runtimes: { b: TYPE } } }], [], ["b"]],
    [
      "but replace by a setting",
      [{ path: [...V3, "a"] }, { path: V3.slice(0, 2), values: { runtimes: true } }],
      [],
      [],
    ],
  ])("%s", (_, entries, v2, v3) => {
    expect([...addedRuntimes(entries, "v2")]).toEqual(v2);
    expect([...addedRuntimes(entries, "v3")]).toEqual(v3);
  });

  it("may be named like members of objects", () => {
    const values = JSON.parse('{"__proto__":{},"constructor":{}}');
    expect([...addedRuntimes([{ path: V2, values }], "v2")]).toEqual(["__proto__", "constructor"]);
  });
});
