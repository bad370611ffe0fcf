import { ARCHITECTURE, type Capabilities } from "../capabilities/types.ts";
import { duplicate, forbidden } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import {
  emptyCapabilities,
  repeatedValues,
  undefinedCapabilities,
  type WrittenCapabilities,
} from "./capability-entry-rules.ts";
import { isRegionScoped } from "./provider-types.ts";
import { describeImageVersion, type ImageVersionSite, imageVersionNames } from "./sites.ts";
import { asObject, canonicalFlavor } from "./written-capabilities.ts";

/**
 * Checks the capability flavors of an image version: CAP-CP-50, 51 and 53 to 56; what concerns their architecture is
 * in image-architecture-rules.ts. FieldErrors: NotSupported, Forbidden, Required, Duplicate.
 *
 * Source: capabilities contract, section 3.3; gardener pkg/api/core/validation/utils.go
 * validateMachineImageVersionFlavors.
 */
export function* flavorRules(site: ImageVersionSite, providerType: string): Iterable<Finding> {
  const { vocabulary, version, path } = site;
  if (vocabulary.isCapabilityMode) {
    yield* entryRules(site);
    yield* equalFlavorRules(site, providerType);
  } else if (version.capabilityFlavors.length > 0) {
    const detail = `define capabilities in spec.machineCapabilities first, or remove the flavors of ${describeImageVersion(site)}`;
    yield finding("CAP-CP-53", forbidden(at(path, "capabilityFlavors"), detail), ...imageVersionNames(site));
  }
}

/** CAP-CP-50, 51, 55 and 56. Architectures without value or with several are CAP-CP-46 and 47 already. */
function* entryRules(site: ImageVersionSite): Iterable<Finding> {
  const { vocabulary, version, path } = site;
  for (const [index, capabilities] of version.capabilityFlavors.entries()) {
    const written: WrittenCapabilities = {
      vocabulary,
      capabilities,
      path: at(path, "capabilityFlavors", index),
      owner: `this flavor of ${describeImageVersion(site)}`,
      names: [...imageVersionNames(site), canonicalFlavor(vocabulary, capabilities)],
    };
    const others = { ...written, capabilities: withoutArchitecture(capabilities) };
    yield* undefinedCapabilities(written, { name: "CAP-CP-50", value: "CAP-CP-51" });
    yield* emptyCapabilities(vocabulary.isMultiArch ? others : written, "CAP-CP-55");
    yield* repeatedValues(others, "CAP-CP-56");
  }
}

function withoutArchitecture(capabilities: Capabilities): Capabilities {
  return new Map([...capabilities].filter(([name]) => name !== ARCHITECTURE));
}

/**
 * CAP-CP-54. Where images are mapped per region, only a warning: the provider extension copies flavors that differ by
 * region alone into the profile.
 */
function* equalFlavorRules(site: ImageVersionSite, providerType: string): Iterable<Finding> {
  const firstIndexes = new Map<string, number>();
  for (const [index, flavor] of site.version.capabilityFlavors.entries()) {
    const canonical = canonicalFlavor(site.vocabulary, flavor);
    const first = firstIndexes.get(canonical);
    if (first === undefined) {
      firstIndexes.set(canonical, index);
      continue;
    }
    const detail = `equals capabilityFlavors[${first}] of ${describeImageVersion(site)} once omitted capabilities are filled in; remove one, or make them differ`;
    const error = duplicate(at(site.path, "capabilityFlavors", index), asObject(flavor), detail);
    const found = finding("CAP-CP-54", error, ...imageVersionNames(site), canonical);
    yield isRegionScoped(providerType) ? { ...found, mark: "Ww" } : found;
  }
}
