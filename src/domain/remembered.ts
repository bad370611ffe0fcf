/** Remembers what a pure function made of an argument, by a text that stands for the argument. */
export type Remembered<Result> = (key: string | undefined, compute: () => Result) => Result;

/** Longest text that is remembered, in UTF-16 code units. */
const LONGEST_KEY = 8192;

/**
 * Makes a memory for the results of a pure function whose arguments come again and again: what gardenlet writes for the
 * pools of thousands of shoots differs in few places. Holds `capacity` results at most, and forgets all of them when one
 * more comes. An argument without a key, or with one that is too long, is computed each time.
 */
export function remembered<Result>(capacity = 64): Remembered<Result> {
  const known = new Map<string, Result>();
  return (key, compute) => {
    if (key === undefined || key.length > LONGEST_KEY) {
      return compute();
    }
    const found = known.get(key);
    if (found !== undefined) {
      return found;
    }
    const result = compute();
    if (known.size >= capacity) {
      known.clear();
    }
    known.set(key, result);
    return result;
  };
}

/** Levels and values of an argument that is small enough to be remembered. */
const DEEPEST = 12;
const MOST_VALUES = 400;

/**
 * The text of a JSON value that is small, or undefined. Texts differ where values do; members that are undefined count
 * as absent. Total: depth and size are looked at first, so that no value is too deep to be printed.
 */
export function textOfSmall(value: unknown): string | undefined {
  return countValues(value, DEEPEST, MOST_VALUES) < 0 ? undefined : JSON.stringify(value);
}

/**
 * How many values are left of those allowed; negative where there are too many, too deep ones, or numbers too large for
 * JSON, which would be printed as null.
 */
function countValues(value: unknown, depth: number, allowed: number): number {
  if (typeof value !== "object" || value === null) {
    return isPrintable(value) ? allowed - 1 : -1;
  }
  if (depth === 0) {
    return -1;
  }
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let left = allowed - 1 - members.length;
  for (let index = 0; index < members.length && left >= 0; index += 1) {
    const member = members[index];
    if (typeof member === "object" && member !== null) {
      left = countValues(member, depth - 1, left);
    } else if (!isPrintable(member)) {
      return -1;
    }
  }
  return left;
}

function isPrintable(scalar: unknown): boolean {
  return typeof scalar !== "number" || Number.isFinite(scalar);
}
