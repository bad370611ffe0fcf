import type { Capabilities } from "../capabilities/types.ts";
import type { Vocabulary } from "../capabilities/vocabulary.ts";

/** The entries of a capabilities map ordered by name, so that findings do not depend on how a map was sent. */
export function sortedEntries(capabilities: Capabilities): readonly (readonly [string, readonly string[]])[] {
  return [...capabilities].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * A text that two flavors share exactly when they are equal after defaulting. Capabilities with all their values are
 * left out, so that it stays the same when the profile defines another capability.
 *
 * Source: capabilities contract, section 0 item 5 (canonical flavor) and section 2.1.
 */
export function canonicalFlavor(vocabulary: Vocabulary, flavor: Capabilities): string {
  const restricted = sortedEntries(flavor).flatMap(([name, values]) => {
    const defined = vocabulary.valuesOf(name);
    const written = new Set(values);
    return defined === undefined || isWhole(defined, written) ? [] : [[name, [...written].sort()]];
  });
  return JSON.stringify(restricted);
}

function isWhole(defined: readonly string[], written: ReadonlySet<string>): boolean {
  return defined.every((value) => written.has(value)) && written.size === new Set(defined).size;
}

/** A capabilities map as it is written in a manifest, for messages. */
export function asObject(capabilities: Capabilities): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(sortedEntries(capabilities));
}
