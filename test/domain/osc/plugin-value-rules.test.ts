import { describe, expect, it } from "vitest";
import { pluginFindings } from "../../../src/domain/osc/plugin-rules.ts";
import { findingText } from "../../../src/domain/rules/finding.ts";
import { containerdOsc, oscLines, reviewOf } from "../../support/osc-builders.ts";
import { CRI, IMAGES, NEW_RUNTIMES, RUNTIMES } from "../../support/plugin-builders.ts";

const P = "spec.criConfig.containerd.plugins[0]";
const ODD = ["io.containerd.x.v1.x"];

function findings(path: readonly string[], values: unknown, op = "add") {
  return pluginFindings(reviewOf(containerdOsc({ plugins: [{ op, path, values }] })));
}

function lines(path: readonly string[], values: unknown, rule: string): readonly string[] {
  return oscLines(findings(path, values).filter((finding) => finding.rule === rule));
}

describe("OSC-V-26, keys in values", () => {
  it.each([
    { "": "x" },
    { "": { a: true } },
    { a: { "": "x" } },
    { a: { b: { "": "x" } } },
    { a: ["x", { "": "x" }] },
    { a: { "": { "": "x" } } },
  ])("may not be empty: %j", (values) => {
    expect(oscLines(findings(ODD, values))).toEqual([`OSC-V-26 ${P}.values Invalid`]);
  });

  it.each([{ " a ": "x" }, { a: "" }, { a: { b: [""] } }, {}])("may be anything else: %j", (values) => {
    expect(findings(ODD, values)).toEqual([]);
  });

  it("are a mistake for each setting, which is told", () => {
    expect(findings(ODD, { b: { c: { "": true } }, "": "x", a: "x" }).map(findingText)).toEqual(
      ["an empty key stands at the top", 'an empty key stands in "b.c"'].map(
        (place) =>
          `${P}.values: Invalid value: ${place}, with which config.toml cannot be read; name the setting, or leave it out [OSC-V-26]`,
      ),
    );
  });

  it("are reported for up to ten settings, however deep they are", () => {
    const values = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, { "": "x" }]));
    expect(lines(ODD, values, "OSC-V-26")).toHaveLength(10);
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}{"":"x"}${"}".repeat(20_000)}`);
    expect(lines(ODD, deep, "OSC-V-26")).toHaveLength(1);
  });

  it("are other mistakes than elements of the path", () => {
    const keys = findings([...ODD, ""], { "": "x" })
      .filter(({ rule }) => rule === "OSC-V-26")
      .map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });
});

describe("OSC-V-30, numbers in values", () => {
  it.each([
    { max_concurrent_downloads: 6 },
    JSON.parse('{"max_concurrent_downloads":6.0}'),
    JSON.parse('{"a":1e2}'),
    JSON.parse('{"a":-0.0}'),
    JSON.parse('{"a":1e999}'),
    { a: 1e16 },
    { a: { b: { c: 0 } } },
    { a: ["x", 5] },
    { a: [{ b: [[1]] }] },
  ])("may not be whole: %j (row 27)", (values) => {
    expect(lines(ODD, values, "OSC-V-30")).toEqual([`OSC-V-30 ${P}.values Invalid`]);
  });

  it.each([{ pause_threshold: 0.05 }, { a: -1.5 }, { a: "5" }, { a: ["5"], b: { c: true } }, {}])(
    "may be fractions: %j (row 28)",
    (values) => {
      expect(findings(["io.containerd.gc.v1.scheduler"], values)).toEqual([]);
    },
  );

  it("are a mistake for each setting, and found wherever they are", () => {
    const values = { b: 1, a: { y: { z: 2 }, x: 0.5 }, c: 0.5 };
    expect(findings(ODD, values).map(findingText)).toEqual(
      ["a.y.z", "b"].map(
        (place) =>
          `${P}.values: Invalid value: "${place}" is a whole number, which reaches containerd as a float and keeps it from starting; write it into a drop-in in /etc/containerd/conf.d [OSC-V-30]`,
      ),
    );
  });

  it("are reported the same, whatever the order of the keys", () => {
    const text = (values: unknown) => findings(ODD, values).map(findingText);
    expect(text({ b: { d: 1, c: 2 }, a: 1 })).toEqual(text({ a: 1, b: { c: 2, d: 1 } }));
  });

  it("are reported for up to ten settings", () => {
    const values = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, index]));
    expect(lines(ODD, values, "OSC-V-30")).toHaveLength(10);
  });
});

describe("OSC-V-31, null in values", () => {
  it.each([{ a: null }, { a: { b: null } }, { a: ["x", null] }])("may not stand anywhere: %j", (values) => {
    expect(lines(ODD, values, "OSC-V-31")).toEqual([`OSC-V-31 ${P}.values Invalid`]);
  });

  it("is told where", () => {
    expect(findings(ODD, { a: { b: null } }).map(findingText)).toEqual([
      `${P}.values: Invalid value: "a.b" is null, which would delete it; leave it out, or use an entry with op remove [OSC-V-31]`,
    ]);
  });
});

describe("OSC-V-34, an object at the top of values", () => {
  it.each(["containerd", "registry", "cni", "runtimes", "options", "pinned_images", "image_decryption"])(
    "may not be the table %s",
    (table) => {
      expect(lines([CRI], { [table]: { a: true } }, "OSC-V-34")).toEqual([`OSC-V-34 ${P}.values Invalid`]);
      expect(lines([CRI], { [table]: {} }, "OSC-V-34")).toEqual([`OSC-V-34 ${P}.values Invalid`]);
      expect(lines([CRI], { [table]: "text" }, "OSC-V-34")).toEqual([]);
    },
  );

  it("may not be a runtime", () => {
    const values = { a: { runtime_type: "x" }, b: {} };
    expect(lines(RUNTIMES, values, "OSC-V-34")).toHaveLength(2);
    expect(lines([...RUNTIMES, "a"], { annotations: {} }, "OSC-V-34")).toEqual([]);
  });

  it.each([["text"], [true], [0.5], [["text"]], [[]]])("may not be a runtime that is no table: %j", (value) => {
    for (const path of [RUNTIMES, NEW_RUNTIMES]) {
      expect(lines(path, { foo: value }, "OSC-V-34")).toEqual([`OSC-V-34 ${P}.values Invalid`]);
    }
    expect(lines([...RUNTIMES, "a"], { foo: value }, "OSC-V-34")).toEqual([]);
    expect(lines([...ODD, "runtimes"], { foo: value }, "OSC-V-34")).toEqual([]);
  });

  it("tells what a runtime is", () => {
    expect(findings(RUNTIMES, { foo: "bar" }).map(findingText)).toEqual([
      `${P}.values: Invalid value: "foo" would be a runtime that is no table; write its settings in an entry with the path [${[...RUNTIMES, "foo"].join(", ")}] [OSC-V-34]`,
    ]);
    expect(oscLines(findings(RUNTIMES, { foo: null }))).toEqual([`OSC-V-31 ${P}.values Invalid`]);
  });

  it("may be another table", () => {
    expect(lines([CRI, "registry"], { headers: { "X-A": ["b"] } }, "OSC-V-34")).toEqual([]);
    expect(lines([IMAGES], { runtime_platforms: { x: { snapshotter: "y" } } }, "OSC-V-34")).toEqual([]);
  });

  it("needs a longer path, which the message has", () => {
    const nvidia = [...RUNTIMES, "nvidia"];
    expect(findings(nvidia, { options: { BinaryName: "/x" } }).map(findingText)).toEqual([
      `${P}.values: Invalid value: "options" would be replaced as a whole; use a separate entry with the path [${[...nvidia, "options"].join(", ")}] [OSC-V-34]`,
    ]);
  });
});

describe("values of an entry that removes", () => {
  it("are not looked into", () => {
    expect(oscLines(findings(ODD, { a: 1, b: null, options: {} }, "remove"))).toEqual([
      `OSC-V-28 ${P}.values Forbidden`,
    ]);
  });
});
