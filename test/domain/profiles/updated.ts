import type { CloudProfileSpec, NamespacedCloudProfileSpec } from "../../../src/domain/profiles/types.ts";
import { updateRules } from "../../../src/domain/profiles/update-rules.ts";
import type { ProfileUpdate } from "../../../src/domain/profiles/update-rules-review.ts";
import { compareFindings, type Finding } from "../../../src/domain/rules/finding.ts";
import type { ShootFact } from "../../../src/domain/usage/shoot-fact.ts";
import { NO_USES, type ProfileIdentity } from "../../../src/domain/usage/usage-index.ts";
import { line } from "./reviewed.ts";

/** Who depends on the profile `parent` of the tests. */
export interface Dependents {
  readonly shoots?: readonly ShootFact[];
  /** By name; all in the namespace garden-dev. */
  readonly children?: Readonly<Record<string, NamespacedCloudProfileSpec>>;
}

/** A shoot of garden-dev with one pool, `worker`, of the profile itself or of a child. */
export function shootOf(
  name: string,
  [machineType, image, version]: readonly [machineType: string, image: string, version: string],
  child?: string,
  containerRuntimes: readonly string[] = [],
): ShootFact {
  return {
    namespace: "garden-dev",
    name,
    isDeleting: false,
    profile:
      child === undefined ? { kind: "CloudProfile", name: "parent" } : { kind: "NamespacedCloudProfile", name: child },
    pools: [{ name: "worker", machineType, image, version, containerRuntimes }],
  };
}

/** The update of a profile from one state to another, with who depends on it. */
export function updateOf(
  [old, spec]: readonly [CloudProfileSpec, CloudProfileSpec],
  { shoots = [], children = {} }: Dependents = {},
): ProfileUpdate {
  const facts = Object.entries(children).map(([name, child]) => ({
    namespace: "garden-dev",
    name,
    spec: child,
    profile: undefined,
    isDeleting: false,
    isStale: false,
  }));
  const index = NO_USES.withAllShoots(shoots).withAllChildren(facts);
  const itself: ProfileIdentity = { kind: "CloudProfile", name: "parent" };
  return {
    spec,
    old,
    usage: index.usageOf(itself),
    children: index.childrenOf("parent").map((fact) => ({
      fact,
      usage: index.usageOf({ kind: "NamespacedCloudProfile", namespace: fact.namespace, name: fact.name }),
    })),
  };
}

/** The findings about an update, in document order. */
export function findingsOf(...update: Parameters<typeof updateOf>): readonly Finding[] {
  return updateRules(updateOf(...update)).toSorted(compareFindings);
}

/** The findings about an update as lines, such as `CAP-CP-86 Forbidden spec.machineTypes`. */
export function linesOf(...update: Parameters<typeof updateOf>): readonly string[] {
  return findingsOf(...update).map(line);
}

/** What the only finding about an update says. */
export function detailOf(...update: Parameters<typeof updateOf>): string {
  const [finding, ...more] = findingsOf(...update);
  return finding === undefined || more.length > 0 ? `${more.length} more findings` : finding.error.detail;
}
