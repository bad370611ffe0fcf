import { z } from "zod";
import { PolicyDocument } from "./schema.ts";

/** A JSON Schema, as far as it is looked at here. */
type Schema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of policy documents, for editors: keys, types and enumerations, with a sentence for each key. What more
 * than one value is needed to see, only loading the documents tells. Keys without a value are not offered, though they
 * are read like absent ones. Equal schemas give equal values.
 */
export function policyJsonSchema(): Schema {
  const { $schema, ...schema } = asSchema(
    withoutNull(z.toJSONSchema(PolicyDocument, { io: "input", unrepresentable: "any" })),
  );
  return { $schema, title: "OperatingSystemConfigPolicy", description: DESCRIPTION, ...schema };
}

const DESCRIPTION = "What an operator wants of the OperatingSystemConfigs of some worker pools; see docs/policies.md.";

/** Every schema that also takes null becomes the one that does not. */
function withoutNull(node: unknown): unknown {
  if (Array.isArray(node)) {
    return node.map(withoutNull);
  }
  if (!isSchema(node)) {
    return node;
  }
  const { anyOf, ...rest } = node;
  const members = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === "type" ? withoutNullType(value) : withoutNull(value)]),
  );
  if (!Array.isArray(anyOf)) {
    return members;
  }
  const options: readonly unknown[] = anyOf.filter((option) => !isNull(option)).map(withoutNull);
  return options.length === 1 ? { ...members, ...asSchema(options[0]) } : { ...members, anyOf: options };
}

/** A list of types is that of a scalar or a map which also takes null; a key may be called `type`, too. */
function withoutNullType(type: unknown): unknown {
  if (!Array.isArray(type)) {
    return withoutNull(type);
  }
  const types: readonly unknown[] = type.filter((name) => name !== "null");
  return types.length === 1 ? types[0] : types;
}

function isNull(option: unknown): boolean {
  return isSchema(option) && option["type"] === "null";
}

function asSchema(value: unknown): Schema {
  return isSchema(value) ? value : {};
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
