import type { FieldError } from "./field/error.ts";

/** The outcome of reading a value from outside: the value, or everything that is wrong with it. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** A value that was read. */
export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

/** A value that could not be read. */
export function unparsed(errors: readonly FieldError[]): Parsed<never> {
  return { ok: false, errors };
}
