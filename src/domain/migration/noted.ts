/** A part of a proposal, with what was guessed about it: one line each, `guessed: …; check …`. */
export interface Noted<T> {
  readonly value: T;
  readonly notes: readonly string[];
}

/** A part of which nothing was guessed, or what the notes say. */
export function noted<T>(value: T, ...notes: readonly string[]): Noted<T> {
  return { value, notes };
}
