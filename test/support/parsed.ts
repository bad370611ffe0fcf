import { errorText } from "../../src/domain/field/error.ts";
import type { Parsed } from "../../src/domain/parsed.ts";

/** The value that was read; fails the test with every error where it could not be. */
export function parsedValue<T>(result: Parsed<T>): T {
  if (!result.ok) {
    throw new Error(result.errors.map(errorText).join("; "));
  }
  return result.value;
}
