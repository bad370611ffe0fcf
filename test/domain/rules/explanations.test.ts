import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { isRuleId } from "../../../src/domain/rules/catalogue.ts";
import type { Explanation } from "../../../src/domain/rules/explanations/explanation.ts";
import { EXPLANATIONS } from "../../../src/domain/rules/explanations/explanations.ts";
import { OTHER_IDS } from "../../../src/domain/rules/explanations/other-ids.ts";
import { PENDING_IDS } from "./rule-ids.ts";

const ENTRIES: readonly (readonly [string, Explanation])[] = Object.entries(EXPLANATIONS);

/** Room for an indented line on a terminal of 100 columns. */
const EXAMPLE_WIDTH = 98;

function isKnown(id: string): boolean {
  return isRuleId(id) || OTHER_IDS.has(id) || PENDING_IDS.includes(id);
}

describe("the explanations", () => {
  it("are of rules that exist or are to be built", () => {
    expect(ENTRIES.map(([id]) => id).filter((id) => !isRuleId(id) && !PENDING_IDS.includes(id))).toEqual([]);
  });

  describe.each(ENTRIES)("of %s", (_id, { what, why, example, fix, except = "." }) => {
    it("are complete sentences", () => {
      for (const text of [what, why, fix, except]) {
        expect(text).toMatch(/^(?:[A-Z`]|gardengate|containerd|etcd|)[^\n]*\.$/);
        expect(text.split("`").length % 2, "backticks come in pairs").toBe(1);
        expect(text).not.toMatch(/ {2}|\s$/);
      }
    });

    it("have an example of YAML that fits a terminal", () => {
      expect(parseAllDocuments(example.replace(/^\n/, "")).flatMap(({ errors }) => errors)).toEqual([]);
      expect(unindented(example).filter((line) => line.length > EXAMPLE_WIDTH)).toEqual([]);
    });

    it("mention only rules that exist", () => {
      const mentioned = [what, why, fix, except].join(" ").match(/\b(?:CAP-\w+|CRI-V)-\d+/g) ?? [];
      expect(mentioned.filter((id) => !isKnown(id))).toEqual([]);
    });
  });
});

describe("the other ids of the contracts", () => {
  it.each([...OTHER_IDS])("are none of the catalogue, as %s", (id, { note, rules }) => {
    expect(isRuleId(id)).toBe(false);
    expect(rules.filter((rule) => !isRuleId(rule))).toEqual([]);
    expect(note).toMatch(/^[A-Z].*\.$/);
  });
});

function unindented(example: string): readonly string[] {
  const lines = example.split("\n").filter((line) => line !== "");
  const indentation = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indentation));
}
