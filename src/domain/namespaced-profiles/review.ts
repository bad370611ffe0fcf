import { type Vocabulary, vocabularyOf } from "../capabilities/vocabulary.ts";
import type { FieldPath } from "../field/path.ts";
import { normalisedImage, normalisedMachineType } from "../profiles/normalise.ts";
import type { ProfileUse } from "../profiles/profile-use.ts";
import type {
  CloudProfileSpec,
  MachineImage,
  MachineImageVersion,
  MachineType,
  NamespacedCloudProfileSpec,
} from "../profiles/types.ts";

/** A NamespacedCloudProfile under review, and what its validity depends on. */
export interface NamespacedCloudProfileReview {
  readonly spec: NamespacedCloudProfileSpec;
  /** The stored spec; undefined on CREATE. */
  readonly old: NamespacedCloudProfileSpec | undefined;
  /** `spec` of the CloudProfile that `spec.parent` names; undefined where there is none. */
  readonly parent: CloudProfileSpec | undefined;
  /** `status.cloudProfileSpec` of the stored object; undefined as long as Gardener has not rendered it. */
  readonly rendered: CloudProfileSpec | undefined;
  readonly namespace: string;
  /** The feature gates of Gardener that change what is valid. */
  readonly featureGates: { readonly VersionClassificationLifecycle: boolean };
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The pools of living shoots that refer to the profile; without them CAP-NCP-22 and 23 are not checked. */
  readonly uses?: readonly ProfileUse[];
}

/** A review whose parent is known, with everything brought into the parent's format. */
export interface ParentedReview extends NamespacedCloudProfileReview {
  readonly parent: CloudProfileSpec;
  /** The parent's. */
  readonly vocabulary: Vocabulary;
  /** The parent's machine images. */
  readonly parentImages: ImageIndex;
  /** Normalised. */
  readonly machineImages: readonly MachineImage[];
  /** Normalised. */
  readonly machineTypes: readonly MachineType[];
}

/** Where the spec of any profile stands. */
export const SPEC: FieldPath = ["spec"];

/** Image versions by image name and version. */
export type ImageIndex = ReadonlyMap<string, ReadonlyMap<string, MachineImageVersion>>;

/** Indexes machine images; of equal names or versions the last counts, as in Gardener. */
export function imageIndex(images: readonly MachineImage[]): ImageIndex {
  return new Map(
    images.map(({ name, versions }) => [name, new Map(versions.map((version) => [version.version, version]))]),
  );
}

/** Prepares a review for the rules that look at the parent. Source: capabilities contract, section 4.1. */
export function withParent(review: NamespacedCloudProfileReview, parent: CloudProfileSpec): ParentedReview {
  const vocabulary = vocabularyOf(parent.machineCapabilities);
  const { machineImages, machineTypes } = review.spec;
  return {
    ...review,
    parent,
    vocabulary,
    parentImages: imageIndex(parent.machineImages),
    machineImages: machineImages.map((image) => normalisedImage(vocabulary, image)),
    machineTypes: machineTypes.map((machineType) => normalisedMachineType(vocabulary, machineType)),
  };
}
