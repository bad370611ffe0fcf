/** Edits beyond which two names are different things rather than one of them misspelt. */
const LARGEST_DISTANCE = 3;

/**
 * The known name that a mistyped one was probably meant to be; undefined when none is close. Case does not count.
 * Of several equally close names the first one wins.
 */
export function nearestName(typed: string, known: readonly string[]): string | undefined {
  const limit = Math.min(LARGEST_DISTANCE, Math.ceil(typed.length / 2));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const name of known) {
    if (Math.abs(name.length - typed.length) >= bestDistance) {
      continue;
    }
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions and replacements that turn one text into the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
