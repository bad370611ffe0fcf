import type { Capabilities } from "../domain/capabilities/types.ts";
import type { ImageReference, RegionReference } from "../domain/providers/provider-config.ts";
import type { ConfigSchema, FieldShapes } from "../domain/providers/schema.ts";
import { asObject } from "./json-object.ts";
import { listIn, type Members, optionalTextIn, textIn } from "./provider-fields.ts";

/** What a version or flavor refers to, by the fields that its provider has for that. */
export function imageReference(schema: ConfigSchema, shapes: FieldShapes, entry: Members): ImageReference {
  const { references, regions } = schema;
  return {
    regions: regions === undefined ? [] : listIn(entry, "regions").map((region) => ofRegion(regions.reference, region)),
    references: new Map(references.flatMap((name) => reference(shapes, entry, name))),
  };
}

function ofRegion(field: string, region: Members): RegionReference {
  return {
    name: textIn(region, "name"),
    reference: textIn(region, field),
    architecture: optionalTextIn(region, "architecture"),
  };
}

/** An empty text says something only where the field can be absent. */
function reference(shapes: FieldShapes, entry: Members, name: string): readonly (readonly [string, string])[] {
  const value = optionalTextIn(entry, name);
  const isUnset = value === undefined || (value === "" && shapes[name] === "text");
  return isUnset ? [] : [[name, value]];
}

/** The capabilities of a flavor, whose shape has been checked; as `capability-map.ts` reads them. */
export function readCapabilities(value: unknown): Capabilities {
  const entries = Object.entries(asObject(value) ?? {});
  return new Map(entries.map(([name, values]) => [name, Array.isArray(values) ? values.map(textOrEmpty) : []]));
}

function textOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}
