import { ARCHITECTURE } from "../capabilities/types.ts";
import { forbidden, required } from "../field/error.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { canonicalOf } from "./canonical.ts";
import { architecturesOf, coreFlavors, flatFlavorsOf, type MappedVersion } from "./completeness-rules.ts";
import { shortList } from "./coverage-rules.ts";
import { versionText } from "./provider-config.ts";
import { flavorEntries } from "./version-mapping.ts";

/**
 * CAP-PC-33: regions in which only some of the flavors of a custom version have images. Equal flavors may share the
 * regions among them. FieldError: Required.
 *
 * Source: capabilities contract, section 8.2; validateCapabilityFlavorsFormat of provider-aws, -alicloud, -openstack.
 */
export function* sameRegionRules(mapped: MappedVersion): Iterable<Finding> {
  const { provider, vocabulary, image, version, entries, path } = mapped;
  if (provider.schema.regions === undefined) {
    return;
  }
  const regionsOf = new Map<string, Set<string>>();
  const all = new Set<string>();
  for (const { flavor } of entries.flatMap(flavorEntries)) {
    const canonical = canonicalOf(vocabulary, flavor.capabilities);
    const regions = regionsOf.get(canonical) ?? new Set();
    regionsOf.set(canonical, regions);
    for (const { name } of flavor.regions) {
      regions.add(name);
      all.add(name);
    }
  }
  const core = new Set(coreFlavors(version).map((flavor) => canonicalOf(vocabulary, flavor)));
  for (const [canonical, regions] of regionsOf) {
    const missing = [...all].filter((region) => !regions.has(region));
    if (core.has(canonical) && missing.length > 0) {
      const detail = `a flavor of ${versionText(image, version.version)} has no image in ${shortList(missing)}, where others have one; add it`;
      yield finding("CAP-PC-33", required(path, detail), image, version.version, canonical);
    }
  }
}

/**
 * The part of CAP-PC-15 that is about the flat shape: an image for an architecture that the custom version is not built
 * for. FieldError: Forbidden.
 *
 * Source: validateMachineImageArchitectures, validateRegionsFormatWithCapabilities, validateExcessArchitecture of the
 * extensions. Provider alicloud, whose flat shape is always for amd64, asks only where the parent has capabilities.
 */
export function* excessArchitectureRules(mapped: MappedVersion): Iterable<Finding> {
  const { provider, vocabulary, image, version, path } = mapped;
  const { isCapabilityMode, architectures } = vocabulary;
  if (!isCapabilityMode && provider.legacyCheck === "versions") {
    return;
  }
  const own = isCapabilityMode
    ? coreFlavors(version).flatMap((flavor) => flavor.get(ARCHITECTURE) ?? architectures)
    : version.architectures;
  const counted = flatFlavorsOf(mapped).filter(({ isUncounted }) => isUncounted !== true);
  const isAsked = isCapabilityMode || own.length > 0;
  for (const architecture of isAsked ? architecturesOf(counted) : []) {
    if (!own.includes(architecture)) {
      const detail = `${versionText(image, version.version)} in spec.machineImages is not for ${architecture}; remove its image here, or add the architecture there`;
      yield { ...finding("CAP-PC-15", forbidden(path, detail), image, version.version, architecture), mark: "P" };
    }
  }
}
