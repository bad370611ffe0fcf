import type { RawObject } from "./admission-review.ts";

/** The value as a JSON object, or undefined when it is anything else. */
export function asObject(value: unknown): RawObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Tells whether a JSON value is an object, which lists and null are not. */
export function isObject(value: unknown): value is RawObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
