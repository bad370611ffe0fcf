import {
  effectiveFlavors,
  machineTypeArchitecture,
  narrowedCapabilities,
  versionArchitectures,
} from "../capabilities/architecture.ts";
import { areCompatible } from "../capabilities/set.ts";
import { ARCHITECTURE } from "../capabilities/types.ts";
import type { Vocabulary } from "../capabilities/vocabulary.ts";
import { type FieldError, invalid } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { classificationAt } from "../versions/classification.ts";
import type { Bastion, CloudProfileSpec, MachineImageVersion, MachineType } from "./types.ts";

/** The profile whose bastion is checked, and where the bastion stands. */
export interface BastionReview {
  readonly spec: CloudProfileSpec;
  readonly vocabulary: Vocabulary;
  readonly path: FieldPath;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

type BastionImage = NonNullable<Bastion["machineImage"]>;

/**
 * Checks that a bastion can be built from what the profile offers: CAP-CP-75 to 79. FieldError: Invalid.
 *
 * Source: capabilities contract, section 3.5; gardener pkg/api/core/validation/cloudprofile.go
 * validateCloudProfileBastion.
 */
export function* bastionRules(review: BastionReview): Iterable<Finding> {
  const { spec, path } = review;
  if (spec.bastion === undefined) {
    return;
  }
  const { machineType, machineImage } = spec.bastion;
  if (machineType === undefined && machineImage === undefined) {
    const detail = "name a machine type or a machine image for the bastion, or remove the section";
    yield finding("CAP-CP-75", invalid(path, undefined, detail));
  }
  const found = spec.machineTypes.find(({ name }) => name === machineType?.name);
  if (machineType !== undefined && found === undefined) {
    const detail = "the bastion needs a machine type of spec.machineTypes";
    const error = invalid(at(path, "machineType", "name"), machineType.name, detail);
    yield finding("CAP-CP-76", error, machineType.name);
  }
  if (machineImage !== undefined) {
    yield* imageRules(review, machineImage, machineType && found);
  }
}

/** CAP-CP-77, and the rest where the image is known. */
function* imageRules(
  review: BastionReview,
  image: BastionImage,
  machineType: MachineType | undefined,
): Iterable<Finding> {
  const path = at(review.path, "machineImage");
  const versions = review.spec.machineImages.find(({ name }) => name === image.name)?.versions;
  if (versions === undefined) {
    const detail = "the bastion needs a machine image of spec.machineImages";
    yield finding("CAP-CP-77", invalid(at(path, "name"), image.name, detail), image.name);
    return;
  }
  if (image.version === undefined) {
    yield* candidateRules(review, { image, versions, machineType });
    return;
  }
  const version = versions.find((each) => each.version === image.version);
  if (version === undefined) {
    const detail = `machine image ${JSON.stringify(image.name)} of the profile has no such version`;
    yield finding("CAP-CP-77", invalid(at(path, "version"), image.version, detail), image.name, image.version);
    return;
  }
  yield* candidateRules(review, { image, versions: [version], machineType });
}

/** What a bastion can be built from. */
interface Candidates {
  readonly image: BastionImage;
  /** The named version, or all versions of the image. */
  readonly versions: readonly MachineImageVersion[];
  /** Undefined where none is given, or an unknown one; then any architecture will do. */
  readonly machineType: MachineType | undefined;
}

/** CAP-CP-78 and 79. */
function* candidateRules(review: BastionReview, { image, versions, machineType }: Candidates): Iterable<Finding> {
  const { vocabulary, path, now } = review;
  const names = [machineType?.name ?? "", image.name, image.version ?? ""];
  const supported = versions.filter((version) => isExplicitlySupported(version, now));
  const ofArchitecture = supported.filter((version) => isOfArchitecture(vocabulary, version, machineType));
  const isAccepted = supported.some((version) => isOfArchitectureForGardener(vocabulary, version, machineType));
  if (ofArchitecture.length === 0) {
    const found = finding("CAP-CP-78", unsupported(review, image, machineType), ...names);
    yield isAccepted ? { ...found, mark: "W" } : found;
    return;
  }
  if (machineType !== undefined && !ofArchitecture.some((version) => areFitting(vocabulary, version, machineType))) {
    const detail = `no supported version has a flavor that fits machine type ${JSON.stringify(machineType.name)} of the bastion`;
    yield finding("CAP-CP-79", invalid(at(path, "machineImage"), undefined, detail), ...names);
  }
}

/** A version without classification of its own is none that a bastion may use, whatever it counts as elsewhere. */
function isExplicitlySupported(version: MachineImageVersion, now: number): boolean {
  return version.classification !== undefined && classificationAt(version, now) === "supported";
}

function isOfArchitecture(vocabulary: Vocabulary, version: MachineImageVersion, machineType?: MachineType): boolean {
  return (
    machineType === undefined ||
    versionArchitectures(vocabulary, version).includes(machineTypeArchitecture(vocabulary, machineType))
  );
}

/** Where capabilities are defined, Gardener takes any defined architecture for one of the version. */
function isOfArchitectureForGardener(
  vocabulary: Vocabulary,
  version: MachineImageVersion,
  machineType?: MachineType,
): boolean {
  if (machineType === undefined || !vocabulary.isCapabilityMode) {
    return isOfArchitecture(vocabulary, version, machineType);
  }
  const written = version.capabilityFlavors.flatMap((flavor) => flavor.get(ARCHITECTURE) ?? []);
  return [...vocabulary.architectures, ...written].includes(machineTypeArchitecture(vocabulary, machineType));
}

function unsupported({ vocabulary, path }: BastionReview, image: BastionImage, machineType?: MachineType): FieldError {
  const imagePath = at(path, "machineImage");
  const which = image.version === undefined ? "no version of the image" : "the version";
  const architecture = machineType && machineTypeArchitecture(vocabulary, machineType);
  const suffix =
    machineType === undefined
      ? ""
      : ` and built for ${architecture === "" ? "the machine type, which has no architecture" : JSON.stringify(architecture)}`;
  const detail = `${which} is explicitly classified as supported${suffix}; name another, or set its classification`;
  return image.version === undefined
    ? invalid(at(imagePath, "name"), image.name, detail)
    : invalid(at(imagePath, "version"), image.version, detail);
}

/** Whether a version and the bastion's machine type go together by their capabilities. */
function areFitting(vocabulary: Vocabulary, version: MachineImageVersion, machineType: MachineType): boolean {
  if (!vocabulary.isCapabilityMode || (version.capabilityFlavors.length === 0 && !vocabulary.isMultiArch)) {
    return true;
  }
  const capabilities = narrowedCapabilities(vocabulary, machineType);
  return effectiveFlavors(vocabulary, version).some((flavor) => areCompatible(flavor, capabilities));
}
