import { describe, expect, it } from "vitest";
import { type TomlValue, tomlTable } from "../../../src/domain/containerd/toml-table.ts";
import { tomlKey, tomlText, tomlValueText } from "../../../src/domain/containerd/toml-text.ts";

describe("the text of a table", () => {
  it("has settings before tables, both by name, and tables indented under their full names", () => {
    const table = tomlTable({
      version: 2n,
      plugins: {
        "io.containerd.grpc.v1.cri": { registry: { config_path: "/x" }, cni: {}, enable_cdi: true },
        "io.containerd.gc.v1.scheduler": { pause_threshold: 0.02 },
      },
      imports: ["a", "b"],
    });
    expect(tomlText(table)).toBe(
      `imports = ["a", "b"]
version = 2

[plugins]

  [plugins."io.containerd.gc.v1.scheduler"]
    pause_threshold = 0.02

  [plugins."io.containerd.grpc.v1.cri"]
    enable_cdi = true

    [plugins."io.containerd.grpc.v1.cri".cni]

    [plugins."io.containerd.grpc.v1.cri".registry]
      config_path = "/x"
`,
    );
  });

  it("does not depend on the order of keys, and has it by code point", () => {
    const keys = ["b", "a", "\u{1f600}", "\uffff", "B"];
    const inOrder = (order: readonly string[]) => tomlText(new Map(order.map((key) => [key, true])));
    expect(inOrder(keys)).toBe('B = true\na = true\nb = true\n"\uffff" = true\n"\u{1f600}" = true\n');
    expect(inOrder(keys.toReversed())).toBe(inOrder(keys));
  });
});

describe("the text of a value", () => {
  it.each<[TomlValue, string]>([
    ["plain", '"plain"'],
    ['a "quoted" \\ text', '"a \\"quoted\\" \\\\ text"'],
    ["\b\t\n\f\r\u0001\u001f\u007f", '"\\b\\t\\n\\f\\r\\u0001\u001f\u007f"'],
    ["ünï \u{1f600}", '"ünï \u{1f600}"'],
    ["\ud800", '"\ufffd"'],
    [true, "true"],
    [5n, "5"],
    [-5n, "-5"],
    [5, "5.0"],
    [0, "0.0"],
    [-0, "-0.0"],
    [1e21, "1000000000000000000000.0"],
    [1e30, "1000000000000000019884624838656.0"],
    [0.05, "0.05"],
    [-0.02, "-0.02"],
    [1.5e-9, "0.0000000015"],
    [-1.25e-7, "-0.000000125"],
    [123456789.25, "123456789.25"],
    [2840222.25, "2840222.2"],
    [-170699.125, "-170699.12"],
    [0.10000000149011612, "0.1"],
    [1.401298464324817e-45, `0.${"0".repeat(44)}1`],
    [Number.POSITIVE_INFINITY, "+inf"],
    [Number.NEGATIVE_INFINITY, "-inf"],
    [Number.NaN, "nan"],
    [[], "[]"],
    [["a", ["b", true]], '["a", ["b", true]]'],
    [[tomlTable({ b: 1n, a: ["x"] }), tomlTable({})], '[{ a = ["x"], b = 1 }, {  }]'],
  ])("of %s is %s", (value, text) => {
    expect(tomlValueText(value)).toBe(text);
  });
});

describe("the text of a key", () => {
  it.each([
    ["SystemdCgroup", "SystemdCgroup"],
    ["a-b_3", "a-b_3"],
    ["io.containerd", '"io.containerd"'],
    ["docker.io:5000", '"docker.io:5000"'],
    ["ünï", '"ünï"'],
    ['a"b', '"a\\"b"'],
    ['"quoted"', '"quoted"'],
    ["", ""],
  ])("%j is %s", (key, text) => {
    expect(tomlKey(key)).toBe(text);
  });
});
