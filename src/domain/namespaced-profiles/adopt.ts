import { type RuleId, ruleOf } from "../rules/catalogue.ts";
import type { Finding } from "../rules/finding.ts";

/**
 * A finding of a CloudProfile rule, reported under the rule that applies it to NamespacedCloudProfiles. The message ends
 * in the id of the former, and its mark stays in force. Definitions that it advises to change are those of the parent.
 * Source: capabilities contract, section 4.3, which refers to section 3 ("as there").
 */
export function adopt(rule: RuleId, { rule: origin, error, key, mark }: Finding): Finding {
  const originalMark = mark ?? ruleOf(origin).mark;
  const detail = error.detail.replaceAll("spec.machineCapabilities", "spec.machineCapabilities of the parent");
  return {
    rule,
    error: { ...error, detail: `${detail} (${origin})` },
    key: `${origin} ${key}`,
    ...(originalMark === ruleOf(rule).mark ? {} : { mark: originalMark }),
  };
}

/** Adopts the findings of the given rules and leaves out the others. */
export function* adoptOnly(rule: RuleId, origins: ReadonlySet<RuleId>, findings: Iterable<Finding>): Iterable<Finding> {
  for (const found of findings) {
    if (origins.has(found.rule)) {
      yield adopt(rule, found);
    }
  }
}
