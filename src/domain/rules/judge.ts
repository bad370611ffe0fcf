import { assertNever } from "../assert-never.ts";
import type { Verdict } from "../verdict.ts";
import { isRuleId, RULES, type RuleId, type RuleMark, ruleOf } from "./catalogue.ts";
import { compareFindings, type Finding, findingIdentity, findingText, markOf } from "./finding.ts";

/** What a finding does: refuse the request, warn its user, or nothing. */
export type RuleMode = "enforce" | "warn" | "off";

/** The operator's switches. They never reach rules that Gardener or a provider extension enforces. */
export interface RuleSettings {
  /** Mode of all W rules that have no override. */
  readonly strict: "deny" | "warn";
  /** Mode of the rules that protect what living shoots use. */
  readonly inUse: "deny" | "warn" | "off";
  readonly overrides: ReadonlyMap<RuleId, RuleMode>;
}

/** Every rule enforced. */
export const ENFORCE_ALL: RuleSettings = { strict: "deny", inUse: "deny", overrides: new Map() };

/** The mode of a rule under the operator's settings. */
export function ruleMode(id: RuleId, settings: RuleSettings, mark: RuleMark = ruleOf(id).mark): RuleMode {
  switch (mark) {
    case "G":
    case "P":
      return "enforce";
    case "Ww":
      return settings.overrides.get(id) === "off" ? "off" : "warn";
    case "W":
      return settings.overrides.get(id) ?? groupMode(id, settings);
    default:
      return assertNever(mark);
  }
}

function groupMode(id: RuleId, settings: RuleSettings): RuleMode {
  const mode = ruleOf(id).group === "inUse" ? settings.inUse : settings.strict;
  return mode === "deny" ? "enforce" : mode;
}

/** Whether any of the rules that protect what living shoots use is in force. */
export function hasUseRules(settings: RuleSettings): boolean {
  const ids = Object.keys(RULES).filter(isRuleId);
  return ids.some((id) => ruleOf(id).group === "inUse" && ruleMode(id, settings) !== "off");
}

/**
 * Turns the findings about an object into the verdict on the request.
 *
 * W rules are ratcheted: a finding that the stored object (`baseline`) has too is a warning, so that switching
 * gardengate on never freezes what exists. Findings come out in document order, then by rule id.
 * Source: capabilities contract, section 0, items 2 and 5.
 */
export function judge(
  findings: readonly Finding[],
  settings: RuleSettings,
  baseline: readonly Finding[] = [],
): Verdict {
  const known = new Set(baseline.map(findingIdentity));
  const denials: Finding[] = [];
  const warnings: Finding[] = [];
  for (const finding of [...findings].sort(compareFindings)) {
    const mark = markOf(finding);
    const mode = ruleMode(finding.rule, settings, mark);
    if (mode === "off") {
      continue;
    }
    const isTolerated = mode === "warn" || (mark === "W" && known.has(findingIdentity(finding)));
    (isTolerated ? warnings : denials).push(finding);
  }
  const texts = warnings.map(findingText);
  return denials.length > 0
    ? { kind: "deny", findings: denials, warned: warnings, warnings: texts }
    : { kind: "allow", warned: warnings, warnings: texts };
}
