import type { PolicySet } from "../policies/types.ts";
import type { Finding } from "../rules/finding.ts";
import { poolFindings } from "../workers/pool-rules.ts";
import type { ShootSpec } from "../workers/types.ts";
import {
  type KnownProfiles,
  missingParent,
  profileReference,
  type ResolvedProfile,
  referencesEqual,
  resolveProfile,
} from "./profile-reference.ts";
import { referenceFindings, resolutionFindings, switchFindings, unresolvedFinding } from "./profile-rules.ts";

/** A shoot under review. */
export interface ShootUnderReview {
  readonly spec: ShootSpec;
  /** The stored spec; undefined on CREATE. */
  readonly old: ShootSpec | undefined;
  readonly namespace: string;
  readonly known: KnownProfiles;
  /** Gardener's feature gate InPlaceNodeUpdates. */
  readonly allowsInPlaceUpdates: boolean;
  /** What operators know of operating systems, and what they put on nodes. */
  readonly policies: PolicySet;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Everything that is wrong with a shoot: its reference to a profile, and its pools by that profile. A shoot of another
 * provider type or another root than its profile gets no pool findings by it.
 * Source: capabilities contract, section 5.
 */
export function validateShoot(shoot: ShootUnderReview): readonly Finding[] {
  const { spec, old, namespace, known, allowsInPlaceUpdates, policies, now } = shoot;
  const reference = profileReference(spec);
  const ofReference = referenceFindings(spec, reference);
  const review = {
    spec,
    old,
    isProfileUnchanged: referencesEqual(reference, old && profileReference(old)),
    allowsInPlaceUpdates,
    policies,
    now,
  };
  if (reference === undefined || ofReference.some(({ rule }) => rule !== "CAP-SH-04")) {
    return [...ofReference, ...poolFindings(review, undefined)];
  }
  const resolved = resolveProfile(reference, namespace, known);
  if (resolved === undefined) {
    const unresolved = unresolvedFinding(reference, missingParent(reference, namespace, known));
    return [...ofReference, unresolved, ...poolFindings(review, undefined)];
  }
  const ofProfile = [...resolutionFindings(spec, reference, resolved), ...ofSwitch(shoot, resolved)];
  const isComparable = !ofProfile.some(({ rule }) => STOPPING.has(rule));
  return [...ofReference, ...ofProfile, ...poolFindings(review, isComparable ? resolved.profile : undefined)];
}

/** After these the profile is not the one to judge the pools by. */
const STOPPING: ReadonlySet<Finding["rule"]> = new Set(["CAP-SH-06", "CAP-SH-08"]);

function ofSwitch({ spec, old, namespace, known }: ShootUnderReview, to: ResolvedProfile): readonly Finding[] {
  const [from, reference] = [old && profileReference(old), profileReference(spec)];
  if (from === undefined || reference === undefined || referencesEqual(from, reference)) {
    return [];
  }
  const resolved = resolveProfile(from, namespace, known);
  return resolved === undefined
    ? []
    : switchFindings({ spec, from: { reference: from, resolved }, to: { reference, resolved: to } });
}
