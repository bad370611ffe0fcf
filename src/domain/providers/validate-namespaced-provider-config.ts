import { vocabularyOf } from "../capabilities/vocabulary.ts";
import { normalisedImage } from "../profiles/normalise.ts";
import type { CloudProfileSpec, NamespacedCloudProfileSpec } from "../profiles/types.ts";
import type { Finding } from "../rules/finding.ts";
import { completenessRules, flavoredEntry, type MappedVersion } from "./completeness-rules.ts";
import { versionNames } from "./coverage-rules.ts";
import { entryRules } from "./entry-rules.ts";
import { foreignEntryRules, unlistedRules } from "./namespaced-entry-rules.ts";
import { excessArchitectureRules, sameRegionRules } from "./namespaced-flavor-rules.ts";
import type { NamespacedReview } from "./namespaced-review.ts";
import { pairingRules } from "./pairing-rules.ts";
import { PROVIDER_IMAGES, type ProviderConfig, type ReadProviderConfig } from "./provider-config.ts";
import { providerOf } from "./registry.ts";
import { repeatRules } from "./repeat-rules.ts";
import { unreadableRules } from "./unreadable-rules.ts";
import { versionMapping } from "./version-mapping.ts";

/** A NamespacedCloudProfile with its providerConfig, as `wire` reads it by the parent's `spec.type`. */
export interface MappedNamespacedCloudProfile {
  readonly parent: CloudProfileSpec;
  readonly spec: NamespacedCloudProfileSpec;
  readonly providerConfig: ReadProviderConfig;
}

const EMPTY: ProviderConfig = { machineImages: [], otherFields: new Set() };

/**
 * Checks the providerConfig of a NamespacedCloudProfile: CAP-PC-30 to 34, and what CloudProfiles are asked about their
 * entries, too (CAP-PC-02 to 10, 13 to 16, 18 to 20); one that cannot be read is WIRE-01. An override of a version of
 * the parent needs no entry. Of providers that gardengate does not know it says nothing.
 *
 * Source: capabilities contract, section 8; pkg/admission/validator/namespacedcloudprofile.go of the extensions.
 */
export function validateNamespacedProviderConfig(profile: MappedNamespacedCloudProfile): readonly Finding[] {
  const { parent, spec, providerConfig } = profile;
  const provider = providerOf(parent.type);
  if (provider === undefined) {
    return [];
  }
  if (providerConfig?.ok === false) {
    return unreadableRules(providerConfig.errors);
  }
  const vocabulary = vocabularyOf(parent.machineCapabilities);
  return [
    ...rulesOf({
      provider,
      vocabulary,
      parentVersions: versionNames(parent.machineImages),
      images: spec.machineImages.map((image) => normalisedImage(vocabulary, image)),
      config: providerConfig?.value ?? EMPTY,
    }),
  ];
}

function* rulesOf(review: NamespacedReview): Iterable<Finding> {
  const { provider, vocabulary, config } = review;
  const mapping = versionMapping(config);
  yield* unlistedRules(review, mapping);
  yield* foreignEntryRules(review);
  yield* repeatRules(provider, config);
  yield* provider.extraNamespacedRules?.(config) ?? [];
  if (provider.checksNamespacedEntries) {
    yield* entryRules(provider, vocabulary, config);
    for (const mapped of customVersions(review, mapping)) {
      yield* customVersionRules(mapped);
    }
  }
}

/** The versions that the parent lacks and the providerConfig lists. */
function* customVersions(
  { provider, vocabulary, parentVersions, images }: NamespacedReview,
  mapping: ReturnType<typeof versionMapping>,
): Iterable<MappedVersion> {
  for (const { name: image, versions } of images) {
    for (const version of versions) {
      const entries = mapping.get(image)?.get(version.version) ?? [];
      if (entries.length > 0 && parentVersions.get(image)?.has(version.version) !== true) {
        const path = PROVIDER_IMAGES;
        yield { provider, vocabulary, image, version, entries, path, flavorPath: () => path };
      }
    }
  }
}

/** CAP-PC-13 to 16, 18 and 33. The extensions refuse strays here, and show all of it at the list of images. */
function* customVersionRules(mapped: MappedVersion): Iterable<Finding> {
  for (const found of completenessRules(mapped)) {
    if (found.rule !== "CAP-PC-17") {
      yield found;
    }
  }
  const isByFlavor = mapped.vocabulary.isCapabilityMode && flavoredEntry(mapped) !== undefined;
  if (!isByFlavor) {
    yield* excessArchitectureRules(mapped);
    return;
  }
  for (const found of pairingRules(mapped)) {
    yield found.rule === "CAP-PC-15"
      ? { ...found, mark: "P", error: { ...found.error, path: PROVIDER_IMAGES } }
      : found;
  }
  yield* sameRegionRules(mapped);
}
