import { type CapabilitySet, effectiveCapabilities } from "../capabilities/set.ts";
import { type Vocabulary, vocabularyOf } from "../capabilities/vocabulary.ts";
import { at, type FieldPath } from "../field/path.ts";
import type { CloudProfileSpec } from "../profiles/types.ts";
import type { Provider } from "./provider.ts";
import {
  type ImageReference,
  PROVIDER_IMAGES,
  type ProviderConfig,
  type ProviderFlavor,
  type ReadProviderConfig,
} from "./provider-config.ts";
import { providerOf } from "./registry.ts";
import { flavorEntries, type VersionEntry } from "./version-mapping.ts";

/** A flavor of a providerConfig prepared for choosing; entries of the flat shape stand for some, too. */
export interface CompiledProviderFlavor {
  /** Where its entry stands. */
  readonly path: FieldPath;
  /** Its effective capabilities. */
  readonly set: CapabilitySet;
  /** Undefined means every region. */
  readonly regions: ReadonlySet<string> | undefined;
  /** The references of its entry. */
  readonly written: ImageReference;
}

/** The images that a provider has for the versions of a profile, found by image and version. */
export interface CompiledProviderFlavors {
  readonly provider: Provider;
  readonly versions: ReadonlyMap<string, ReadonlyMap<string, readonly CompiledProviderFlavor[]>>;
}

/**
 * Prepares a providerConfig for decisions about shoots; done when facts change, never within a request. Undefined where
 * there is nothing to choose: without capabilities, and where provider or providerConfig are unknown.
 * Source: capabilities contract, sections 6.2 and 8.3; FindImageInCloudProfile of the extensions.
 */
export function compileProviderFlavors(
  spec: CloudProfileSpec,
  providerConfig: ReadProviderConfig,
): CompiledProviderFlavors | undefined {
  const provider = providerOf(spec.type);
  const vocabulary = vocabularyOf(spec.machineCapabilities);
  return provider === undefined || providerConfig?.ok !== true || !vocabulary.isCapabilityMode
    ? undefined
    : { provider, versions: compileImages(provider, vocabulary, providerConfig.value) };
}

/** Of an image that is listed twice, the first one that has a version counts for it. */
function compileImages(
  provider: Provider,
  vocabulary: Vocabulary,
  { machineImages }: ProviderConfig,
): CompiledProviderFlavors["versions"] {
  const images = new Map<string, ReadonlyMap<string, readonly CompiledProviderFlavor[]>>();
  for (const [x, { name, versions }] of machineImages.entries()) {
    const own = new Map<string, CompiledProviderFlavor[]>();
    for (const [y, version] of versions.entries()) {
      const flavors = compileVersion(provider, vocabulary, { version, path: at(PROVIDER_IMAGES, x, "versions", y) });
      own.set(version.version, [...(own.get(version.version) ?? []), ...flavors]);
    }
    images.set(name, new Map([...own, ...(images.get(name) ?? [])]));
  }
  return images;
}

function compileVersion(
  provider: Provider,
  vocabulary: Vocabulary,
  entry: VersionEntry,
): readonly CompiledProviderFlavor[] {
  if (entry.version.capabilityFlavors.length > 0) {
    return flavorEntries(entry).map(({ flavor, path }) => ({
      path,
      set: effectiveCapabilities(vocabulary, flavor.capabilities),
      regions: regionsOf(provider, flavor),
      written: flavor,
    }));
  }
  return provider.flatFlavors(entry.version).map(({ capabilities, regions }) => ({
    path: entry.path,
    set: effectiveCapabilities(vocabulary, capabilities),
    regions,
    written: entry.version,
  }));
}

function regionsOf(provider: Provider, flavor: ProviderFlavor): ReadonlySet<string> | undefined {
  return provider.isRegionScoped(flavor) ? new Set(flavor.regions.map(({ name }) => name)) : undefined;
}
