/**
 * Whether two parsed JSON values are the same, whatever the order of their object keys. Stops at the first difference
 * and copies nothing. Values nested deeper than the call stack make it throw a RangeError, as parsing them would.
 */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) {
    return true;
  }
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return false;
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && listsEqual(a, b);
  }
  return objectsEqual(a, b);
}

function listsEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => jsonEqual(value, b[index]));
}

function objectsEqual(a: object, b: object): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key as keyof typeof a], b[key as keyof typeof b]))
  );
}
