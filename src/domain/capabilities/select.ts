import { areCompatible, type CapabilitySet, effectiveCapabilities } from "./set.ts";
import type { Capabilities } from "./types.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * What the choice among flavors came to: the flavor `found`; `incompatible` where none fits the machine type; or
 * `ambiguous` where several are best alike, which providers refuse. Indexes are those of the list given.
 */
export type FlavorSelection =
  | { readonly kind: "found"; readonly index: number }
  | { readonly kind: "incompatible" }
  | { readonly kind: "ambiguous"; readonly indexes: readonly number[] };

/** What bears a flavor: an entry of `capabilityFlavors` in a providerConfig, reference and all. */
export interface FlavorEntry {
  readonly capabilities: Capabilities;
}

/**
 * The flavor whose image a provider takes for a machine type. The flavors are those that count, in the region of the
 * shoot where the provider maps per region.
 * Source: capabilities contract, section 6.2; gardener extensions/pkg/controller/worker/cloudprofile.go, FindBestImageFlavor.
 */
export function selectFlavor(
  vocabulary: Vocabulary,
  flavors: readonly FlavorEntry[],
  machineType: CapabilitySet,
): FlavorSelection {
  return selectEffectiveFlavor(
    flavors.map(({ capabilities }) => effectiveCapabilities(vocabulary, capabilities)),
    machineType,
  );
}

/**
 * The same for flavors after defaulting. The machine type decides only which flavors take part; of these the one with
 * the greatest signature wins: definition by definition, the masks compared as numbers. Gardener's narrowing, "for each
 * value keep the flavors that have it if any does", comes to the same, because the most preferred value is the highest
 * bit.
 * Source: capabilities contract, section 6.2, items 2 to 4.
 */
export function selectEffectiveFlavor(flavors: readonly CapabilitySet[], machineType: CapabilitySet): FlavorSelection {
  let best: CapabilitySet | undefined;
  let indexes: number[] = [];
  for (const [index, flavor] of flavors.entries()) {
    if (!areCompatible(flavor, machineType)) {
      continue;
    }
    const order = best === undefined ? 1 : comparePreference(flavor, best);
    if (order > 0) {
      best = flavor;
      indexes = [index];
    } else if (order === 0) {
      indexes.push(index);
    }
  }
  const [index] = indexes;
  if (index === undefined) {
    return { kind: "incompatible" };
  }
  return indexes.length === 1 ? { kind: "found", index } : { kind: "ambiguous", indexes };
}

/**
 * Orders flavors of one vocabulary by preference: positive where `a` is preferred to `b`, zero exactly where they are
 * equal after defaulting. A value counts even where no machine type has it.
 * Source: capabilities contract, section 6.2, items 3 and 4.
 */
export function comparePreference(a: CapabilitySet, b: CapabilitySet): number {
  for (let index = 0; index < a.length; index += 1) {
    const [ofA, ofB] = [a[index] ?? 0n, b[index] ?? 0n];
    if (ofA !== ofB) {
      return ofA > ofB ? 1 : -1;
    }
  }
  return 0;
}
