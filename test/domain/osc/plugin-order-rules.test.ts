import { describe, expect, it } from "vitest";
import { pluginFindings } from "../../../src/domain/osc/plugin-rules.ts";
import { findingText } from "../../../src/domain/rules/finding.ts";
import { containerdOsc, oscLines, reviewOf } from "../../support/osc-builders.ts";
import { addTo, NEW_RUNTIMES, RUNTIMES, removal } from "../../support/plugin-builders.ts";

const P = "spec.criConfig.containerd.plugins";
const ODD = "io.containerd.x.v1.x";
const NVIDIA = [...RUNTIMES, "nvidia"];

function findings(plugins: readonly unknown[]) {
  return pluginFindings(reviewOf(containerdOsc({ plugins }))).filter(({ rule }) => rule === "OSC-V-67");
}

describe("OSC-V-67, an entry", () => {
  it.each<[string, readonly unknown[], readonly number[]]>([
    ["below a removed table (row 88)", [removal(...NVIDIA), addTo([...NVIDIA, "options"], { a: true })], [1]],
    ["below a removed table, to remove", [removal(...NVIDIA), removal(...NVIDIA, "options")], [1]],
    ["far below a removed table", [removal(ODD), addTo([ODD, "a", "b"])], [1]],
    ["below a removed table, twice", [removal(ODD), addTo([ODD, "a"]), addTo([ODD, "b"])], [1, 2]],
    ["below a setting", [addTo([ODD], { a: "x" }), addTo([ODD, "a", "b"])], [1]],
    ["below a list", [addTo([ODD], { a: [] }), addTo([ODD, "a", "b"])], [1]],
    ["below a setting in an object", [addTo([ODD], { a: { b: true } }), removal(ODD, "a", "b", "c")], [1]],
    [
      "below the same table in the other spelling (row 89)",
      [removal(...RUNTIMES), addTo([...NEW_RUNTIMES, "x"], { a: true })],
      [1],
    ],
    ["below the same table in the older spelling", [removal(...NEW_RUNTIMES), addTo([...RUNTIMES, "x"])], [1]],
    [
      "below a table that is removed after it was created anew",
      [removal(ODD), addTo([ODD]), removal(ODD), addTo([ODD, "a"])],
      [3],
    ],
  ])("may not lead %s", (_, plugins, indexes) => {
    expect(oscLines(findings(plugins))).toEqual(indexes.map((index) => `OSC-V-67 ${P}[${index}].path Invalid`));
  });

  it.each<[string, readonly unknown[]]>([
    ["to a removed table", [removal(...NVIDIA), addTo(NVIDIA, { a: true })]],
    ["to a removed table, to remove it", [removal(...NVIDIA), removal(...NVIDIA)]],
    [
      "below a table that was created anew (row 88)",
      [removal(...NVIDIA), addTo(NVIDIA), addTo([...NVIDIA, "options"])],
    ],
    ["below a table that is removed later", [addTo([...NVIDIA, "options"], { a: true }), removal(...NVIDIA)]],
    ["below a setting that became a table", [addTo([ODD], { a: "x" }), addTo([ODD, "a"]), addTo([ODD, "a", "b"])]],
    [
      "below a setting that became an object",
      [addTo([ODD], { a: "x" }), addTo([ODD], { a: {} }), addTo([ODD, "a", "b"])],
    ],
    ["beside a removed table", [removal(ODD, "a"), addTo([ODD, "b", "a"]), addTo([ODD, "aa", "b"])]],
    ["above a removed table", [removal(ODD, "a", "b"), addTo([ODD, "a"], { c: true })]],
    ["below a table with an operation nobody knows", [{ op: "drop", path: [ODD] }, addTo([ODD, "a"])]],
    ["below nothing at all", [{ op: "remove" }, addTo([ODD, "a"])]],
    [
      "below a table whose new one is in the older spelling",
      [removal(...NEW_RUNTIMES, "x"), addTo([...RUNTIMES, "x"]), addTo([...RUNTIMES, "x", "options"])],
    ],
  ])("may lead %s", (_, plugins) => {
    expect(findings(plugins)).toEqual([]);
  });

  it("is told what it leads through", () => {
    expect(findings([removal(...NVIDIA), addTo([...NVIDIA, "options"])]).map(findingText)).toEqual([
      `${P}[1].path: Invalid value: leads through [${NVIDIA.join(", ")}], which an earlier entry removed or made no table; add exactly that path in between [OSC-V-67]`,
    ]);
  });
});
