import type { CompiledProfile } from "../profiles/compile.ts";
import { effectiveProfile } from "../profiles/effective.ts";
import type { CloudProfileFact, NamespacedCloudProfileFact } from "../profiles/facts.ts";
import type { ProfileReference, ShootSpec } from "../workers/types.ts";

/** The kinds that a shoot can refer to. */
export const CLOUD_PROFILE = "CloudProfile";
export const NAMESPACED_CLOUD_PROFILE = "NamespacedCloudProfile";

/** The profiles that are known; a part of the facts. */
export interface KnownProfiles {
  cloudProfile(name: string): CloudProfileFact | undefined;
  namespacedCloudProfile(namespace: string, name: string): NamespacedCloudProfileFact | undefined;
}

/** A profile that a shoot refers to, as far as it is known. */
export interface ResolvedProfile {
  /** The effective profile. */
  readonly profile: CompiledProfile;
  /** Name of the CloudProfile at the root: the profile itself or its parent. */
  readonly root: string;
  /** Whether the rendered profile belongs to an older state of its NamespacedCloudProfile. */
  readonly isStale: boolean;
}

/**
 * The profile that a shoot refers to; undefined where it names none. `cloudProfileName` counts only without
 * `cloudProfile`, and never denotes a NamespacedCloudProfile.
 * Source: capabilities contract, section 5.1; gardener pkg/utils/gardener/cloudprofile.go, BuildCoreCloudProfileReference.
 */
export function profileReference(spec: ShootSpec): ProfileReference | undefined {
  if (spec.cloudProfile !== undefined) {
    return { kind: spec.cloudProfile.kind || CLOUD_PROFILE, name: spec.cloudProfile.name };
  }
  return spec.cloudProfileName ? { kind: CLOUD_PROFILE, name: spec.cloudProfileName } : undefined;
}

/** Whether two shoots refer to the same profile. */
export function referencesEqual(a: ProfileReference | undefined, b: ProfileReference | undefined): boolean {
  return a?.kind === b?.kind && a?.name === b?.name;
}

/** Looks a reference up; undefined where the profile, or the parent it has to be rendered from, does not exist. */
export function resolveProfile(
  reference: ProfileReference,
  namespace: string,
  known: KnownProfiles,
): ResolvedProfile | undefined {
  if (reference.kind === CLOUD_PROFILE) {
    const fact = known.cloudProfile(reference.name);
    return fact && { profile: fact.profile, root: fact.name, isStale: false };
  }
  const fact = known.namespacedCloudProfile(namespace, reference.name);
  if (fact === undefined) {
    return undefined;
  }
  const root = fact.spec.parent.name;
  if (fact.profile !== undefined) {
    return { profile: fact.profile, root, isStale: fact.isStale };
  }
  const parent = known.cloudProfile(root);
  return parent && { profile: effectiveProfile(parent, fact), root, isStale: false };
}

/** The parent for want of which a reference could not be resolved; undefined where the profile itself is missing. */
export function missingParent(
  { kind, name }: ProfileReference,
  namespace: string,
  known: KnownProfiles,
): string | undefined {
  return kind === NAMESPACED_CLOUD_PROFILE
    ? known.namespacedCloudProfile(namespace, name)?.spec.parent.name
    : undefined;
}
