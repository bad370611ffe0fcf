import { ruleOf } from "../domain/rules/catalogue.ts";
import { OTHER_IDS, type OtherId } from "../domain/rules/explanations/other-ids.ts";
import { RULE_GROUPS, type RuleGroup } from "./rule-groups.ts";
import { MARK_WORDS, type RulePage, rulePage } from "./rule-page.ts";
import { wrap } from "./wrap.ts";

/** Columns of a line of prose, as in the other documents. */
const WIDTH = 120;

/** The text of docs/rules.md, from the catalogue and the explanations. Equal rules give equal bytes. */
export function rulesDocument(): string {
  const blocks = [
    ...INTRODUCTION,
    ...RULE_GROUPS.map(indexOf),
    ...otherIds(),
    ...RULE_GROUPS.flatMap((group) => [`## ${group.title}`, ...group.ids.flatMap((id) => section(rulePage(id)))]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

const INTRODUCTION: readonly string[] = [
  "# Rules",
  "<!-- Generated from src/domain/rules by `gardengate rules`; do not edit. -->",
  paragraph(
    "Every finding ends in the id of the rule that it violates, such as `[CAP-CP-54]`: in `status.message` and `status.details.causes` of a denial, and in warnings. The same ids are in `deniedRules` and `warnedRules` of the log line of a request, in the audit annotations `denied-rules` and `warned-rules`, and in the label `rule` of the metric `gardengate_findings_total`.",
  ),
  "To look one up, find its section below, or ask for it on the command line, with or without the brackets:",
  fenced("sh", ["npm run gardengate -- explain CAP-CP-54"]),
  paragraph(
    "Without an id, `explain` lists all rules. Rules that Gardener or a provider extension enforces cannot be switched off. The others can be lowered by `rules` in the configuration; each section says how. Rules that protect what living shoots use have a switch of their own, `rules.inUse`.",
  ),
  paragraph(
    "Examples are parts of the `spec` of the object that the rule is about, cut down to what matters; a comment tells what else is the case.",
  ),
  "## All rules",
];

function indexOf({ title, ids }: RuleGroup): string {
  const rows = ids.map((id) => {
    const { mark, title: demand } = ruleOf(id);
    return `| [${id}](#${id.toLowerCase()}) | ${MARK_WORDS[mark]} | ${demand} |`;
  });
  return [`### ${title}: index`, "", "| rule | enforced by | what it demands |", "| --- | --- | --- |", ...rows].join(
    "\n",
  );
}

function otherIds(): readonly string[] {
  return [
    "### Ids without findings",
    paragraph("These ids of the contracts are other names of rules, or no rules. No finding ends in them."),
    [...OTHER_IDS].map(otherId).join("\n"),
  ];
}

function otherId([id, { note, rules }]: readonly [string, OtherId]): string {
  const links = rules.map((rule) => `[${rule}](#${rule.toLowerCase()})`).join(", ");
  const text = `**${id}**: ${note}${rules.length === 0 ? "" : ` See ${links}.`}`;
  return wrap(text.split(" "), { width: WIDTH, first: "- ", next: "  " }).join("\n");
}

function section(page: RulePage): readonly string[] {
  const { id, title, otherIds: others, what, why, example, fix, enforcedBy, switches } = page;
  return [
    `### ${id}`,
    `**${title}**`,
    ...(others.length === 0 ? [] : [paragraph(`*Other ids* of the contracts: ${others.join(", ")}`)]),
    paragraph(`*What*: ${what}`),
    paragraph(`*Why*: ${why}`),
    "*Example* that violates it:",
    fenced("yaml", example),
    paragraph(`*How to fix*: ${fix}`),
    paragraph(`*Enforced by*: ${enforcedBy}`),
    paragraph(`*Switch*: ${switches}`),
  ];
}

function paragraph(text: string): string {
  return wrap(text.split(" "), { width: WIDTH, first: "", next: "" }).join("\n");
}

function fenced(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, "```"].join("\n");
}
