import { describe, expect, it } from "vitest";
import { isRuleId, RULES, type RuleMark, ruleOf } from "../../../src/domain/rules/catalogue.ts";

/** Of sections 3.1 to 3.4 and 5 of the contract, the rules that Gardener does not enforce. */
const OURS: Readonly<Record<string, RuleMark>> = {
  "CAP-CP-11": "W",
  "CAP-CP-29": "W",
  "CAP-CP-30": "W",
  "CAP-CP-31": "W",
  "CAP-CP-32": "W",
  "CAP-CP-33": "Ww",
  "CAP-CP-34": "Ww",
  "CAP-CP-54": "W",
  "CAP-CP-55": "W",
  "CAP-CP-56": "W",
  "CAP-CP-57": "Ww",
  "CAP-CP-58": "Ww",
  "CAP-CP-59": "Ww",
  "CAP-SH-30": "Ww",
  "CAP-SH-31": "Ww",
  "CAP-SH-32": "W",
};

const IDS = Object.keys(RULES).filter(isRuleId);
const OF_THESE_SECTIONS = IDS.filter((id) =>
  /^CAP-CP-[0-6]|^CAP-CP-7[0-2]|^CAP-SH-[0-2]|^CAP-SH-3[0125]|^CRI-V-0/.test(id),
);

describe("the catalogue of rules", () => {
  it.each(IDS)("describes %s in one sentence without a full stop", (id) => {
    expect(ruleOf(id).title).toMatch(/^[a-zA-Z].*[^.]$/);
  });

  it.each(OF_THESE_SECTIONS)("marks by whom %s is enforced as the contract does", (id) => {
    expect(ruleOf(id).mark).toBe(OURS[id] ?? "G");
  });

  it.each(["constructor", "__proto__", "toString", "CAP-SH-99", "cap-sh-17", ""])("does not know %j", (text) => {
    expect(isRuleId(text)).toBe(false);
  });
});
