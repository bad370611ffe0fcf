import type { Capabilities } from "../capabilities/types.ts";
import type { FieldPath } from "../field/path.ts";
import type { Parsed } from "../parsed.ts";

/**
 * `spec.providerConfig` of a profile, whatever the provider: which image of the provider stands for a version of a
 * machine image, or for one of its flavors.
 * Source: capabilities contract, section 8.1; pkg/apis/<type>/v1alpha1/types_cloudprofile.go of the extensions.
 */

/** The image of one region. */
export interface RegionReference {
  readonly name: string;
  /** Id of the image in that region; empty where none is given. */
  readonly reference: string;
  /** Only in the flat shape, and there it means amd64 where it is absent. */
  readonly architecture: string | undefined;
}

/** What refers to images of the provider: by region, by fields of its own, or both. */
export interface ImageReference {
  readonly regions: readonly RegionReference[];
  /** The references that are set, by field (`image`, `urn`, …); an explicit empty text is among them. */
  readonly references: ReadonlyMap<string, string>;
}

/** An entry of `capabilityFlavors`: a flavor, and the image that is built for it. */
export interface ProviderFlavor extends ImageReference {
  readonly capabilities: Capabilities;
}

/** An entry of `versions`: with flavors, or in the flat shape with references of its own. */
export interface ProviderImageVersion extends ImageReference {
  readonly version: string;
  readonly capabilityFlavors: readonly ProviderFlavor[];
  /** Of the flat shape, where entries are per architecture; amd64 where it is absent. */
  readonly architecture: string | undefined;
  /** Of the flat shape (azure). */
  readonly acceleratedNetworking: boolean | undefined;
}

/** An entry of `machineImages`. */
export interface ProviderImage {
  readonly name: string;
  readonly versions: readonly ProviderImageVersion[];
}

/** A providerConfig that could be read. */
export interface ProviderConfig {
  readonly machineImages: readonly ProviderImage[];
  /** Names of the fields beside `machineImages` that say something. */
  readonly otherFields: ReadonlySet<string>;
}

/** A providerConfig as it was found: undefined where there is none, else what it says or why it cannot be read. */
export type ReadProviderConfig = Parsed<ProviderConfig> | undefined;

/** `spec.providerConfig`. */
export const PROVIDER_CONFIG: FieldPath = ["spec", "providerConfig"];

/** `spec.providerConfig.machineImages`. */
export const PROVIDER_IMAGES: FieldPath = [...PROVIDER_CONFIG, "machineImages"];

/** `spec.machineImages` of a profile. */
export const CORE_IMAGES: FieldPath = ["spec", "machineImages"];

/** Names an image version in a message. */
export function versionText(image: string, version: string): string {
  return `version ${JSON.stringify(version)} of machine image ${JSON.stringify(image)}`;
}
