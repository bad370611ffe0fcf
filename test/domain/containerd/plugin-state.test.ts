import { describe, expect, it } from "vitest";
import type { PluginEntry } from "../../../src/domain/containerd/plugin-entry.ts";
import { PluginState } from "../../../src/domain/containerd/plugin-state.ts";

const A = "io.containerd.a.v1.a";

/** A state after entries, each with its index as origin. */
function stateAfter(...entries: readonly PluginEntry[]): PluginState<number> {
  const state = new PluginState<number>("v2");
  for (const [index, entry] of entries.entries()) {
    state.apply(entry, index);
  }
  return state;
}

function add(keys: string, values?: unknown): PluginEntry {
  return { path: [A, ...keys.split("/").filter((key) => key !== "")], values };
}

function remove(keys: string): PluginEntry {
  return { op: "remove", path: add(keys).path };
}

describe("what is in the way of an entry", () => {
  it.each<[string, readonly PluginEntry[], PluginEntry, object | undefined]>([
    ["nothing", [], add("x/y"), undefined],
    ["its own table", [remove("x")], add("x"), undefined],
    ["its own table, to remove it again", [remove("x")], remove("x"), undefined],
    ["a removed table", [remove("x")], add("x/y"), { origin: 0, depth: 2 }],
    ["a removed table, to remove something in it", [remove("x")], remove("x/y"), { origin: 0, depth: 2 }],
    ["a removed table far above", [remove("")], add("x/y/z"), { origin: 0, depth: 1 }],
    ["a removed table that was created again", [remove("x"), add("x")], add("x/y"), undefined],
    ["a removed table that is a setting now", [remove("x"), add("", { x: true })], add("x/y"), { origin: 1, depth: 2 }],
    ["a removed table that came back with its parent", [remove("x"), add("", { x: {} })], add("x/y"), undefined],
    ["a setting", [add("", { x: "text" })], add("x/y"), { origin: 0, depth: 2 }],
    ["a list", [add("", { x: [] })], add("x/y"), { origin: 0, depth: 2 }],
    ["a setting that is null, which removes it", [add("", { x: null })], add("x/y"), { origin: 0, depth: 2 }],
    ["a setting deep in values", [add("", { x: { y: { z: 0.5 } } })], add("x/y/z/u"), { origin: 0, depth: 4 }],
    ["a table in values", [add("", { x: { y: {} } })], add("x/y/z"), undefined],
    ["a setting that became a table", [add("", { x: true }), add("x")], add("x/y"), undefined],
    ["a table that was removed before its parent", [remove("x/y"), remove("x"), add("x")], add("x/y/z"), undefined],
    ["an entry that would have failed", [remove("x"), add("x/y", { z: true })], add("x/y/z"), { origin: 0, depth: 2 }],
    ["an entry with an unknown operation", [{ op: "drop", path: add("x").path }], add("x/y"), undefined],
    ["an entry with values that are no object", [remove("x"), add("x", ["z"])], add("x/y"), { origin: 0, depth: 2 }],
  ])("is %s", (_, earlier, entry, expected) => {
    expect(stateAfter(...earlier).obstacle(entry)).toEqual(expected);
  });

  it("depends on the translation of paths", () => {
    const removal = { op: "remove", path: ["io.containerd.cri.v1.runtime", "containerd", "runtimes"] };
    const entry = { path: ["io.containerd.grpc.v1.cri", "containerd", "runtimes", "x"] };
    for (const [generation, depth] of [["v2", undefined] as const, ["v3", 3] as const]) {
      const state = new PluginState(generation);
      state.apply(removal);
      expect(state.obstacle(entry)?.depth).toBe(depth);
    }
  });
});

describe("how a setting stands", () => {
  it.each<[string, readonly PluginEntry[], unknown, string]>([
    ["nothing said", [], true, "free"],
    ["another setting of the table", [add("t", { other: true })], true, "free"],
    ["the same value", [add("t", { s: ["a"] })], ["a"], "met"],
    ["another value", [add("t", { s: ["a"] })], ["b"], "taken"],
    ["another value later on", [add("t", { s: true }), add("t", { s: false })], true, "taken"],
    ["the same value later on", [add("t", { s: false }), add("t", { s: true })], true, "met"],
    ["the same value in the table above", [add("", { t: { s: true } })], true, "met"],
    ["a setting that was removed", [remove("t/s")], true, "taken"],
    ["a table that was created anew", [remove("t"), add("t", { u: true })], true, "free"],
    ["the same object", [add("t", { s: { a: true, b: "x" } })], { b: "x", a: true }, "met"],
    [
      "the same object, put together",
      [add("t", { s: { a: true } }), add("t/s", { b: "x" })],
      { b: "x", a: true },
      "met",
    ],
    [
      "the same object but for something removed",
      [add("t", { s: { a: true, b: "x" } }), remove("t/s/b")],
      { a: true },
      "met",
    ],
    ["a smaller object", [add("t", { s: { a: true } })], { a: true, b: "x" }, "taken"],
    ["a table with unknown content", [add("t/s", { a: true })], { a: true }, "taken"],
    ["a table that is only walked through", [remove("t/s/x")], true, "taken"],
    ["a name of a member of objects", [add("t", JSON.parse('{"__proto__":{"s":true}}'))], true, "free"],
  ])("after %s", (_, earlier, value, expected) => {
    expect(stateAfter(...earlier).settingStanding(add("t"), "s", value).kind).toBe(expected);
  });
});

describe("how a removal stands", () => {
  it.each<[string, readonly PluginEntry[], string]>([
    ["nothing said", [], "free"],
    ["the same removal", [remove("t")], "met"],
    ["a removal above", [remove("")], "met"],
    ["a removal below", [remove("t/u")], "free"],
    ["an addition", [add("t")], "taken"],
    ["an addition below", [add("t/u/v", { w: true })], "taken"],
    ["an addition above", [add("", { t: true })], "taken"],
    ["an addition that was removed again", [add("t"), remove("t")], "met"],
    ["an addition below that was removed again", [add("t/u"), remove("t/u")], "free"],
    ["a parent that was created anew", [remove(""), add("")], "met"],
    ["a parent that is a setting", [add("", { t: true }), remove("t")], "met"],
  ])("after %s", (_, earlier, expected) => {
    expect(stateAfter(...earlier).removalStanding(remove("t")).kind).toBe(expected);
  });
});

describe("a state implies another one", () => {
  it.each<[string, readonly PluginEntry[], readonly PluginEntry[], boolean]>([
    ["that knows nothing", [], [], true],
    ["of the same entries", [remove("x"), add("x", { a: true })], [remove("x"), add("x", { a: true })], true],
    ["of fewer entries", [add("x", { a: true, b: true })], [add("x", { a: true })], true],
    ["of more entries", [add("x", { a: true })], [add("x", { a: true, b: true })], false],
    ["with a table created anew", [add("x", { a: true })], [remove("x"), add("x", { a: true })], false],
    [
      "with more in a table created anew",
      [remove("x"), add("x", { a: true, b: true })],
      [remove("x"), add("x", { a: true })],
      false,
    ],
    [
      "with an object put together",
      [add("", { x: { a: true, b: true } })],
      [add("", { x: { a: true } }), add("x", { b: true })],
      true,
    ],
    ["with a removal", [remove("x")], [remove("x")], true],
    ["with a removal below one", [remove("x")], [remove("x/y")], true],
    ["with a table that is there", [add("x", { a: true })], [add("x")], true],
    ["with a table that may not be there", [remove("x/y")], [add("x")], false],
    ["with a setting that is a table", [add("x/s", { a: true })], [add("x", { s: { a: true } })], false],
  ])("%s", (_, entries, wanted, expected) => {
    expect(stateAfter(...entries).implies(stateAfter(...wanted))).toBe(expected);
  });
});

describe("hostile entries", () => {
  function nested(depth: number): unknown {
    return JSON.parse(`${'{"a":'.repeat(depth)}true${"}".repeat(depth)}`);
  }

  it("may be nested deeply", () => {
    const deep = nested(20_000);
    const state = stateAfter(add("t", { s: deep }));
    expect(state.settingStanding(add("t"), "s", deep).kind).toBe("met");
    expect(state.settingStanding(add("t"), "s", nested(19_999)).kind).toBe("taken");
    expect(state.obstacle({ path: [A, "t", "s", ...Array.from({ length: 20_001 }, () => "a")] })?.depth).toBe(20_003);
  });

  it("may have long paths", () => {
    const path = [A, ...Array.from({ length: 200_000 }, () => "a")];
    const state = stateAfter({ path, values: { a: true } });
    expect(state.removalStanding({ op: "remove", path: [A, "a"] }).kind).toBe("taken");
    expect(state.obstacle({ path: [...path, "a", "a"] })?.depth).toBe(200_002);
  });
});
