import { selectEffectiveFlavor } from "../capabilities/select.ts";
import { type CapabilitySet, effectiveCapabilities } from "../capabilities/set.ts";
import { ARCHITECTURE, DEFAULT_ARCHITECTURE } from "../capabilities/types.ts";
import { pathText } from "../field/path.ts";
import type { CompiledImageVersion, CompiledMachineType, CompiledProfile } from "../profiles/compile.ts";
import type { CompiledProviderFlavor, CompiledProviderFlavors } from "./compile-flavors.ts";
import { shortList } from "./coverage-rules.ts";
import type { Provider } from "./provider.ts";

/** For whom an extension chooses an image of its provider. */
export interface FlavorQuestion {
  /** The effective profile. */
  readonly profile: CompiledProfile;
  readonly flavors: CompiledProviderFlavors;
  readonly region: string;
  readonly machineType: CompiledMachineType;
  readonly imageVersion: CompiledImageVersion;
  /** The architecture of the worker pool. */
  readonly architecture: string;
}

/** What the choice came to: one flavor, none and the reason, or several that are best alike, which extensions refuse. */
export type FlavorChoice =
  | { readonly kind: "found"; readonly flavor: CompiledProviderFlavor }
  | { readonly kind: "unserved"; readonly reason: string }
  | { readonly kind: "ambiguous"; readonly best: readonly CompiledProviderFlavor[] };

/**
 * The provider flavor whose image the nodes of a pool get in a region.
 * Source: capabilities contract, sections 6.2 and 8.3; FindImageInCloudProfile of the extensions.
 */
export function chooseProviderFlavor(question: FlavorQuestion): FlavorChoice {
  const { flavors, region, imageVersion } = question;
  const known = flavors.versions.get(imageVersion.image)?.get(imageVersion.version) ?? [];
  const offered = known.filter(({ regions }) => regions?.has(region) ?? true);
  const choice = selectEffectiveFlavor(
    offered.map(({ set }) => set),
    choosingCapabilities(question),
  );
  const best = choice.kind === "ambiguous" ? choice.indexes.flatMap((index) => offered[index] ?? []) : [];
  const flavor = choice.kind === "found" ? offered[choice.index] : undefined;
  if (flavor !== undefined) {
    return { kind: "found", flavor };
  }
  return best.length > 0
    ? { kind: "ambiguous", best }
    : { kind: "unserved", reason: reasonOf(question, known, offered) };
}

/** The capabilities of a machine type when an image is chosen; some providers add the pool's architecture. */
function choosingCapabilities({ profile, flavors, machineType, architecture }: FlavorQuestion): CapabilitySet {
  const { fillsArchitecture }: Provider = flavors.provider;
  const { capabilities } = machineType.written;
  const isFilled = fillsArchitecture && profile.vocabulary.isMultiArch && !capabilities.has(ARCHITECTURE);
  return isFilled
    ? effectiveCapabilities(profile.vocabulary, new Map(capabilities).set(ARCHITECTURE, [architecture]))
    : machineType.wide;
}

function reasonOf(
  { region, machineType }: FlavorQuestion,
  known: readonly CompiledProviderFlavor[],
  offered: readonly CompiledProviderFlavor[],
): string {
  if (known.length === 0) {
    return "the providerConfig of the profile does not list it";
  }
  const where = JSON.stringify(region);
  if (offered.length === 0) {
    const regions = [...new Set(known.flatMap((flavor) => [...(flavor.regions ?? [])]))];
    return `it is not available in region ${where}, only in ${shortList(regions) || "none"}`;
  }
  return `none of its images in region ${where} fits machine type ${JSON.stringify(machineType.name)}`;
}

/** The entries of a providerConfig that the flavors come from, each once. */
export function entryPaths(flavors: readonly CompiledProviderFlavor[]): readonly string[] {
  return [...new Set(flavors.map(({ path }) => pathText(path)))];
}

/**
 * What a flavor refers to for a machine of an architecture in a region, such as an AMI; undefined where its entry has
 * several references, or none. In the flat shape, entries of a region may be per architecture.
 */
export function imageReferenceIn(
  { written }: CompiledProviderFlavor,
  region: string,
  architecture: string,
): string | undefined {
  const ofRegion = written.regions.filter(({ name }) => name === region);
  const built = ofRegion.filter((each) => (each.architecture ?? DEFAULT_ARCHITECTURE) === architecture);
  const chosen = ofRegion.length > 1 ? built : ofRegion;
  const references = chosen.length > 0 ? chosen.map(({ reference }) => reference) : [...written.references.values()];
  return references.length === 1 ? references[0] : undefined;
}
