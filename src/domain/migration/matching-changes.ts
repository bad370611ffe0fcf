import {
  type CompiledImageVersion,
  type CompiledMachineType,
  type CompiledProfile,
  findImageVersion,
} from "../profiles/compile.ts";
import { fitOf } from "../profiles/fit.ts";

/** A machine type and an image version that go together either before or after a change of their profile. */
export interface MatchingChange {
  readonly machineType: string;
  readonly image: string;
  readonly version: string;
  readonly fitsNow: boolean;
}

/**
 * The pairs that a change brings together or apart, in the order of the profile before. Only what both profiles have is
 * compared.
 * Source: capabilities contract, sections 2.3, 2.4, 6.1 and 9.
 */
export function matchingChanges(before: CompiledProfile, after: CompiledProfile): readonly MatchingChange[] {
  const versions = [...before.machineImages.values()].flatMap((image) => [...image.values()]);
  return [...before.machineTypes.values()].flatMap((former) => {
    const machineType = after.machineTypes.get(former.name);
    return versions.flatMap((formerVersion) => {
      const { image, version: name } = formerVersion;
      const version = findImageVersion(after, image, name);
      if (machineType === undefined || version === undefined) {
        return [];
      }
      const fitsNow = isPair(after, machineType, version);
      return isPair(before, former, formerVersion) === fitsNow
        ? []
        : [{ machineType: former.name, image, version: name, fitsNow }];
    });
  });
}

/** Whether a machine type and an image version go together: by architecture and, where the profile defines them, by capabilities. */
export function isPair(
  profile: CompiledProfile,
  machineType: CompiledMachineType,
  version: CompiledImageVersion,
): boolean {
  return version.architectures.includes(machineType.architecture) && fitOf(profile, machineType, version) === "fits";
}
