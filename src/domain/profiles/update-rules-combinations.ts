import { effectiveFlavors, versionArchitectures } from "../capabilities/architecture.ts";
import { at, type FieldPath } from "../field/path.ts";
import { jsonEqual } from "../json/equal.ts";
import type { ProfileUsage, Users } from "../usage/profile-usage.ts";
import type { CompiledImageVersion, CompiledMachineType, CompiledProfile } from "./compile.ts";
import { replacesWhole } from "./effective.ts";
import { type Fit, fitOf } from "./fit.ts";
import { normalisedVersion } from "./normalise.ts";
import type { MachineImage, MachineImageVersion, MachineType, NamespacedCloudProfileSpec } from "./types.ts";
import { MACHINE_CAPABILITIES, MACHINE_IMAGES, MACHINE_TYPES, type ProfileUpdate } from "./update-rules-review.ts";
import { sortedEntries } from "./written-capabilities.ts";

/** A profile that shoots refer to, before and after the update, cut down to what they use: itself or a child of it. */
export interface UsedProfile {
  readonly usage: ProfileUsage;
  /** What the child defines itself; undefined for the profile itself. */
  readonly own: NamespacedCloudProfileSpec | undefined;
  readonly before: CompiledProfile;
  readonly after: CompiledProfile;
}

/** A machine type and an image version that pools use together, before and after the update. */
export interface Combination {
  readonly names: readonly [machineType: string, image: string, version: string];
  readonly type: Change<CompiledMachineType>;
  readonly version: Change<CompiledImageVersion>;
  readonly users: Users;
}

/** Something before and after the update. */
export interface Change<T> {
  readonly before: T;
  readonly after: T;
}

const GRADES: Readonly<Record<Fit, number>> = { clashes: 0, clashesNarrowed: 1, fits: 2 };

/** How well a machine type and an image version go together; in legacy mode by their architectures alone. */
export function gradeOf(profile: CompiledProfile, type: CompiledMachineType, version: CompiledImageVersion): number {
  const isBuilt = profile.vocabulary.isCapabilityMode || version.architectures.includes(type.architecture);
  return isBuilt ? GRADES[fitOf(profile, type, version)] : GRADES.clashes;
}

/**
 * Where the update changes what does not fit any more: the machine type, or else the flavors; the vocabulary where it
 * changes neither.
 */
export function changedPath(
  update: ProfileUpdate,
  profile: UsedProfile,
  { names, type, version }: Combination,
): FieldPath {
  const { after } = profile;
  const typePath = pathOfType(update, profile, names);
  const flavorsPath = pathOfFlavors(update, profile, names);
  if (typePath !== undefined && flavorsPath !== undefined) {
    const { written } = version.before;
    const former: CompiledImageVersion = {
      ...version.before,
      flavors: effectiveFlavors(after.vocabulary, written),
      architectures: versionArchitectures(after.vocabulary, written),
    };
    return gradeOf(after, type.after, former) < GRADES.fits ? typePath : flavorsPath;
  }
  return typePath ?? flavorsPath ?? MACHINE_CAPABILITIES;
}

/** Undefined where the update leaves the machine type alone, or a child has one of its own. */
function pathOfType(
  { spec, old }: ProfileUpdate,
  { own }: UsedProfile,
  [machineType]: Combination["names"],
): FieldPath | undefined {
  const isNamed = ({ name }: MachineType) => name === machineType;
  const index = spec.machineTypes.findIndex(isNamed);
  const [before, after] = [old.machineTypes.find(isNamed), spec.machineTypes[index]];
  const isChanged = before !== undefined && after !== undefined && !isSameType(before, after);
  return isChanged && !own?.machineTypes.some(isNamed) ? at(MACHINE_TYPES, index) : undefined;
}

function isSameType(a: MachineType, b: MachineType): boolean {
  return a.architecture === b.architecture && jsonEqual(sortedEntries(a.capabilities), sortedEntries(b.capabilities));
}

/** The same for an image version. */
function pathOfFlavors(
  { spec, old }: ProfileUpdate,
  { own, after: { vocabulary } }: UsedProfile,
  [, image, version]: Combination["names"],
): FieldPath | undefined {
  const [before, after] = [old, spec].map(({ machineImages }) => placeOf(machineImages, image, version));
  const ownVersion = placeOf(own?.machineImages ?? [], image, version)?.written;
  const isReplaced = ownVersion !== undefined && replacesWhole(normalisedVersion(vocabulary, ownVersion));
  if (before === undefined || after === undefined || isReplaced || isSameBuild(before.written, after.written)) {
    return undefined;
  }
  return at(MACHINE_IMAGES, ...after.place, vocabulary.isCapabilityMode ? "capabilityFlavors" : "architectures");
}

/** An image version, and where it stands below `machineImages`; of equal names the first, undefined where there is none. */
export function placeOf(images: readonly MachineImage[], image: string, version: string) {
  for (const [i, { name, versions }] of images.entries()) {
    const j = name === image ? versions.findIndex((each) => each.version === version) : -1;
    const written = versions[j];
    if (written !== undefined) {
      return { written, place: [i, "versions", j] };
    }
  }
  return undefined;
}

function isSameBuild(a: MachineImageVersion, b: MachineImageVersion): boolean {
  return (
    jsonEqual(a.architectures, b.architectures) &&
    jsonEqual(a.capabilityFlavors.map(sortedEntries), b.capabilityFlavors.map(sortedEntries))
  );
}
