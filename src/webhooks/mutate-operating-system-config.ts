import { IN_AUDIT_MODE } from "../domain/mutation/audit.ts";
import { type MutationChange, type MutationOutcome, mutate } from "../domain/mutation/mutate.ts";
import { type NodePool, nodePoolOf } from "../domain/osc/node-pool.ts";
import type { KnownViews, OperatingSystemConfig } from "../domain/osc/types.ts";
import { matchingPolicies } from "../domain/policies/match.ts";
import { type MutationNotice, mutationNotice } from "../domain/preview/mutation-notice.ts";
import { ALLOWED, type MutatingVerdict } from "../domain/verdict.ts";
import type { RawObject } from "../wire/admission-review.ts";
import { operatingSystemConfigView } from "../wire/operating-system-config.ts";
import { type Decision, defineMutating } from "./contract.ts";
import { OSC_TARGET } from "./osc-target.ts";

/**
 * Changes an OperatingSystemConfig as the operator's policies want it: registry mirrors, containerd plugins, the sandbox
 * image, files, units and the cgroup driver, which it also keeps as it is on nodes that run.
 *
 * gardenlet writes the whole spec anew each time, so that all of it has to be added again to each write: whoever lets
 * one pass takes the mirrors from all nodes of a pool. For the same reason nothing is decided before the Cluster is
 * known, which says what pool the OSC is for.
 * Source: OperatingSystemConfig contract, sections 3 and 4.
 */
export const operatingSystemConfigMutation = defineMutating<OperatingSystemConfig>({
  registration: {
    name: "operatingsystemconfigs.mutate.gardengate.dev",
    path: "/mutate/operatingsystemconfigs",
    type: "mutating",
    role: "seed",
    ...OSC_TARGET,
    operations: ["CREATE", "UPDATE"],
    passes: { inDeletion: true, unchangedSpec: false },
    failurePolicy: "Fail",
    timeoutSeconds: 10,
    sideEffects: "None",
    reinvocationPolicy: "IfNeeded",
  },

  factKinds: () => ["Cluster"],

  view: operatingSystemConfigView,

  needs: ({ view, namespace }) =>
    isInDeletion(view) || namespace === "" ? [] : [{ kind: "Cluster", name: namespace }],

  decide: (decision) => {
    const { view, namespace, facts } = decision;
    // An object without a namespace is none that the API server stores, and there is no Cluster to wait for.
    if (isInDeletion(view) || namespace === "") {
      return ALLOWED;
    }
    const cluster = facts.cluster(namespace);
    if (cluster === undefined) {
      return { kind: "postpone", reason: `Cluster ${JSON.stringify(namespace)} is not found; try again` };
    }
    const pool = nodePoolOf(view, cluster);
    return verdictOf(decision, pool, mutationOf(decision, pool));
  },
});

function isInDeletion({ metadata }: OperatingSystemConfig): boolean {
  return metadata.deletionTimestamp !== undefined;
}

function mutationOf(
  {
    operation,
    view,
    old,
    object,
    policies,
    settings,
  }: Decision<OperatingSystemConfig> & { readonly object: RawObject },
  pool: NodePool,
): MutationOutcome {
  const { guardsCgroupDriver, limits } = settings.operatingSystemConfigs;
  return mutate({
    operation,
    object,
    osc: view,
    old,
    pool,
    policies: matchingPolicies(policies.policies, view, pool),
    tables: policies.tables,
    guardsCgroupDriver,
    view: readResult,
    rules: settings.rules,
    limits,
  });
}

/** Policies are of the right types, so that what they make of an OSC that could be read can be read too. */
function readResult(object: RawObject, known?: KnownViews): OperatingSystemConfig {
  const result = operatingSystemConfigView(object, known);
  if (!result.ok) {
    throw new Error("a mutation made an OperatingSystemConfig that does not fit the schema");
  }
  return result.value;
}

function verdictOf(
  decision: Decision<OperatingSystemConfig>,
  pool: NodePool,
  { operations, change, rehearsed, denials, lowered, warnings: said, effects }: MutationOutcome,
): MutatingVerdict {
  const notice = change && noticeOf(decision, pool, change);
  const warnings = [...said, ...noticeTexts(notice, rehearsed && noticeOf(decision, pool, rehearsed))];
  if (denials.length > 0) {
    return { kind: "deny", findings: denials, warned: lowered, warnings, effects };
  }
  if (notice === undefined) {
    return warnings.length + effects.length === 0 ? ALLOWED : { kind: "allow", warned: lowered, warnings, effects };
  }
  const { annotations } = notice;
  return {
    kind: "patch",
    operations,
    warned: lowered,
    warnings,
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    effects,
  };
}

function noticeOf(
  { view, old }: Decision<OperatingSystemConfig>,
  pool: NodePool,
  change: MutationChange,
): MutationNotice {
  return mutationNotice({ input: view, old, pool, ...change });
}

/** What nodes do, and what they would do with the policies in audit mode if that is something else. */
function noticeTexts(notice: MutationNotice | undefined, rehearsed: MutationNotice | undefined): readonly string[] {
  const [real, would] = [notice?.warning, rehearsed?.warning];
  return [
    ...(real === undefined ? [] : [real]),
    ...(would === undefined || would === real ? [] : [`${IN_AUDIT_MODE}: ${would}`]),
  ];
}
