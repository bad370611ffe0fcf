import type { NodePool } from "../osc/node-pool.ts";
import { type OperatingSystemConfig, PROVISION, RECONCILE } from "../osc/types.ts";
import type { Glob, Policy, VersionRange } from "./types.ts";

const NONE: readonly Policy[] = Object.freeze([]);

/**
 * The policies that are for an OSC, in the order given: all selectors of a policy have to match, those that are unset
 * match everything, and one on a fact that is not known does not match. A policy that names no purposes is for
 * `reconcile` OSCs, and for `provision` OSCs too if it helps with the very first pull (`bootstrap`).
 *
 * Asked for every OSC, so that nothing is made where nothing matches.
 * Source: OperatingSystemConfig contract, section 8; for unknown versions, section 1.7.
 */
export function matchingPolicies(
  policies: readonly Policy[],
  osc: OperatingSystemConfig,
  pool: NodePool,
): readonly Policy[] {
  let matching: Policy[] | undefined;
  for (const policy of policies) {
    if (isFor(policy, osc, pool)) {
      matching ??= [];
      matching.push(policy);
    }
  }
  return matching ?? NONE;
}

/** Comparisons of whole texts come first, patterns and versions last. */
function isFor(policy: Policy, osc: OperatingSystemConfig, pool: NodePool): boolean {
  return (
    hasPurpose(policy, osc.spec.purpose) &&
    suitsTypes(policy, pool) &&
    suitsPlace(policy, osc, pool) &&
    suitsLabels(policy, pool) &&
    suitsVersions(policy, pool)
  );
}

function hasPurpose({ match: { purposes }, bootstrap }: Policy, purpose: string | undefined): boolean {
  if (purposes !== undefined) {
    return isOneOf(purposes, purpose);
  }
  return purpose === RECONCILE || (bootstrap && purpose === PROVISION);
}

function suitsTypes({ match }: Policy, { osType, updateStrategy, cluster }: NodePool): boolean {
  return (
    isOneOf(match.osTypes, osType) &&
    isOneOf(match.updateStrategies, updateStrategy) &&
    isOneOf(match.providerTypes, cluster?.providerType)
  );
}

function suitsPlace({ match }: Policy, { metadata }: OperatingSystemConfig, { name, cluster }: NodePool): boolean {
  return (
    matchesOneOf(match.namespaces, metadata.namespace) &&
    matchesOneOf(match.projects, cluster?.project) &&
    matchesOneOf(match.seeds, cluster?.seedName) &&
    matchesOneOf(match.regions, cluster?.region) &&
    matchesOneOf(match.pools, name)
  );
}

/** The kubelet's version is asked for only where it matters, since it may have to be read out of a file. */
function suitsVersions({ match: { kubernetes, osVersions } }: Policy, pool: NodePool): boolean {
  return (
    (osVersions === undefined || isIn(osVersions, pool.osVersion)) &&
    (kubernetes === undefined || isIn(kubernetes, pool.kubernetesVersion))
  );
}

function suitsLabels({ match: { shootLabels } }: Policy, { cluster }: NodePool): boolean {
  return shootLabels === undefined || (cluster !== undefined && shootLabels.matches(cluster.shootLabels));
}

/** Facts are undefined where nothing tells them, and empty where an object has the field without a value. */
function isKnown(fact: string | undefined): fact is string {
  return fact !== undefined && fact !== "";
}

function isOneOf(values: readonly string[] | undefined, fact: string | undefined): boolean {
  return values === undefined || (isKnown(fact) && values.includes(fact));
}

function matchesOneOf(globs: readonly Glob[] | undefined, fact: string | undefined): boolean {
  if (globs === undefined) {
    return true;
  }
  return isKnown(fact) && anyMatches(globs, fact);
}

function anyMatches(globs: readonly Glob[], fact: string): boolean {
  for (const glob of globs) {
    if (glob.matches(fact)) {
      return true;
    }
  }
  return false;
}

function isIn({ constraint }: VersionRange, version: string | undefined): boolean {
  return isKnown(version) && constraint.admits(version);
}
