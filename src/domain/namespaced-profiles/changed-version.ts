import type { Vocabulary } from "../capabilities/vocabulary.ts";
import { jsonEqual } from "../json/equal.ts";
import { normalisedVersion } from "../profiles/normalise.ts";
import type { MachineImageVersion } from "../profiles/types.ts";
import { sortedEntries } from "../profiles/written-capabilities.ts";

/**
 * Whether two states of an image version differ in anything but the expiration date, once both are in the format of the
 * parent. The order of `architectures` does not matter.
 * Source: capabilities contract, section 4.3 (CAP-NCP-14).
 */
export function differsBeyondDate(parent: Vocabulary, a: MachineImageVersion, b: MachineImageVersion): boolean {
  return !jsonEqual(comparable(parent, a), comparable(parent, b));
}

/** The version as plain JSON without its date; lists that say nothing by their order are sorted. */
function comparable(parent: Vocabulary, version: MachineImageVersion): unknown {
  const ordered = { ...version, architectures: sortedSet(version.architectures) };
  const { capabilityFlavors, architectures, expirationDate: _, ...others } = normalisedVersion(parent, ordered);
  return {
    ...others,
    architectures: sortedSet(architectures),
    capabilityFlavors: capabilityFlavors.map(sortedEntries),
  };
}

function sortedSet(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
