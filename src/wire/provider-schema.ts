import { z } from "zod";
import { assertNever } from "../domain/assert-never.ts";
import type { Provider } from "../domain/providers/provider.ts";
import { PROVIDERS } from "../domain/providers/registry.ts";
import type { ConfigSchema, FieldShape, FieldShapes } from "../domain/providers/schema.ts";
import { capabilityMap } from "./capability-map.ts";

/** The strict schema of a provider's CloudProfileConfig; it checks the shape, and what it returns is not used. */
export function strictConfigSchema({ type }: Provider): z.ZodType {
  return SCHEMAS.get(type) ?? z.never();
}

type Fields = Readonly<Record<string, z.ZodType>>;

function configSchema(schema: ConfigSchema): z.ZodType {
  const regions = regionFields(schema);
  const flavor = struct({ ...fieldsOf(schema.flavor), ...regions, capabilities: capabilityMap });
  const version = { ...fieldsOf(schema.version), ...regions, version: text, capabilityFlavors: list(flavor) };
  const image = struct({ name: text, versions: list(struct(version)) });
  return z.strictObject({ ...fieldsOf(schema.config), apiVersion: text, kind: text, machineImages: list(image) });
}

function regionFields({ regions }: ConfigSchema): Fields {
  if (regions === undefined) {
    return {};
  }
  const architecture: Fields = regions.hasArchitecture ? { architecture: text } : {};
  return { regions: list(struct({ name: text, [regions.reference]: text, ...architecture })) };
}

function fieldsOf(shapes: FieldShapes): Fields {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, fieldOf(shape)]));
}

const text = z.string().nullish();

/** Go's int32, which all counts are. */
const integer = z.int32().nullish();

function fieldOf(shape: FieldShape): z.ZodType {
  switch (shape) {
    case "text":
    case "optionalText":
      return text;
    case "flag":
    case "optionalFlag":
      return z.boolean().nullish();
    case "integer":
    case "optionalInteger":
      return integer;
    case "texts":
      return list(text);
    case "textMap":
      return z.record(z.string(), text).nullish();
    default:
      return objectOf(shape);
  }
}

function objectOf(shape: Exclude<FieldShape, string>): z.ZodType {
  if ("list" in shape) {
    return list(struct(fieldsOf(shape.list)));
  }
  if ("object" in shape) {
    return struct(fieldsOf(shape.object));
  }
  return "optionalObject" in shape ? struct(fieldsOf(shape.optionalObject)) : assertNever(shape);
}

function list(item: z.ZodType): z.ZodType {
  return z.array(item).nullish();
}

/** An object without any fields but those given; null and absence are fine. */
function struct(fields: Fields): z.ZodType {
  return z.strictObject(fields).nullish();
}

/** Schemas by provider type. */
const SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map(
  PROVIDERS.map(({ type, schema }) => [type, configSchema(schema)]),
);
