import { describe, expect, it } from "vitest";
import { pluginFindings } from "../../../src/domain/osc/plugin-rules.ts";
import { findingText } from "../../../src/domain/rules/finding.ts";
import { containerdOsc, oscLines, provisionOsc, reviewOf } from "../../support/osc-builders.ts";
import { CRI } from "../../support/plugin-builders.ts";

const P = "spec.criConfig.containerd.plugins[0]";
const GC = ["io.containerd.gc.v1.scheduler"];

function lines(...plugins: readonly unknown[]): readonly string[] {
  return oscLines(pluginFindings(reviewOf(containerdOsc({ plugins }))));
}

function messages(...plugins: readonly unknown[]): readonly string[] {
  return pluginFindings(reviewOf(containerdOsc({ plugins }))).map(findingText);
}

describe("OSC-V-24, the operation of a plugin entry", () => {
  it.each([undefined, null, "add", "remove"])("may be %s", (op) => {
    expect(lines({ op, path: GC })).toEqual([]);
  });

  it.each(["", "Add", "replace", "toString"])("may not be %j", (op) => {
    expect(lines({ op, path: GC })).toEqual([`OSC-V-24 ${P}.op NotSupported`]);
  });
});

describe("OSC-V-25, the path of a plugin entry", () => {
  it.each([{}, null, { path: [] }, { path: null }, { values: { a: true } }])("is missing in %j", (entry) => {
    expect(lines(entry)).toEqual([`OSC-V-25 ${P}.path Required`]);
  });
});

describe("OSC-V-28 and 29, the values of a plugin entry", () => {
  it.each<[unknown, readonly string[]]>([
    [undefined, []],
    [null, []],
    [{}, []],
    [{ startup_delay: "1s" }, []],
    ['{"startup_delay":"1s"}', [`OSC-V-29 ${P}.values Invalid`]],
    [[], [`OSC-V-29 ${P}.values Invalid`]],
    [[1, null], [`OSC-V-29 ${P}.values Invalid`]],
    [1, [`OSC-V-29 ${P}.values Invalid`]],
    [true, [`OSC-V-29 ${P}.values Invalid`]],
    ["", [`OSC-V-29 ${P}.values Invalid`]],
  ])("are %j", (values, expected) => {
    expect(lines({ path: GC, values })).toEqual(expected);
    expect(lines({ op: "add", path: GC, values })).toEqual(expected);
  });

  it("are judged with an operation that is unknown, as Gardener does", () => {
    expect(lines({ op: "drop", path: GC, values: 5 })).toEqual([
      `OSC-V-24 ${P}.op NotSupported`,
      `OSC-V-29 ${P}.values Invalid`,
    ]);
  });

  it.each([{}, { a: true }, "text", [], 5, false])("may not stand with op remove, not even %j (row 29)", (values) => {
    expect(lines({ op: "remove", path: GC, values })).toEqual([`OSC-V-28 ${P}.values Forbidden`]);
  });

  it("may be null with op remove, which is absent", () => {
    expect(lines({ op: "remove", path: GC, values: null })).toEqual([]);
  });

  it("are explained where they are a text with JSON (row 26)", () => {
    expect(messages({ path: GC, values: '{"snapshotter":"native"}' })).toEqual([
      `${P}.values: Invalid value: "{\\"snapshotter\\":\\"native\\"}": must be an object, not a text with JSON in it; write the settings without quotation marks around them [OSC-V-29]`,
    ]);
  });
});

describe("plugin entries", () => {
  it("are judged with any purpose but provision, which must not have them", () => {
    const containerd = { sandboxImage: "pause:1", plugins: [{}] };
    const provision = provisionOsc({ criConfig: { name: "containerd", containerd } });
    expect(pluginFindings(reviewOf(provision))).toEqual([]);
    for (const purpose of ["reconcile", "other", undefined]) {
      expect(oscLines(pluginFindings(reviewOf(containerdOsc({ plugins: [{}] }, { purpose }))))).toEqual([
        `OSC-V-25 ${P}.path Required`,
      ]);
    }
  });

  it("are known again by their paths, wherever they stand", () => {
    const broken = { path: [CRI], values: { max_container_log_line_size: 5 } };
    const keyOf = (plugins: readonly unknown[]) =>
      pluginFindings(reviewOf(containerdOsc({ plugins }))).map(({ rule, key }) => `${rule} ${key}`);
    expect(keyOf([{ path: GC }, broken])).toEqual(keyOf([broken]));
    expect(keyOf([{ ...broken, values: { selinux_category_range: 5 } }])).not.toEqual(keyOf([broken]));
  });

  it("can be as long and deep as a request can, without the rules taking longer than a moment", () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}5${"}".repeat(20_000)}`);
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, index]));
    const plugins = [
      { path: [CRI], values: { deep } },
      { path: [CRI, "x".repeat(500_000)], values: wide },
      { path: Array.from({ length: 200_000 }, () => "") },
      { op: "remove", path: Array.from({ length: 100_000 }, () => "io.containerd.a.v1.a") },
      ...Array.from({ length: 10_000 }, (_, index) => ({ path: [CRI, `${index}`], values: { a: index } })),
      ...Array.from({ length: 10_000 }, () => ({ op: "remove", path: [CRI, "containerd", "runtimes", "x", "y"] })),
    ];
    const review = reviewOf(containerdOsc({ plugins }));
    const start = performance.now();
    const findings = pluginFindings(review);
    expect(findings.length).toBeGreaterThan(10_000);
    expect(findings.length).toBeLessThan(60_000);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("may be named like members of objects", () => {
    const values = JSON.parse('{"__proto__":{"constructor":"x"},"toString":true}');
    const path = ["io.containerd.x.v1.x", "__proto__", "constructor"];
    expect(lines({ path, values }, { op: "remove", path: path.slice(0, 2) })).toEqual([]);
  });
});
