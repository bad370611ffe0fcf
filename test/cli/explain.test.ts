import { describe, expect, it } from "vitest";
import { parseArguments } from "../../src/cli/arguments.ts";
import { explainText } from "../../src/cli/explain.ts";
import { isRuleId, RULES, ruleOf } from "../../src/domain/rules/catalogue.ts";
import { OTHER_IDS } from "../../src/domain/rules/explanations/other-ids.ts";

const IDS = Object.keys(RULES).filter(isRuleId);

describe("explain", () => {
  it("tells everything about a rule", () => {
    expect(explainText(["CAP-CP-31"])).toBe(`CAP-CP-31: a capability of a machine type is not an empty list

What
  A capability of a machine type is an empty list or null.

Why
  An empty list is not an omitted one: it has no value in common with any flavor, so the machine
  type fits no image at all. Gardener stores it without a word.

Example that violates it
  machineCapabilities:
  - { name: architecture, values: [amd64] }
  - { name: tpm, values: [v2, v1] }
  machineTypes:
  - { name: m5.large, capabilities: { tpm: [] } }

How to fix
  Remove the capability to allow all of its values, or list those that the machine has.

Enforced by
  Only gardengate refuses it; Gardener and the provider extensions accept it (mark W).

Switch
  rules.strict: warn lowers all rules of this mark to warnings. rules.overrides: { CAP-CP-31: warn }
  lowers this one alone; off instead silences it, enforce keeps it. What was stored already is a
  warning, so that an update is refused only for what it introduces.
`);
  });

  it("refers to the rules that are meant by another id", () => {
    expect(explainText(["CAP-SH-21"])).toBe(`CAP-SH-21: no finding has this id

  The shape of the CRI of a pool goes by the ids of the CRI contract.

See: gardengate explain CRI-V-01 CRI-V-02
`);
  });

  it("names the other ids of a rule", () => {
    expect(explainText(["CAP-SH-18"])).toContain("\nOther ids of the contracts\n  CRI-V-03, CRI-V-04\n\nWhat\n");
  });

  it("puts several rules one after the other", () => {
    expect(explainText(["CAP-SH-17", "CRI-V-04"])).toBe(`${explainText(["CAP-SH-17"])}\n${explainText(["CRI-V-04"])}`);
  });

  it("lists all rules with their titles where none is named", () => {
    const lines = explainText([]).split("\n");
    for (const id of IDS) {
      const [line = ""] = lines.filter((each) => each.startsWith(`  ${id} `));
      expect(ruleOf(id).title.startsWith(line.slice(`  CAP-NCP-00  `.length)), id).toBe(true);
    }
  });

  it.each([...IDS.map((id) => [id]), [...OTHER_IDS.keys()], []])(
    "prints plain text of 100 columns for %s",
    (...ids) => {
      const lines = explainText(ids).split("\n");
      expect(lines.filter((line) => line.length > 100 || /`|\*\*|\s$/.test(line))).toEqual([]);
    },
  );

  it.each(["toString", "__proto__", ""])("passes over %j", (id) => {
    expect(explainText([id])).toBe("");
  });
});

describe("the arguments of explain", () => {
  it.each([
    ["CAP-CP-54", ["CAP-CP-54"]],
    ["[CAP-CP-54]", ["CAP-CP-54"]],
    ["cap-cp-54 cri-v-05", ["CAP-CP-54", "CRI-V-05"]],
    ["", []],
  ])("may be %j", (line, ids) => {
    const args = ["explain", ...line.split(" ").filter((word) => word !== "")];
    expect(parseArguments(args)).toEqual({ kind: "explain", ids });
  });

  it.each([
    ["CAP-SH-71", 'unknown rule "CAP-SH-71"; did you mean CAP-SH-11?'],
    ["CRIV-01", 'unknown rule "CRIV-01"; did you mean CRI-V-01?'],
    ["ncp-11", 'unknown rule "ncp-11"; did you mean CAP-NCP-11?'],
    ["toString", 'unknown rule "toString"'],
    ["", 'unknown rule ""'],
  ])("must not be %j", (typed, message) => {
    expect(parseArguments(["explain", "CAP-CP-54", typed])).toEqual({
      kind: "usage-error",
      text: `gardengate: ${message}\nSee: gardengate help explain\n`,
    });
  });
});
