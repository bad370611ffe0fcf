/** Longest warning, in characters (code points); the API server may cut longer ones. Source: k8s.io/apiserver/pkg/endpoints/filters/warning.go, truncateItemRunes. */
const WARNING_LENGTH = 256;

/** Longest sum of all warnings of one answer, in characters. Source: same file, truncateAtTotalRunes. */
const TOTAL_LENGTH = 4096;

/** Warnings within the limits of the wire, and how many were shortened or dropped for that. */
export interface DeliverableWarnings {
  readonly texts: readonly string[];
  readonly cut: number;
}

const NO_WARNINGS: DeliverableWarnings = { texts: [], cut: 0 };

/**
 * Makes warnings deliverable: one line each, without repetitions and empty ones, at most 256 characters with the rule id
 * kept at the end, 4096 in total; a last one tells how many found no room.
 *
 * The API server drops a text with a control character without a word.
 * Source: admission webhook contract, section 1.9.
 */
export function deliverWarnings(texts: readonly string[]): DeliverableWarnings {
  if (texts.length === 0) {
    return NO_WARNINGS;
  }
  const lines = texts.map(oneLine).filter((line) => line !== "");
  const shortened = lines.map(shorten);
  const unique = [...new Set(shortened)];
  const fitting = leadingThatFit(unique);
  const cut = lines.filter((line, index) => line !== shortened[index]).length + unique.length - fitting.length;
  const dropped = unique.length - fitting.length;
  return { texts: dropped === 0 ? fitting : [...fitting, dropNotice(dropped)], cut };
}

/** Separators that are no blanks: control characters, line and paragraph separators, and runs of white space. */
const SEPARATORS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

function oneLine(text: string): string {
  return text.toWellFormed().replace(SEPARATORS, " ").trim();
}

const RULE_ID_AT_END = / \[[A-Z][A-Z0-9-]*\]$/;

/** Cuts before a word, unless the word is longer than half of the room; then within it, between characters. */
function shorten(line: string): string {
  const characters = Array.from(line);
  if (characters.length <= WARNING_LENGTH) {
    return line;
  }
  const ruleId = RULE_ID_AT_END.exec(line)?.[0] ?? "";
  const ending = ruleId.length <= WARNING_LENGTH / 2 ? `…${ruleId}` : "…";
  const room = WARNING_LENGTH - ending.length;
  const lastBlank = characters.lastIndexOf(" ", room);
  return characters.slice(0, lastBlank > room / 2 ? lastBlank : room).join("") + ending;
}

/** The leading warnings that fit, leaving room for the notice if there are more. */
function leadingThatFit(lines: readonly string[]): readonly string[] {
  const lengths = lines.map((line) => Array.from(line).length);
  if (sum(lengths) <= TOTAL_LENGTH) {
    return lines;
  }
  let used = dropNotice(lines.length).length;
  const surplus = lengths.findIndex((length) => {
    used += length;
    return used > TOTAL_LENGTH;
  });
  return lines.slice(0, surplus);
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0);
}

function dropNotice(dropped: number): string {
  return `${dropped} more ${dropped === 1 ? "warning" : "warnings"} dropped for lack of room`;
}
