import { describe, expect, it } from "vitest";
import { pluginFindings } from "../../../src/domain/osc/plugin-rules.ts";
import { NO_POLICIES } from "../../../src/domain/policies/types.ts";
import { findingText } from "../../../src/domain/rules/finding.ts";
import { containerdOsc, oscLines, reviewOf } from "../../support/osc-builders.ts";
import {
  addTo,
  CRI,
  NEW_RUNTIMES,
  NVIDIA,
  NVIDIA_DEFAULT_EMITTED,
  RUNTIME,
  RUNTIMES,
  removal,
} from "../../support/plugin-builders.ts";

const P = "spec.criConfig.containerd.plugins";

function findings(plugins: readonly unknown[], knownRuntimes: readonly string[] = []) {
  const tables = { ...NO_POLICIES.tables, knownRuntimes };
  const review = reviewOf(containerdOsc({ plugins }), undefined, { tables });
  return pluginFindings(review).filter(({ rule }) => rule === "OSC-V-68");
}

function naming(plugin: string, name: unknown) {
  return addTo([plugin, "containerd"], { default_runtime_name: name });
}

const BOTH = [naming(CRI, "nvidia"), naming(RUNTIME, "nvidia")];

describe("OSC-V-68, the default runtime", () => {
  it.each<[string, readonly unknown[]]>([
    ["runc", [naming(CRI, "runc"), naming(RUNTIME, "runc")]],
    ["added before (P5)", NVIDIA_DEFAULT_EMITTED],
    ["added behind", [...BOTH, ...NVIDIA]],
    ["added in the newer spelling for the newer generation", [naming(RUNTIME, "x"), addTo([...NEW_RUNTIMES, "x"])]],
    ["added by something in its table", [...BOTH, addTo([...RUNTIMES, "nvidia", "options"], { a: "x" })]],
    ["removed and added again", [removal(...RUNTIMES, "nvidia"), ...NVIDIA_DEFAULT_EMITTED]],
    ["one that a later entry replaces by runc", [...BOTH, naming(CRI, "runc"), naming(RUNTIME, "runc")]],
    ["one that a later entry takes back", [naming(CRI, "nvidia"), removal(CRI, "containerd", "default_runtime_name")]],
    ["in another table", [addTo([CRI], { default_runtime_name: "nvidia" })]],
  ])("may be %s", (_, plugins) => {
    expect(findings(plugins)).toEqual([]);
  });

  it.each<[string, readonly unknown[], readonly number[]]>([
    ["unknown (row 90)", BOTH, [0, 1]],
    ["one that is removed later", [...NVIDIA_DEFAULT_EMITTED, removal(...RUNTIMES, "nvidia")], [2, 3]],
    ["one that is removed with all others", [...NVIDIA_DEFAULT_EMITTED, removal(...NEW_RUNTIMES)], [3]],
    ["added in the newer spelling for the older generation", [naming(CRI, "x"), addTo([...NEW_RUNTIMES, "x"])], [0]],
    ["named again, wrongly", [...NVIDIA_DEFAULT_EMITTED, naming(RUNTIME, "nvidai")], [4]],
    ["empty", [naming(CRI, "")], [0]],
    ["no text", [naming(CRI, true)], [0]],
    ["an object", [naming(CRI, { name: "runc" })], [0]],
  ])("may not be %s", (_, plugins, indexes) => {
    expect(oscLines(findings(plugins))).toEqual(indexes.map((index) => `OSC-V-68 ${P}[${index}].values Invalid`));
  });

  it("may be one that the operating system brings along", () => {
    expect(findings(BOTH, ["crun", "nvidia"])).toEqual([]);
    expect(findings(BOTH, ["crun"])).toHaveLength(2);
  });

  it("is told what is missing", () => {
    expect(findings([naming(CRI, "nvidia")]).map(findingText)).toEqual([
      `${P}[0].values: Invalid value: "nvidia": containerd has no such runtime and would not load its CRI plugin; add [..., containerd, runtimes, <name>] too, or put it into knownRuntimes [OSC-V-68]`,
    ]);
  });
});
