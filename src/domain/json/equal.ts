/** Levels that are compared by calls, which is fastest; values nested deeper could be too deep for the call stack. */
const CALLED_LEVELS = 100;

/**
 * Whether two parsed JSON values are the same, whatever the order of their object keys. Stops at the first difference
 * and copies nothing. Total, since users nest values at will.
 */
export function jsonEqual(a: unknown, b: unknown): boolean {
  return equalWithin(CALLED_LEVELS, a, b);
}

type Container = Readonly<Record<string, unknown>>;

function equalWithin(levels: number, a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) {
    return true;
  }
  if (!isContainer(a) || !isContainer(b)) {
    return false;
  }
  if (levels === 0) {
    return equalInDepth(a, b);
  }
  return Array.isArray(a) || Array.isArray(b)
    ? Array.isArray(a) && Array.isArray(b) && listsEqual(levels - 1, a, b)
    : objectsEqual(levels - 1, a, b);
}

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

function listsEqual(levels: number, a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => equalWithin(levels, value, b[index]));
}

function objectsEqual(levels: number, a: Container, b: Container): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equalWithin(levels, a[key], b[key]))
  );
}

/** The same without calling itself. */
function equalInDepth(first: Container, second: Container): boolean {
  const pairs: [unknown, unknown][] = [[first, second]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b)) {
      continue;
    }
    if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) {
      return false;
    }
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length || !keys.every((key) => Object.hasOwn(b, key))) {
      return false;
    }
    for (const key of keys) {
      pairs.push([a[key], b[key]]);
    }
  }
  return true;
}
