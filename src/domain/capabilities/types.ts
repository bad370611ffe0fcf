/** One axis of compatibility with its values; the order of definitions and of values is preference. */
export interface CapabilityDefinition {
  readonly name: string;
  readonly values: readonly string[];
}

/**
 * The capabilities written on a machine type or image flavor. A name that is absent stands for all defined values; a
 * name with an empty list is present and matches nothing. Names are any text, `constructor` and `__proto__` included,
 * hence a map.
 * Source: capabilities contract, sections 1.4 and 2.1.
 */
export type Capabilities = ReadonlyMap<string, readonly string[]>;

/** The mandatory capability. */
export const ARCHITECTURE = "architecture";

/** The architectures that Gardener supports, in its order. Source: pkg/apis/core/v1beta1/constants. */
export const ARCHITECTURES: readonly string[] = ["amd64", "arm64"];

/** The architecture of a pool whose machine type does not tell. */
export const DEFAULT_ARCHITECTURE = "amd64";
