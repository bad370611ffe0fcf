import { isObject } from "../../src/wire/json-object.ts";

/** A copy of a JSON value in which the members of every object stand in another order; lists keep theirs. */
export function withShuffledKeys<T>(value: T, seed: number): T {
  const random = randomNumbers(seed);
  return shuffled(value, random) as T;
}

function shuffled(value: unknown, random: () => number): unknown {
  if (Array.isArray(value)) {
    return value.map((entry: unknown) => shuffled(entry, random));
  }
  if (!isObject(value)) {
    return value;
  }
  const entries = Object.entries(value).map(([key, member]) => ({ key, member, rank: random() }));
  entries.sort((a, b) => a.rank - b.rank);
  return Object.fromEntries(entries.map(({ key, member }) => [key, shuffled(member, random)]));
}

/** Repeatable numbers from 0 to 1: a linear congruential generator with the constants of Numerical Recipes. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
