/**
 * Whether two parsed JSON values are the same, whatever the order of their object keys; for values that a user wrote, as
 * it does not descend by calling itself: however deep they are nested, it returns.
 */
export function sameJson(first: unknown, second: unknown): boolean {
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

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
