import type { Capabilities } from "./types.ts";
import type { Axis, Vocabulary } from "./vocabulary.ts";

/**
 * Effective capabilities: per definition, in the order of the vocabulary, the values as bits. The most preferred value
 * is the highest bit, so that comparing two masks as numbers compares preference.
 */
export type CapabilitySet = readonly bigint[];

/**
 * Defaults what is written on a machine type or flavor: an omitted capability has all its values, a present one exactly
 * those written, an undefined one plays no part.
 * Source: capabilities contract, section 2.1; gardener pkg/apis/core/v1beta1/helper/capabilities.go.
 */
export function effectiveCapabilities(vocabulary: Vocabulary, written: Capabilities): CapabilitySet {
  return vocabulary.axes.map((axis) => {
    const values = written.get(axis.name);
    return values === undefined ? axis.allValues : maskOf(axis, values);
  });
}

function maskOf({ bitsOf }: Axis, values: readonly string[]): bigint {
  return values.reduce((mask, value) => mask | (bitsOf.get(value) ?? 0n), 0n);
}

/** The values that a set has of one definition, in order of preference. */
export function valuesIn(vocabulary: Vocabulary, set: CapabilitySet, definitionIndex: number): readonly string[] {
  const values = vocabulary.definitions[definitionIndex]?.values ?? [];
  const mask = set[definitionIndex] ?? 0n;
  return values.filter((_, index) => ((mask >> BigInt(values.length - 1 - index)) & 1n) === 1n);
}

/**
 * Whether a machine type and a flavor share a value of every capability.
 * Source: capabilities contract, section 6.1.
 */
export function areCompatible(a: CapabilitySet, b: CapabilitySet): boolean {
  return firstClash(a, b) === undefined;
}

/** Index of the first definition of which the two sets share no value; undefined when they are compatible. */
export function firstClash(a: CapabilitySet, b: CapabilitySet): number | undefined {
  for (let index = 0; index < a.length; index += 1) {
    if (((a[index] ?? 0n) & (b[index] ?? 0n)) === 0n) {
      return index;
    }
  }
  return undefined;
}

/**
 * Index of the first definition of which every flavor lacks what the machine type has; undefined where there is none.
 * Source: capabilities contract, section 7.3.
 */
export function commonClash(flavors: readonly CapabilitySet[], machineType: CapabilitySet): number | undefined {
  const index = machineType.findIndex((mask, axis) => flavors.every((flavor) => ((flavor[axis] ?? 0n) & mask) === 0n));
  return index === -1 || flavors.length === 0 ? undefined : index;
}

/** A text that two sets of one vocabulary share exactly when they are equal after defaulting. */
export function capabilitySetKey(set: CapabilitySet): string {
  return set.map((mask) => mask.toString(36)).join(",");
}
