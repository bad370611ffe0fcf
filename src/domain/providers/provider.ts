import type { Capabilities } from "../capabilities/types.ts";
import type { Vocabulary } from "../capabilities/vocabulary.ts";
import type { FieldPath } from "../field/path.ts";
import type { CloudProfileSpec } from "../profiles/types.ts";
import type { Finding } from "../rules/finding.ts";
import type { ImageReference, ProviderConfig, ProviderImageVersion } from "./provider-config.ts";
import type { ConfigSchema } from "./schema.ts";

/** A flavor that an entry of the flat shape stands for when images are chosen. */
export interface FlatFlavor {
  readonly capabilities: Capabilities;
  /** Undefined means every region. */
  readonly regions: ReadonlySet<string> | undefined;
  /** Set where the extension chooses the image but does not count the entry as mapping (openstack, `image` alone). */
  readonly isUncounted?: true;
}

/** Where a reference to images stands. */
export interface ReferenceSite {
  /** The flavor, or the version in the flat shape. */
  readonly path: FieldPath;
  readonly shape: "flavor" | "flat";
  readonly isCapabilityMode: boolean;
  /** The owner in messages. */
  readonly owner: string;
  /** The owner's names for logical keys. */
  readonly names: readonly string[];
}

/** The providerConfig of a CloudProfile under review. */
export interface ProviderReview {
  readonly provider: Provider;
  readonly vocabulary: Vocabulary;
  readonly spec: CloudProfileSpec;
  readonly config: ProviderConfig;
}

/**
 * What gardengate knows about a provider: the fields of its CloudProfileConfig, how they refer to images, and where its
 * extension differs from the others. One file per provider, listed in registry.ts; docs/adding-a-provider.md asks the
 * questions.
 */
export interface Provider {
  /** `spec.type` of the profiles. */
  readonly type: string;
  /** The fields of its CloudProfileConfig; others are refused. */
  readonly schema: ConfigSchema;
  /** Whether a flavor or version exists only in the regions that it lists. */
  readonly isRegionScoped: (reference: ImageReference) => boolean;
  /** What a version of the flat shape stands for. */
  readonly flatFlavors: (version: ProviderImageVersion) => readonly FlatFlavor[];
  /** Missing, malformed and misplaced references: CAP-PC-08, 09, 10, and 19 for architectures of regions. */
  readonly referenceRules: (reference: ImageReference, site: ReferenceSite) => Iterable<Finding>;
  /** Fields of the flat shape, relative to the version, that must not stand beside flavors (CAP-PC-03). */
  readonly mixedFields: (version: ProviderImageVersion) => readonly FieldPath[];
  /** Whether a profile with capabilities may have versions in the flat shape. */
  readonly allowsFlatShape: boolean;
  /** Whether a version has several flat entries, one per architecture. */
  readonly listsArchitecturesApart: boolean;
  /**
   * What has to be mapped where the profile has no capabilities: each architecture of a version, the same where the
   * version is mapped by region, versions, or only images.
   */
  readonly legacyCheck: "architectures" | "architecturesOfRegions" | "versions" | "images";
  /** Where the extension prints the indexes of the profile's machine images. */
  readonly imagesPath: FieldPath;
  /** Whether the extension compares with the profile only if the providerConfig is sound by itself. */
  readonly comparesSoundConfigsOnly: boolean;
  /** Whether the extension checks the entries of a NamespacedCloudProfile, too. */
  readonly checksNamespacedEntries: boolean;
  /** Whether a machine type without architecture is given that of its pool when an image is chosen. */
  readonly fillsArchitecture: boolean;
  /** Whether the extension refuses a shoot for whose pools it has no image. */
  readonly refusesUnservedPools: boolean;
  /** Rules of this provider alone, for CloudProfiles. */
  readonly extraRules?: (review: ProviderReview) => Iterable<Finding>;
  /** Rules of this provider alone, for NamespacedCloudProfiles. */
  readonly extraNamespacedRules?: (config: ProviderConfig) => Iterable<Finding>;
}
