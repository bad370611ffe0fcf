import { type CapabilitySet, effectiveCapabilities } from "../capabilities/set.ts";
import { ARCHITECTURE, type Capabilities } from "../capabilities/types.ts";
import type { Vocabulary } from "../capabilities/vocabulary.ts";
import { invalid, required } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";
import type { MachineImageVersion } from "../profiles/types.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { canonicalOf } from "./canonical.ts";
import type { FlatFlavor, Provider } from "./provider.ts";
import { versionText } from "./provider-config.ts";
import type { VersionEntry } from "./version-mapping.ts";

/** A version of a profile beside the entries that a providerConfig has for it. */
export interface MappedVersion {
  readonly provider: Provider;
  readonly vocabulary: Vocabulary;
  readonly image: string;
  readonly version: MachineImageVersion;
  /** Empty where the providerConfig does not list the version. */
  readonly entries: readonly VersionEntry[];
  /** Where findings about the version are shown. */
  readonly path: FieldPath;
  /** Where findings about one of its flavors are shown. */
  readonly flavorPath: (index: number) => FieldPath;
}

/**
 * Whether everything that a version offers has an image of the provider: CAP-PC-12, and 13, 16 and 17 or, without
 * capabilities, 18. FieldErrors: Required, Invalid.
 *
 * Source: capabilities contract, section 8.2; validateMachineImageVersionMapping of the extensions.
 */
export function* completenessRules(mapped: MappedVersion): Iterable<Finding> {
  if (!mapped.vocabulary.isCapabilityMode) {
    yield* legacyRules(mapped);
  } else if (mapped.entries.length === 0) {
    yield unlisted(mapped);
  } else {
    yield* flavorRules(mapped);
  }
}

/** The flavors of a version; one without any stands for the flavor with all values. */
export function coreFlavors({ capabilityFlavors }: MachineImageVersion): readonly Capabilities[] {
  return capabilityFlavors.length > 0 ? capabilityFlavors : [new Map()];
}

/** Of several entries, those that count when the extension validates: all flat ones, or the last. */
function countedEntries({ provider, entries }: MappedVersion): readonly VersionEntry[] {
  return provider.listsArchitecturesApart ? entries : entries.slice(-1);
}

/** What the flat entries of a version stand for. */
export function flatFlavorsOf(mapped: MappedVersion): readonly FlatFlavor[] {
  return countedEntries(mapped).flatMap(({ version }) => mapped.provider.flatFlavors(version));
}

/** The entry with flavors that decides about a version; undefined where it is in the flat shape. */
export function flavoredEntry(mapped: MappedVersion): VersionEntry | undefined {
  return countedEntries(mapped).find(({ version }) => version.capabilityFlavors.length > 0);
}

/** CAP-PC-12. */
function unlisted({ image, version, path }: MappedVersion, ...architecture: readonly string[]): Finding {
  const what = architecture.length > 0 ? ` for ${architecture.join(", ")}` : "";
  const detail = `list ${versionText(image, version.version)}${what} in spec.providerConfig.machineImages`;
  return finding("CAP-PC-12", required(path, detail), image, version.version, ...architecture);
}

/** CAP-PC-12 and 18. */
function* legacyRules(mapped: MappedVersion): Iterable<Finding> {
  const { provider, image, version, path, entries } = mapped;
  const { legacyCheck } = provider;
  if (legacyCheck === "images" || (legacyCheck === "versions" && entries.length > 0)) {
    return;
  }
  if (legacyCheck === "versions") {
    yield unlisted(mapped);
    return;
  }
  const isByRegion = countedEntries(mapped).some((entry) => entry.version.regions.length > 0);
  const covered = architecturesOf(flatFlavorsOf(mapped));
  for (const architecture of new Set(version.architectures)) {
    if (entries.length === 0) {
      yield unlisted(mapped, architecture);
    } else if (!covered.has(architecture) && (isByRegion || legacyCheck === "architectures")) {
      const detail = `give ${versionText(image, version.version)} an image for ${architecture} in spec.providerConfig.machineImages`;
      yield finding("CAP-PC-18", required(path, detail), image, version.version, architecture);
    }
  }
}

/** The architectures that flat entries are for. */
export function architecturesOf(flavors: readonly FlatFlavor[]): ReadonlySet<string> {
  return new Set(flavors.flatMap(({ capabilities }) => capabilities.get(ARCHITECTURE) ?? []));
}

/** CAP-PC-13, 16 and 17. */
function* flavorRules(mapped: MappedVersion): Iterable<Finding> {
  const { vocabulary, version } = mapped;
  const entry = flavoredEntry(mapped);
  const flat = entry === undefined ? flatFlavorsOf(mapped).filter(({ isUncounted }) => isUncounted !== true) : [];
  const flavors = entry?.version.capabilityFlavors ?? [];
  const known = new Set(flavors.map(({ capabilities }) => canonicalOf(vocabulary, capabilities)));
  for (const [index, capabilities] of coreFlavors(version).entries()) {
    const canonical = canonicalOf(vocabulary, capabilities);
    if (flat.length > 0) {
      yield* flatCoverageRules(mapped, { index, capabilities, canonical }, flat);
    } else if (!known.has(canonical)) {
      yield unmapped(mapped, { index, capabilities, canonical });
    }
  }
}

/** A flavor of a profile. */
interface CoreFlavor {
  readonly index: number;
  readonly capabilities: Capabilities;
  readonly canonical: string;
}

/** CAP-PC-13. */
function unmapped({ image, version, flavorPath }: MappedVersion, { index, canonical }: CoreFlavor): Finding {
  const detail = `spec.providerConfig has no flavor of ${versionText(image, version.version)} that equals capabilityFlavors[${index}] once omitted capabilities are filled in; add it with its image`;
  return finding("CAP-PC-13", required(flavorPath(index), detail), image, version.version, canonical);
}

/** CAP-PC-16 and 17. */
function* flatCoverageRules(mapped: MappedVersion, flavor: CoreFlavor, flat: readonly FlatFlavor[]): Iterable<Finding> {
  const { vocabulary, image, version, flavorPath } = mapped;
  const { index, capabilities, canonical } = flavor;
  const path = flavorPath(index);
  const covered = architecturesOf(flat);
  const missing = (capabilities.get(ARCHITECTURE) ?? vocabulary.architectures).filter((value) => !covered.has(value));
  if (missing.length > 0) {
    const detail = `give ${versionText(image, version.version)} an image for ${[...new Set(missing)].join(", ")} in spec.providerConfig.machineImages`;
    yield finding("CAP-PC-16", required(path, detail), image, version.version, canonical);
  } else if (restrictsMore(vocabulary, capabilities, flat)) {
    const detail = `the flat entries of ${versionText(image, version.version)} in spec.providerConfig claim every capability; describe their images by capabilityFlavors`;
    yield finding("CAP-PC-17", invalid(path, undefined, detail), image, version.version, canonical);
  }
}

/** Whether a flavor lacks a value, beside architectures, that a flat entry of its architecture claims. */
function restrictsMore(vocabulary: Vocabulary, flavor: Capabilities, flat: readonly FlatFlavor[]): boolean {
  const own = effectiveCapabilities(vocabulary, flavor);
  const position = vocabulary.axes.findIndex(({ name }) => name === ARCHITECTURE);
  return flat.some(({ capabilities }) => {
    const claimed = effectiveCapabilities(vocabulary, capabilities);
    const isOfIt = ((claimed[position] ?? 0n) & (own[position] ?? 0n)) !== 0n;
    return isOfIt && exceeds(claimed, own, position);
  });
}

function exceeds(claimed: CapabilitySet, own: CapabilitySet, except: number): boolean {
  return claimed.some((mask, position) => position !== except && (mask & ~(own[position] ?? 0n)) !== 0n);
}
