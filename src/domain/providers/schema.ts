/**
 * The fields of a CloudProfileConfig as plain values, from which `wire` makes a strict schema. Null and absence are the
 * zero value; `optional…` has none, so that an explicit one counts as set.
 */
export type FieldShape =
  | "text"
  | "optionalText"
  | "flag"
  | "optionalFlag"
  | "integer"
  | "optionalInteger"
  | "texts"
  | "textMap"
  | { readonly list: FieldShapes }
  | { readonly object: FieldShapes }
  | { readonly optionalObject: FieldShapes };

/** Fields by name. */
export type FieldShapes = Readonly<Record<string, FieldShape>>;

/** The fields of a CloudProfileConfig beside those that all providers share. */
export interface ConfigSchema {
  /** Beside `machineImages`. */
  readonly config: FieldShapes;
  /** Of a version, beside `version`, `regions` and `capabilityFlavors`. */
  readonly version: FieldShapes;
  /** Of a flavor, beside `regions` and `capabilities`. */
  readonly flavor: FieldShapes;
  /** The fields of version and flavor that refer to an image. */
  readonly references: readonly string[];
  /** `regions` of version and flavor; undefined where images are not mapped by region. */
  readonly regions: RegionSchema | undefined;
}

/** An entry of `regions`, beside its `name`. */
interface RegionSchema {
  /** The field that refers to the image. */
  readonly reference: string;
  readonly hasArchitecture: boolean;
}
