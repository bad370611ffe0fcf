import { assertNever } from "../domain/assert-never.ts";
import { type Rule, type RuleId, type RuleMark, ruleOf } from "../domain/rules/catalogue.ts";
import { explanationOf } from "../domain/rules/explanations/explanations.ts";
import { OTHER_IDS } from "../domain/rules/explanations/other-ids.ts";

/** Everything that is told about a rule, in the order in which it is told. Prose may hold `code` in backticks. */
export interface RulePage {
  readonly id: RuleId;
  readonly title: string;
  /** Ids of the contracts that are other names of the rule; empty of most. */
  readonly otherIds: readonly string[];
  readonly what: string;
  readonly why: string;
  /** Lines of YAML. */
  readonly example: readonly string[];
  readonly fix: string;
  readonly enforcedBy: string;
  readonly switches: string;
}

/** Puts together what catalogue and explanations say about a rule. */
export function rulePage(id: RuleId): RulePage {
  const rule = ruleOf(id);
  const { what, why, example, fix, except, isAboutChange } = explanationOf(id);
  const exception = except === undefined ? "" : ` ${except}`;
  return {
    id,
    title: rule.title,
    otherIds: [...OTHER_IDS].filter(([, { rules }]) => rules.includes(id)).map(([other]) => other),
    what,
    why,
    example: dedented(example),
    fix,
    enforcedBy: `${ENFORCEMENT[rule.mark]}${exception}`,
    switches: switchText(id, rule, isAboutChange === true),
  };
}

/** Who enforces rules of a mark, in few words, for lists. */
export const MARK_WORDS: Readonly<Record<RuleMark, string>> = {
  G: "Gardener too",
  P: "provider extension too",
  W: "gardengate alone",
  Ww: "warning only",
};

const ENFORCEMENT: Readonly<Record<RuleMark, string>> = {
  G: "Gardener's API server refuses it too (mark G).",
  P: "The admission webhook of the provider extension refuses it too (mark P).",
  W: "Only gardengate refuses it; Gardener and the provider extensions accept it (mark W).",
  Ww: "Nobody refuses it; gardengate warns (mark Ww).",
};

function switchText(id: RuleId, rule: Rule, isAboutChange: boolean): string {
  switch (rule.mark) {
    case "G":
    case "P":
      return "Rules of this mark cannot be switched; the request would be refused all the same.";
    case "W":
      return `${groupSwitch(rule)} \`rules.overrides: { ${id}: warn }\` lowers this one alone; \`off\` instead silences it, \`enforce\` keeps it. ${ratchet(isAboutChange)}`;
    case "Ww":
      return `\`rules.overrides: { ${id}: off }\` silences it.`;
    default:
      return assertNever(rule.mark);
  }
}

function groupSwitch({ group }: Rule): string {
  return group === "inUse"
    ? "`rules.inUse: warn` lowers all rules that protect what living shoots use to warnings, `off` silences them."
    : "`rules.strict: warn` lowers all rules of this mark to warnings.";
}

function ratchet(isAboutChange: boolean): string {
  return isAboutChange
    ? "It is about the change itself, so nothing is tolerated for having been stored before."
    : "What was stored already is a warning, so that an update is refused only for what it introduces.";
}

/** The lines of a text without the indentation that all of them share, and without a first empty one. */
function dedented(text: string): readonly string[] {
  const lines = text.replace(/^\n/, "").split("\n");
  const indentations = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indentations);
  return lines.map((line) => line.slice(shared));
}
