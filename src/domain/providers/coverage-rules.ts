import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import type { MachineImage } from "../profiles/types.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { canonicalOf } from "./canonical.ts";
import type { ProviderReview } from "./provider.ts";
import { PROVIDER_IMAGES, versionText } from "./provider-config.ts";
import { type FlavorEntry, flavorEntries, type VersionMapping } from "./version-mapping.ts";

/**
 * CAP-PC-21, warnings: provider images and versions that the profile does not have. FieldError: Invalid.
 * Source: capabilities contract, section 8.2.
 */
export function* leftoverRules({ spec, config }: ProviderReview): Iterable<Finding> {
  const known = versionNames(spec.machineImages);
  for (const [x, { name, versions }] of config.machineImages.entries()) {
    const path = at(PROVIDER_IMAGES, x);
    const knownVersions = known.get(name);
    if (knownVersions === undefined) {
      const detail = "the profile has no machine image of this name; remove the entry, or correct the name";
      yield* name === "" ? [] : [finding("CAP-PC-21", invalid(path, name, detail), name)];
      continue;
    }
    for (const [y, { version }] of versions.entries()) {
      if (version !== "" && !knownVersions.has(version)) {
        const detail = `the profile has no ${versionText(name, version)}; remove the entry, or correct the version`;
        yield finding("CAP-PC-21", invalid(at(path, "versions", y), version, detail), name, version);
      }
    }
  }
}

/** The versions of machine images by name. */
export function versionNames(images: readonly MachineImage[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byName = new Map<string, Set<string>>();
  for (const { name, versions } of images) {
    const known = byName.get(name) ?? new Set<string>();
    byName.set(name, known);
    for (const { version } of versions) {
      known.add(version);
    }
  }
  return byName;
}

/**
 * CAP-PC-22, warnings: provider flavors without image in some region of the profile. Equal flavors may share the
 * regions among them. FieldError: Invalid.
 * Source: capabilities contract, sections 8.2 and 11.3 item 3.
 */
export function* regionCoverageRules(review: ProviderReview, mapping: VersionMapping): Iterable<Finding> {
  const regions = review.spec.regions.map(({ name }) => name);
  if (!review.vocabulary.isCapabilityMode || review.provider.schema.regions === undefined) {
    return;
  }
  for (const [image, versions] of mapping) {
    for (const [version, entries] of versions) {
      for (const group of equalFlavors(review, entries.flatMap(flavorEntries))) {
        yield* missingRegions(review, group, regions, [image, version]);
      }
    }
  }
}

function equalFlavors({ vocabulary }: ProviderReview, flavors: readonly FlavorEntry[]): Iterable<FlavorEntry[]> {
  return Map.groupBy(flavors, ({ flavor }) => canonicalOf(vocabulary, flavor.capabilities)).values();
}

function* missingRegions(
  { provider, vocabulary }: ProviderReview,
  group: readonly FlavorEntry[],
  regions: readonly string[],
  [image, version]: readonly [string, string],
): Iterable<Finding> {
  const covered = new Set(group.flatMap(({ flavor }) => flavor.regions.map(({ name }) => name)));
  const missing = regions.filter((region) => !covered.has(region));
  const isComplete = missing.length === 0 || group.some(({ flavor }) => !provider.isRegionScoped(flavor));
  for (const { flavor, path } of isComplete ? [] : group) {
    if (flavor.regions.length > 0) {
      const detail = `shoots in ${shortList(missing)} cannot use this flavor of ${versionText(image, version)}; add an image there`;
      const error = invalid(at(path, "regions"), undefined, detail);
      yield finding("CAP-PC-22", error, image, version, canonicalOf(vocabulary, flavor.capabilities));
    }
  }
}

const SHOWN = 10;

/** Names for a message, which has to stay short. */
export function shortList(names: readonly string[]): string {
  const rest = names.length - SHOWN;
  const shown = names.slice(0, SHOWN).join(", ");
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
