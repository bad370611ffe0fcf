import { isObject } from "./json-object.ts";

/** A JSON object whose members are not known yet. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * Reads members of parsed JSON by their expected types and notes whether all were of them; null and absent are
 * undefined. For what is reviewed most: a schema does the same at several times the cost, and is asked only when
 * something is odd, for the errors.
 */
export class PlainReader {
  /** Whether something was of another type than expected; what was read is worth nothing then. */
  isOdd = false;

  text(value: unknown): string | undefined {
    if (typeof value === "string" || value === undefined) {
      return value;
    }
    this.isOdd ||= value !== null;
    return undefined;
  }

  /** A text that has to be there. */
  set(value: unknown): string {
    if (typeof value === "string") {
      return value;
    }
    this.isOdd = true;
    return "";
  }

  flag(value: unknown): boolean | undefined {
    if (typeof value === "boolean" || value === undefined) {
      return value;
    }
    this.isOdd ||= value !== null;
    return undefined;
  }

  object(value: unknown): Members | undefined {
    if (isObject(value)) {
      return value;
    }
    this.isOdd ||= value !== null && value !== undefined;
    return undefined;
  }

  /** Entries that are null are handed on as undefined. */
  list<T>(value: unknown, read: (entry: unknown, index: number) => T): readonly T[] {
    if (Array.isArray(value)) {
      return value.map((entry, index) => read(entry, index));
    }
    this.isOdd ||= value !== null && value !== undefined;
    return [];
  }
}
