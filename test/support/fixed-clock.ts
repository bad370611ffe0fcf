/** 2026-03-01T12:00:00Z, in milliseconds since the epoch. */
export const FIXED_NOW = 1_772_366_400_000;

/** A clock that stands still. */
export function fixedClock(now = FIXED_NOW): () => number {
  return () => now;
}
