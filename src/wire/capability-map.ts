import { z } from "zod";
import type { Capabilities } from "../domain/capabilities/types.ts";

/**
 * The bare map of capabilities on a machine type or image flavor: name to list of values. Written by hand because a
 * schema library's records drop `__proto__`, which is a name like any other. Null is the map without entries; an entry
 * that is null or empty is present with no values; a null value is the empty string, as in Go.
 * Source: capabilities contract, sections 0 (item 9) and 1.4.
 */
export const capabilityMap: z.ZodType<Capabilities> = z
  .unknown()
  .optional()
  .transform((value, context): Capabilities => {
    const capabilities = new Map<string, readonly string[]>();
    if (value === null || value === undefined) {
      return capabilities;
    }
    if (typeof value !== "object" || Array.isArray(value)) {
      context.addIssue({ code: "invalid_type", expected: "object", input: value });
      return capabilities;
    }
    for (const [name, values] of Object.entries(value)) {
      capabilities.set(name, readValues(name, values, context));
    }
    return capabilities;
  });

const NO_VALUES: readonly string[] = [];

function readValues(name: string, values: unknown, context: z.RefinementCtx): readonly string[] {
  if (values === null || values === undefined) {
    return NO_VALUES;
  }
  if (!Array.isArray(values)) {
    context.addIssue({ code: "invalid_type", expected: "array", input: values, path: [name] });
    return NO_VALUES;
  }
  return values.map((value: unknown, index) => {
    if (typeof value === "string" || value === null) {
      return value ?? "";
    }
    context.addIssue({ code: "invalid_type", expected: "string", input: value, path: [name, index] });
    return "";
  });
}
