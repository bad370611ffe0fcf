import { vocabularyOf } from "../capabilities/vocabulary.ts";
import { required } from "../field/error.ts";
import { at } from "../field/path.ts";
import type { CloudProfileSpec } from "../profiles/types.ts";
import { type Finding, finding, markOf } from "../rules/finding.ts";
import { completenessRules, type MappedVersion } from "./completeness-rules.ts";
import { leftoverRules, regionCoverageRules } from "./coverage-rules.ts";
import { entryRules } from "./entry-rules.ts";
import { pairingRules } from "./pairing-rules.ts";
import type { ProviderReview } from "./provider.ts";
import { PROVIDER_CONFIG, PROVIDER_IMAGES } from "./provider-config.ts";
import { providerOf } from "./registry.ts";
import { repeatRules } from "./repeat-rules.ts";
import { unreadableRules } from "./unreadable-rules.ts";
import { type VersionMapping, versionMapping } from "./version-mapping.ts";

/**
 * Checks the providerConfig of a CloudProfile, by itself and against the machine images of the profile: CAP-PC-01 to
 * 23; one that cannot be read is WIRE-01. Of providers that gardengate does not know it says nothing. Findings are in no
 * particular order; those marked W are ratcheted by the caller.
 *
 * Source: capabilities contract, section 8.
 */
export function validateProviderConfig(spec: CloudProfileSpec): readonly Finding[] {
  const { providerConfig } = spec;
  const provider = providerOf(spec.type);
  if (provider === undefined) {
    return [];
  }
  if (providerConfig === undefined) {
    const detail = `map the machine images to those of provider ${provider.type}`;

    return [finding("CAP-PC-01", required(PROVIDER_CONFIG, detail))];
  }
  if (!providerConfig.ok) {
    return unreadableRules(providerConfig.errors);
  }
  const vocabulary = vocabularyOf(spec.machineCapabilities);
  return [...rulesOf({ provider, vocabulary, spec, config: providerConfig.value })];
}

function* rulesOf(review: ProviderReview): Iterable<Finding> {
  const { provider, vocabulary, config } = review;
  const mapping = versionMapping(config);
  const ofEntries = [...emptinessRules(review), ...entryRules(provider, vocabulary, config)];
  yield* ofEntries;
  yield* repeatRules(provider, config);
  yield* leftoverRules(review);
  yield* regionCoverageRules(review, mapping);
  yield* provider.extraRules?.(review) ?? [];
  if (!provider.comparesSoundConfigsOnly || !ofEntries.some(isProvidersOwn)) {
    yield* comparisonRules(review, mapping);
  }
}

/** CAP-PC-02 for the list of images. */
function* emptinessRules({ provider, config }: ProviderReview): Iterable<Finding> {
  if (config.machineImages.length === 0) {
    const detail = `list the machine images with their references at provider ${provider.type}`;
    yield finding("CAP-PC-02", required(PROVIDER_IMAGES, detail));
  }
}

/** Whether the extension has the finding, too. */
function isProvidersOwn(found: Finding): boolean {
  return markOf(found) === "P";
}

/** CAP-PC-11 to 18. */
function* comparisonRules(review: ProviderReview, mapping: VersionMapping): Iterable<Finding> {
  const { provider, vocabulary, spec } = review;
  for (const [i, { name: image, versions }] of spec.machineImages.entries()) {
    const path = at(provider.imagesPath, i);
    const entriesByVersion = mapping.get(image);
    if (entriesByVersion === undefined) {
      const detail = `list machine image ${JSON.stringify(image)} in spec.providerConfig.machineImages`;
      yield finding("CAP-PC-11", required(path, detail), image);
      continue;
    }
    for (const [j, version] of versions.entries()) {
      const mapped: MappedVersion = {
        provider,
        vocabulary,
        image,
        version,
        entries: entriesByVersion.get(version.version) ?? [],
        path: at(path, "versions", j),
        flavorPath: (k) => at(path, "versions", j, "capabilityFlavors", k),
      };
      yield* completenessRules(mapped);
      yield* vocabulary.isCapabilityMode ? pairingRules(mapped) : [];
    }
  }
}
