import type { z } from "zod";
import { schemaErrors } from "../documents/schema-errors.ts";
import { duplicate, type FieldError } from "../domain/field/error.ts";
import { at, type FieldPath } from "../domain/field/path.ts";
import { ConfigDocument } from "./schema.ts";

/** Turns what the schema found into field errors; unknown keys become one Forbidden each, with the nearest known key. */
export function configErrors(issues: readonly z.core.$ZodIssue[]): readonly FieldError[] {
  return schemaErrors(issues, ConfigDocument);
}

/** Reports the later of two equal list entries. */
export function duplicateErrors(path: FieldPath, values: readonly string[]): readonly FieldError[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [duplicate(at(path, index), value)] : []));
}
