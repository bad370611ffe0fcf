import { PROVISION, RECONCILE } from "../osc/types.ts";
import { globListsIntersect } from "./glob.ts";
import { areSelectorsDisjoint } from "./label-selector.ts";
import type { Glob, Policy, VersionRange } from "./types.ts";
import { rangesIntersect } from "./version-range.ts";

/**
 * Whether it is certain that no OSC can match both policies, because they ask for different values of one fact. Facts
 * that depend on each other, such as a project and the namespaces of its shoots, are not compared.
 */
export function areDisjoint(a: Policy, b: Policy): boolean {
  const one = a.match;
  const other = b.match;
  return (
    excludeTexts(purposesOf(a), purposesOf(b)) ||
    excludeTexts(one.osTypes, other.osTypes) ||
    excludeTexts(one.providerTypes, other.providerTypes) ||
    excludeTexts(one.updateStrategies, other.updateStrategies) ||
    excludePatterns(one.namespaces, other.namespaces) ||
    excludePatterns(one.projects, other.projects) ||
    excludePatterns(one.seeds, other.seeds) ||
    excludePatterns(one.regions, other.regions) ||
    excludePatterns(one.pools, other.pools) ||
    excludeVersions(one.kubernetes, other.kubernetes) ||
    excludeVersions(one.osVersions, other.osVersions) ||
    excludeLabels(a, b)
  );
}

/** The purposes that a policy is for; see {@link matchingPolicies} in match.ts. */
export function purposesOf({ match: { purposes }, bootstrap }: Policy): readonly string[] {
  return purposes ?? (bootstrap ? [RECONCILE, PROVISION] : [RECONCILE]);
}

function excludeTexts(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return a !== undefined && b !== undefined && !a.some((text) => b.includes(text));
}

function excludePatterns(a: readonly Glob[] | undefined, b: readonly Glob[] | undefined): boolean {
  return a !== undefined && b !== undefined && !globListsIntersect(a, b);
}

function excludeVersions(a: VersionRange | undefined, b: VersionRange | undefined): boolean {
  return a !== undefined && b !== undefined && !rangesIntersect(a, b);
}

function excludeLabels(a: Policy, b: Policy): boolean {
  const one = a.match.shootLabels;
  const other = b.match.shootLabels;
  return one !== undefined && other !== undefined && areSelectorsDisjoint(one, other);
}
