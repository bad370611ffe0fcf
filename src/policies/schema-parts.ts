import { z } from "zod";

/** Pieces that the schemas of policy documents share. Keys without a value (`null`) are like absent ones everywhere. */

/** A text that is not empty. */
export const Text = z.string().min(1, "must not be empty");

/** A key that may be left out, with the sentence that editors show for it. */
export function optional<Schema extends z.ZodType>(schema: Schema, description: string) {
  return schema.nullish().describe(description);
}

/** A list that may be left out. */
export function list<Schema extends z.ZodType>(schema: Schema, description: string) {
  return optional(z.array(schema), description);
}

/** A map handed on as it was read, since a record schema would pass over the key `__proto__` in silence. */
export const RawMap = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "must be a map",
  )
  .meta({ type: "object" });
