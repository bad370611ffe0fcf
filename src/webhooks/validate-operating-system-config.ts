import { nodePoolOf } from "../domain/osc/node-pool.ts";
import type { OscReview } from "../domain/osc/review.ts";
import type { OperatingSystemConfig } from "../domain/osc/types.ts";
import { validateOperatingSystemConfig } from "../domain/osc/validate-operating-system-config.ts";
import { matchingPolicies } from "../domain/policies/match.ts";
import { type Finding, markOf } from "../domain/rules/finding.ts";
import { judge } from "../domain/rules/judge.ts";
import { operatingSystemConfigView } from "../wire/operating-system-config.ts";
import { type Decision, defineValidating } from "./contract.ts";
import { OSC_TARGET } from "./osc-target.ts";

/**
 * Refuses an OperatingSystemConfig that would stop containerd or kubelet on nodes, keep machines from joining, or flip the
 * cgroup driver of nodes that run.
 *
 * What the API server and Gardener refuse too is always refused; what only gardengate checks is refused where an update
 * introduces it, a warning where it was stored already, and not asked of objects that are being deleted.
 * Source: OperatingSystemConfig contract, sections 2 and 4.
 */
export const operatingSystemConfigValidation = defineValidating<OperatingSystemConfig>({
  registration: {
    name: "operatingsystemconfigs.validate.gardengate.dev",
    path: "/validate/operatingsystemconfigs",
    type: "validating",
    role: "seed",
    ...OSC_TARGET,
    operations: ["CREATE", "UPDATE"],
    passes: { inDeletion: false, unchangedSpec: false },
    failurePolicy: "Fail",
    timeoutSeconds: 10,
    sideEffects: "None",
  },

  factKinds: () => ["Cluster"],

  view: operatingSystemConfigView,

  needs: ({ namespace }) => (namespace === "" ? [] : [{ kind: "Cluster", name: namespace }]),

  decide: (decision) => {
    const { view, old, settings } = decision;
    const found = validateOperatingSystemConfig(reviewOf(decision, view, old));
    const findings = view.metadata.deletionTimestamp === undefined ? found : found.filter(isGardeners);
    const isRatcheted = old !== undefined && !findings.every(isGardeners);
    const baseline = isRatcheted ? validateOperatingSystemConfig(reviewOf(decision, old, undefined)) : [];
    return judge(findings, settings.rules, baseline);
  },
});

function reviewOf(
  { facts, policies, settings, namespace, operation }: Decision<OperatingSystemConfig>,
  osc: OperatingSystemConfig,
  old: OperatingSystemConfig | undefined,
): OscReview {
  const { limits, guardsCgroupDriver } = settings.operatingSystemConfigs;
  const pool = nodePoolOf(osc, facts.cluster(namespace));
  const matching = matchingPolicies(policies.policies, osc, pool);
  return {
    operation,
    osc,
    old,
    pool,
    tables: policies.tables,
    limits,
    policies: matching.filter(({ mode }) => mode === "enforce"),
    guardsCgroupDriver,
    touched: undefined,
  };
}

/** Whether a finding is one that Gardener refuses too, also for objects in deletion. */
function isGardeners(finding: Finding): boolean {
  return markOf(finding) === "G";
}
