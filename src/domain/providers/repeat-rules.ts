import { DEFAULT_ARCHITECTURE } from "../capabilities/types.ts";
import { duplicate } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { repeatedIndexes } from "../profiles/repeats.ts";
import { type Finding, finding } from "../rules/finding.ts";
import type { Provider } from "./provider.ts";
import {
  PROVIDER_IMAGES,
  type ProviderConfig,
  type ProviderImage,
  type ProviderImageVersion,
  versionText,
} from "./provider-config.ts";

/**
 * CAP-PC-20: images, versions and regions of a flavor that are listed twice, of which the extensions silently use one.
 * FieldError: Duplicate, at the later entry.
 *
 * Source: capabilities contract, section 8.2.
 */
export function* repeatRules(provider: Provider, { machineImages }: ProviderConfig): Iterable<Finding> {
  for (const x of repeatedIndexes(machineImages.map(({ name }) => name))) {
    const name = machineImages[x]?.name ?? "";
    if (name !== "") {
      const detail = "list each machine image once, with all its versions";
      yield finding("CAP-PC-20", duplicate(at(PROVIDER_IMAGES, x), name, detail), name);
    }
  }
  for (const [x, image] of machineImages.entries()) {
    const path = at(PROVIDER_IMAGES, x, "versions");
    yield* repeatedVersions(provider, image, path);
    for (const [y, version] of image.versions.entries()) {
      yield* repeatedRegions(image.name, version, at(path, y));
    }
  }
}

function* repeatedVersions(provider: Provider, { name, versions }: ProviderImage, path: FieldPath): Iterable<Finding> {
  const seen = new Map<string, Set<string>>();
  for (const [y, entry] of versions.entries()) {
    const { version } = entry;
    const earlier = seen.get(version) ?? new Set<string>();
    const kind = entryKind(provider, entry);
    const isRepeated = earlier.has(kind) || earlier.has("") || (kind === "" && earlier.size > 0);
    if (isRepeated && version !== "") {
      const detail = `list ${versionText(name, version)} once${kind === "" ? "" : " per architecture"}`;
      yield finding("CAP-PC-20", duplicate(at(path, y), version, detail), name, version, kind);
    }
    seen.set(version, earlier.add(kind));
  }
}

/** What may stand beside another entry of the version: one flat entry per architecture; "" goes with nothing. */
function entryKind({ listsArchitecturesApart }: Provider, version: ProviderImageVersion): string {
  const { capabilityFlavors, architecture } = version;
  return listsArchitecturesApart && capabilityFlavors.length === 0 ? (architecture ?? DEFAULT_ARCHITECTURE) : "";
}

function* repeatedRegions(image: string, version: ProviderImageVersion, path: FieldPath): Iterable<Finding> {
  for (const [z, { regions }] of version.capabilityFlavors.entries()) {
    for (const n of repeatedIndexes(regions.map(({ name }) => name))) {
      const name = regions[n]?.name ?? "";
      if (name !== "") {
        const detail = `give each flavor of ${versionText(image, version.version)} one image per region`;
        const error = duplicate(at(path, "capabilityFlavors", z, "regions", n), name, detail);
        yield finding("CAP-PC-20", error, image, version.version, name);
      }
    }
  }
}
