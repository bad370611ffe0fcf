/**
 * Freezes a value with everything in it, so that a test fails where something is changed that should not be. Maps and
 * sets cannot be frozen; their changing methods are made to throw.
 */
export function deepFreeze<T>(value: T): T {
  freeze(value, new Set());
  return value;
}

function freeze(value: unknown, seen: Set<unknown>): void {
  if (typeof value !== "object" || value === null || seen.has(value)) {
    return;
  }
  seen.add(value);
  if (value instanceof Map || value instanceof Set) {
    for (const method of ["set", "add", "delete", "clear"]) {
      Object.defineProperty(value, method, { value: refuse });
    }
    for (const [key, member] of value.entries()) {
      freeze(key, seen);
      freeze(member, seen);
    }
  }
  for (const member of Object.values(value)) {
    freeze(member, seen);
  }
  Object.freeze(value);
}

function refuse(): never {
  throw new TypeError("this value is frozen");
}
