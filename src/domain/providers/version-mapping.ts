import type { FieldPath } from "../field/path.ts";
import { at } from "../field/path.ts";
import {
  PROVIDER_IMAGES,
  type ProviderConfig,
  type ProviderFlavor,
  type ProviderImageVersion,
} from "./provider-config.ts";

/** A version as a providerConfig lists it, and where. */
export interface VersionEntry {
  readonly version: ProviderImageVersion;
  readonly path: FieldPath;
}

/** A flavor as a providerConfig lists it, and where. */
export interface FlavorEntry {
  readonly flavor: ProviderFlavor;
  readonly path: FieldPath;
}

/** The entries of a providerConfig by image and version; a version may have several. */
export type VersionMapping = ReadonlyMap<string, ReadonlyMap<string, readonly VersionEntry[]>>;

/**
 * The entries by name. Of an image that is listed twice, the last one counts, as it does for the extensions when they
 * validate.
 * Source: github.com/gardener/gardener/pkg/utils CreateMapFromSlice, used by NewProviderImagesContext.
 */
export function versionMapping({ machineImages }: ProviderConfig): VersionMapping {
  return new Map(
    machineImages.map(({ name, versions }, index) => {
      const path = at(PROVIDER_IMAGES, index, "versions");
      return [name, groupedByVersion(versions.map((version, position) => ({ version, path: at(path, position) })))];
    }),
  );
}

function groupedByVersion(entries: readonly VersionEntry[]): ReadonlyMap<string, readonly VersionEntry[]> {
  const groups = new Map<string, VersionEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.version.version);
    if (group === undefined) {
      groups.set(entry.version.version, [entry]);
    } else {
      group.push(entry);
    }
  }
  return groups;
}

/** The flavors of an entry, with their places. */
export function flavorEntries({ version, path }: VersionEntry): readonly FlavorEntry[] {
  return version.capabilityFlavors.map((flavor, index) => ({ flavor, path: at(path, "capabilityFlavors", index) }));
}
