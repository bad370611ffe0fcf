import { ARCHITECTURE, type CapabilityDefinition } from "./types.ts";

/** The capability definitions of a profile, prepared for look-ups. Without definitions a profile is in legacy mode. */
export interface Vocabulary {
  /** In order of preference, unique by name; where a name is repeated, its last definition counts (CAP-CP-12). */
  readonly definitions: readonly CapabilityDefinition[];
  /** Whether the profile defines capabilities at all; this alone decides the mode. */
  readonly isCapabilityMode: boolean;
  /** More than one `architecture` value; repeated ones count, as they do in Gardener. */
  readonly isMultiArch: boolean;
  /** The defined architectures; empty in legacy mode. */
  readonly architectures: readonly string[];
  /** The definitions as bits, in the same order. */
  readonly axes: readonly Axis[];
  /** The defined values of a capability in order of preference; undefined where it is not defined. */
  valuesOf(name: string): readonly string[] | undefined;
}

/** One definition as bits: the most preferred value is the highest. A value that is repeated has several. */
export interface Axis {
  readonly name: string;
  readonly allValues: bigint;
  readonly bitsOf: ReadonlyMap<string, bigint>;
}

/** Prepares definitions for look-ups. Source: capabilities contract, sections 1.1 and 3.1. */
export function vocabularyOf(definitions: readonly CapabilityDefinition[]): Vocabulary {
  const byName = new Map<string, CapabilityDefinition>();
  for (const definition of definitions) {
    byName.set(definition.name, definition);
  }
  const architectures = byName.get(ARCHITECTURE)?.values ?? [];
  return {
    definitions: [...byName.values()],
    axes: [...byName.values()].map(axisOf),
    isCapabilityMode: definitions.length > 0,
    isMultiArch: architectures.length > 1,
    architectures,
    valuesOf: (name) => byName.get(name)?.values,
  };
}

function axisOf({ name, values }: CapabilityDefinition): Axis {
  const bitsOf = new Map<string, bigint>();
  for (const [index, value] of values.entries()) {
    const bit = 1n << BigInt(values.length - 1 - index);
    bitsOf.set(value, (bitsOf.get(value) ?? 0n) | bit);
  }
  return { name, allValues: (1n << BigInt(values.length)) - 1n, bitsOf };
}
