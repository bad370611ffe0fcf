import { isObject } from "../wire/json-object.ts";

/**
 * Tells whether two parsed JSON values mean the same: members in any order, lists in theirs. A member that is null is
 * not the same as one that is absent. Stops at the first difference; nothing is copied or serialised.
 * Recurses as deep as the values do: a RangeError for thousands of levels is the caller's to handle.
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) {
    return true;
  }
  if (Array.isArray(a)) {
    return Array.isArray(b) && isSameList(a, b);
  }
  return isObject(a) && isObject(b) && isSameRecord(a, b);
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((entry, index) => isSameJson(entry, b[index]));
}

function isSameRecord(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  );
}
