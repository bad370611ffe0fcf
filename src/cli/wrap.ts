/** How text is broken into lines. */
export interface Wrapping {
  /** Columns of a line. */
  readonly width: number;
  /** What the first line begins with. */
  readonly first: string;
  /** What the others begin with. */
  readonly next: string;
}

/** Fills lines with words; a word that is longer than a line keeps one to itself. */
export function wrap(words: readonly string[], { width, first, next }: Wrapping): readonly string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of words) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = next;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}
