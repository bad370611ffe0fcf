import { errorBody, errorText, type FieldError } from "../field/error.ts";
import { comparePaths } from "../field/path.ts";
import { type RuleId, type RuleMark, ruleOf } from "./catalogue.ts";

/** A rule that an object violates: the field error to show, and the logical key that identifies it across updates. */
export interface Finding {
  readonly rule: RuleId;
  readonly error: FieldError;
  /**
   * Names of what is concerned (machine type, image, version, capability …), never list indexes: two findings with the
   * same rule and key are the same mistake, wherever the lists have moved to.
   */
  readonly key: string;
  /** Only where a part of a rule has another mark than the rule itself. */
  readonly mark?: RuleMark;
}

/** The usual outcome of a rule; shared, since rules are asked for every pool. */
export const NO_FINDINGS: readonly Finding[] = Object.freeze([]);

/** The findings of several rules together; the usual outcome where there is none. Linear, and total for any number. */
export function allFindings(lists: readonly (readonly Finding[])[]): readonly Finding[] {
  const found = lists.filter(({ length }) => length > 0);
  const [first, ...others] = found.slice(0, 2);
  if (first === undefined) {
    return NO_FINDINGS;
  }
  return others.length === 0 ? first : found.flat();
}

/** Makes a finding; `names` are joined to its logical key. */
export function finding(rule: RuleId, error: FieldError, ...names: readonly string[]): Finding {
  return { rule, error, key: names.map((name) => JSON.stringify(name)).join("/") };
}

/** The mark of a finding: its own where it has one, else that of its rule. */
export function markOf({ mark, rule }: Finding): RuleMark {
  return mark ?? ruleOf(rule).mark;
}

/** Identity of a finding for the ratchet: rule id and logical key. */
export function findingIdentity({ rule, key }: Finding): string {
  return `${rule} ${key}`;
}

/** Orders findings by the position of their path in the document, then by rule id, then by all that is left. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    comparePaths(a.error.path, b.error.path) ||
    compareText(a.rule, b.rule) ||
    compareText(findingBody(a), findingBody(b)) ||
    compareText(a.key, b.key) ||
    compareText(a.mark ?? "", b.mark ?? "")
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `Invalid value: "x": detail [CAP-SH-17]`, for a cause, beside which kubectl prints the field. */
export function findingBody({ error, rule }: Finding): string {
  return `${errorBody(error)} [${rule}]`;
}

/** `spec.x: Invalid value: "x": detail [CAP-SH-17]`, for texts that stand alone. */
export function findingText({ error, rule }: Finding): string {
  return `${errorText(error)} [${rule}]`;
}

/** The ids of the violated rules, each once, in order of name; for logs and audit annotations. */
export function ruleIdsOf(findings: readonly Finding[]): readonly RuleId[] {
  return [...new Set(findings.map(({ rule }) => rule))].sort();
}
