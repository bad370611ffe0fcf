import { compileProfile } from "../domain/profiles/compile.ts";
import { withDecodingDefaults } from "../domain/profiles/decoding-defaults.ts";
import type { CloudProfileFact } from "../domain/profiles/facts.ts";
import {
  CLOUD_PROFILE,
  type KnownProfiles,
  missingParent,
  NAMESPACED_CLOUD_PROFILE,
  type ResolvedProfile,
  resolveProfile,
} from "../domain/shoots/profile-reference.ts";
import type { ProfileReference } from "../domain/workers/types.ts";

/** Known profiles as the API server would have read them: those of a directory may be manifests that were never sent. */
export function defaultedProfiles(known: KnownProfiles): KnownProfiles {
  const seen = new Map<string, CloudProfileFact>();
  return {
    cloudProfile: (name) => {
      const fact = seen.get(name) ?? defaulted(known.cloudProfile(name));
      if (fact !== undefined) {
        seen.set(name, fact);
      }
      return fact;
    },
    namespacedCloudProfile: (namespace, name) => known.namespacedCloudProfile(namespace, name),
  };
}

function defaulted(fact: CloudProfileFact | undefined): CloudProfileFact | undefined {
  return fact && { name: fact.name, profile: compileProfile(withDecodingDefaults(fact.profile.spec)) };
}

/** Looks a profile up; a text tells why it cannot be had. */
export function knownProfile(
  reference: ProfileReference,
  namespace: string,
  known: KnownProfiles,
): ResolvedProfile | string {
  const { kind, name } = reference;
  if (kind !== CLOUD_PROFILE && kind !== NAMESPACED_CLOUD_PROFILE) {
    return `profiles are of kind ${CLOUD_PROFILE} or ${NAMESPACED_CLOUD_PROFILE}, not ${JSON.stringify(kind)}`;
  }
  const resolved = resolveProfile(reference, namespace, known);
  if (resolved !== undefined) {
    return resolved;
  }
  const where = kind === CLOUD_PROFILE ? "" : ` in namespace ${JSON.stringify(namespace)}`;
  const parent = missingParent(reference, namespace, known);
  return parent === undefined
    ? `there is no ${kind} ${JSON.stringify(name)}${where}`
    : `there is no ${CLOUD_PROFILE} ${JSON.stringify(parent)}, the parent of ${kind} ${JSON.stringify(name)}${where}`;
}
