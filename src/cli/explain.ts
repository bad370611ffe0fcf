import { nearestName } from "../domain/field/nearest-name.ts";
import { isRuleId, type RuleId, ruleOf } from "../domain/rules/catalogue.ts";
import { OTHER_IDS } from "../domain/rules/explanations/other-ids.ts";
import { RULE_GROUPS } from "./rule-groups.ts";
import { rulePage } from "./rule-page.ts";
import { wrap } from "./wrap.ts";

/** Columns of a line; examples need more of them than the help of subcommands. */
const WIDTH = 100;

/**
 * An id as the contracts spell it, from how it was typed: in any case, and in the brackets in which findings show it.
 * Undefined if nothing is known by that id.
 */
export function explainableId(typed: string): string | undefined {
  const id = canonical(typed);
  return isRuleId(id) || OTHER_IDS.has(id) ? id : undefined;
}

/** The id that was probably meant by one that is not known. */
export function nearestId(typed: string): string | undefined {
  const id = canonical(typed);
  const ids = [...RULE_GROUPS.flatMap((group) => group.ids), ...OTHER_IDS.keys()];
  return ids.find((known) => known === `CAP-${id}`) ?? nearestName(id, ids);
}

function canonical(typed: string): string {
  return typed.replace(/^\[(.*)\]$/, "$1").toUpperCase();
}

/** Explains rules for a terminal, one after the other; without any, lists all of them. Unknown ids are passed over. */
export function explainText(ids: readonly string[]): string {
  return ids.length === 0 ? listText() : ids.map(pageText).join("\n");
}

function listText(): string {
  const widest = Math.max(...RULE_GROUPS.flatMap(({ ids }) => ids.map(({ length }) => length)));
  const next = " ".repeat(widest + 4);
  const groups = RULE_GROUPS.map(({ title, ids }) => [
    `${title}:`,
    ...ids.flatMap((id) => {
      const { title: demand } = ruleOf(id);
      return wrap(demand.split(" "), { width: WIDTH, first: `  ${id.padEnd(widest)}  `, next });
    }),
    "",
  ]);
  return [...groups.flat(), "gardengate explain RULE explains one of them.", ""].join("\n");
}

function pageText(id: string): string {
  return isRuleId(id) ? ruleText(id) : otherText(id);
}

function ruleText(id: RuleId): string {
  const { title, otherIds, what, why, example, fix, enforcedBy, switches } = rulePage(id);
  return [
    ...wrap(`${id}: ${title}`.split(" "), { width: WIDTH, first: "", next: "  " }),
    "",
    ...(otherIds.length === 0 ? [] : part("Other ids of the contracts", otherIds.join(", "))),
    ...part("What", what),
    ...part("Why", why),
    "Example that violates it",
    ...example.map((line) => `  ${line}`),
    "",
    ...part("How to fix", fix),
    ...part("Enforced by", enforcedBy),
    ...part("Switch", switches),
  ].join("\n");
}

function otherText(id: string): string {
  const other = OTHER_IDS.get(id);
  if (other === undefined) {
    return "";
  }
  const { note, rules } = other;
  const see = rules.length === 0 ? [] : ["", `See: gardengate explain ${rules.join(" ")}`];
  return [`${id}: no finding has this id`, "", ...prose(note), ...see, ""].join("\n");
}

function part(heading: string, text: string): readonly string[] {
  return [heading, ...prose(text), ""];
}

/** Indented lines, without the backticks that mark code in documents. */
function prose(text: string): readonly string[] {
  return wrap(text.replaceAll("`", "").split(" "), { width: WIDTH, first: "  ", next: "  " });
}
