import { forbidden } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import {
  type CompiledImageVersion,
  type CompiledMachineType,
  type CompiledProfile,
  compileProfile,
  findImageVersion,
} from "../profiles/compile.ts";
import { effectiveSpec } from "../profiles/effective.ts";
import { clashText } from "../profiles/explain-fit.ts";
import { type Fit, fitOf } from "../profiles/fit.ts";
import { shootsText, type UseGroup, usesBy } from "../profiles/profile-use.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { type ParentedReview, SPEC } from "./review.ts";

/** The effective profile before and after an update, by the same parent. */
interface ProfileChange {
  readonly before: CompiledProfile;
  readonly after: CompiledProfile;
}

/** A machine type or image version before and after an update. */
interface Change<T> {
  readonly before: T;
  readonly after: T;
}

/**
 * CAP-NCP-23: an update leaves living shoots the machine types that they use, and their compatibility with the image
 * versions that they use. FieldError: Forbidden, one per machine type, or per machine type and image version.
 *
 * Source: capabilities contract, sections 3.6 (CAP-CP-86, 87) and 4.3.
 */
export function* lostFitRules(review: ParentedReview): Iterable<Finding> {
  const { spec, old, parent, uses = [], namespace } = review;
  const own = uses.filter((use) => use.namespace === namespace);
  if (old === undefined || own.length === 0) {
    return;
  }
  const before = compileProfile(effectiveSpec(parent, old));
  const after = compileProfile(effectiveSpec(parent, spec));
  for (const group of usesBy(own, ({ machineType }) => [machineType])) {
    yield* lostTypeRules({ before, after }, group);
  }
  for (const group of usesBy(own, ({ machineType, image, version }) => [machineType, image, version])) {
    yield* lostCompatibilityRules(review, { before, after }, group);
  }
}

function* lostTypeRules({ before, after }: ProfileChange, group: UseGroup): Iterable<Finding> {
  const [{ machineType }] = group;
  if (before.machineTypes.has(machineType) && !after.machineTypes.has(machineType)) {
    const detail = `machine type ${JSON.stringify(machineType)} is used by ${shootsText(group)}; keep it until nothing uses it`;
    yield finding("CAP-NCP-23", forbidden(at(SPEC, "machineTypes"), detail), machineType);
  }
}

function* lostCompatibilityRules(
  review: ParentedReview,
  { before, after }: ProfileChange,
  group: UseGroup,
): Iterable<Finding> {
  const [{ machineType, image, version }] = group;
  const type = changeOf(before.machineTypes.get(machineType), after.machineTypes.get(machineType));
  const built = changeOf(findImageVersion(before, image, version), findImageVersion(after, image, version));
  if (type === undefined || built === undefined) {
    return;
  }
  const former = gradeOf(after, type.before, built.before);
  if (gradeOf(after, type.after, built.after) >= former) {
    return;
  }
  const isTypeToBlame = gradeOf(after, type.after, built.before) < former;
  const path = isTypeToBlame ? typePath(review, machineType) : flavorsPath(review, image, version);
  const detail = `machine type ${JSON.stringify(machineType)} and version ${JSON.stringify(version)} of machine image ${JSON.stringify(image)} would not fit any more (${reason(after, type.after, built.after)}), but are used together by ${shootsText(group)}; keep them fitting as long as they are`;
  yield finding("CAP-NCP-23", forbidden(path, detail), machineType, image, version);
}

function changeOf<T>(before: T | undefined, after: T | undefined): Change<T> | undefined {
  return before === undefined || after === undefined ? undefined : { before, after };
}

const GRADES: Readonly<Record<Fit, number>> = { clashes: 0, clashesNarrowed: 1, fits: 2 };

/** How well a machine type and an image version go together; in legacy mode by their architectures alone. */
function gradeOf(profile: CompiledProfile, type: CompiledMachineType, version: CompiledImageVersion): number {
  const isBuilt = profile.vocabulary.isCapabilityMode || version.architectures.includes(type.architecture);
  return isBuilt ? GRADES[fitOf(profile, type, version)] : GRADES.clashes;
}

function reason(profile: CompiledProfile, type: CompiledMachineType, version: CompiledImageVersion): string {
  const text = profile.vocabulary.isCapabilityMode ? clashText(profile, type, version) : "";
  return text === "" ? `${type.architecture} is not among ${version.architectures.join(", ") || "none"}` : text;
}

/** Where a machine type is written; where it was replaced before and is not any more, the list. */
function typePath({ spec }: ParentedReview, name: string): FieldPath {
  const index = spec.machineTypes.findLastIndex((machineType) => machineType.name === name);
  return index === -1 ? at(SPEC, "machineTypes") : at(SPEC, "machineTypes", index);
}

/** Where the flavors of an image version are written; where they are the parent's again, the list of images. */
function flavorsPath({ spec }: ParentedReview, image: string, version: string): FieldPath {
  const path = at(SPEC, "machineImages");
  const i = spec.machineImages.findLastIndex(({ name }) => name === image);
  const j = spec.machineImages[i]?.versions.findLastIndex((each) => each.version === version) ?? -1;
  return j === -1 ? path : at(path, i, "versions", j, "capabilityFlavors");
}
