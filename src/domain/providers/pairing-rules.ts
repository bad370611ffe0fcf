import { duplicate, forbidden } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";
import { pathText } from "../field/path.ts";
import { asObject } from "../profiles/written-capabilities.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { canonicalOf } from "./canonical.ts";
import { coreFlavors, type MappedVersion } from "./completeness-rules.ts";
import type { Provider } from "./provider.ts";
import { type ImageReference, versionText } from "./provider-config.ts";
import { type FlavorEntry, flavorEntries } from "./version-mapping.ts";

/**
 * Whether each provider flavor belongs to a flavor of the profile (CAP-PC-15), and to one that no other provider flavor
 * serves in the same region (CAP-PC-14). Flavors are equal when they are so after defaulting. FieldErrors: Forbidden,
 * Duplicate.
 *
 * Source: capabilities contract, sections 8.2 and 11.3 item 3.
 */
export function* pairingRules(mapped: MappedVersion): Iterable<Finding> {
  const { provider, vocabulary, image, version } = mapped;
  const core = new Set(coreFlavors(version).map((flavor) => canonicalOf(vocabulary, flavor)));
  const taken = new Map<string, TakenRegions>();
  for (const entry of mapped.entries.flatMap(flavorEntries)) {
    const canonical = canonicalOf(vocabulary, entry.flavor.capabilities);
    const names = [image, version.version, canonical];
    if (!core.has(canonical)) {
      const detail = `no flavor of ${versionText(image, version.version)} in spec.machineImages equals this one once omitted capabilities are filled in; remove it, or add the flavor there`;
      yield finding("CAP-PC-15", forbidden(entry.path, detail), ...names);
      continue;
    }
    const regions = taken.get(canonical) ?? { everywhere: undefined, byName: new Map() };
    const earlier = clash(provider, regions, entry.flavor);
    if (earlier !== undefined) {
      const detail = `equals ${pathText(earlier)} once omitted capabilities are filled in, in the same region; remove one, or make them differ`;
      yield finding("CAP-PC-14", duplicate(entry.path, asObject(entry.flavor.capabilities), detail), ...names);
    }
    taken.set(canonical, withRegions(provider, regions, entry));
  }
}

/** The places of the equal flavors so far, by what they cover. */
interface TakenRegions {
  readonly everywhere: FieldPath | undefined;
  readonly byName: Map<string, FieldPath>;
}

/** The place of an earlier flavor that shares a region with the reference. */
function clash(provider: Provider, taken: TakenRegions, reference: ImageReference): FieldPath | undefined {
  if (!provider.isRegionScoped(reference)) {
    const [first] = taken.byName.values();
    return taken.everywhere ?? first;
  }
  const shared = reference.regions.find(({ name }) => taken.byName.has(name));
  const isNowhere = reference.regions.length === 0;
  return isNowhere ? undefined : (taken.everywhere ?? (shared && taken.byName.get(shared.name)));
}

function withRegions(provider: Provider, taken: TakenRegions, { flavor, path }: FlavorEntry): TakenRegions {
  for (const { name } of flavor.regions) {
    taken.byName.set(name, taken.byName.get(name) ?? path);
  }
  return { ...taken, everywhere: taken.everywhere ?? (provider.isRegionScoped(flavor) ? undefined : path) };
}
