import { type ProfileUsage, usersOfImageVersion, usersOfMachineType } from "../usage/profile-usage.ts";
import { type CompiledProfile, compileProfile } from "./compile.ts";
import { effectiveSpec } from "./effective.ts";
import type { CloudProfileSpec, MachineImage } from "./types.ts";
import type { Change, UsedProfile } from "./update-rules-combinations.ts";
import type { ProfileUpdate } from "./update-rules-review.ts";

/**
 * The profiles that living shoots refer to, each before and after an update: the profile itself and its children, as far
 * as anybody uses them.
 */
export function* usedProfiles({ spec, old, usage, children }: ProfileUpdate): Iterable<UsedProfile> {
  if (usage.combinations.size > 0) {
    yield { usage, own: undefined, ...compiled(usedPart(old, usage), usedPart(spec, usage)) };
  }
  for (const { fact, usage: used } of children.filter((child) => child.usage.combinations.size > 0)) {
    const own = usedPart(fact.spec, used);
    const rendered = (parent: CloudProfileSpec) => effectiveSpec(usedPart(parent, used), own);
    yield { usage: used, own, ...compiled(rendered(old), rendered(spec)) };
  }
}

function compiled(before: CloudProfileSpec, after: CloudProfileSpec): Change<CompiledProfile> {
  return { before: compileProfile(before), after: compileProfile(after) };
}

/** A profile without the machine types and image versions that nobody uses: rendering and compiling cost by the entry. */
function usedPart<Spec extends Pick<CloudProfileSpec, "machineTypes" | "machineImages">>(
  spec: Spec,
  usage: ProfileUsage,
): Spec {
  const versionsOf = ({ name, versions }: MachineImage) =>
    versions.filter(({ version }) => usersOfImageVersion(usage, name, version) !== undefined);
  return {
    ...spec,
    machineTypes: spec.machineTypes.filter(({ name }) => usersOfMachineType(usage, name) !== undefined),
    machineImages: spec.machineImages.map((image) => ({ ...image, versions: versionsOf(image) })),
  };
}
