/** Escapes of Go string literals that have a letter of their own. */
const LETTER_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\u0007", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
]);

/** Quotation marks, backslashes, and what Go does not take for printable. */
const ESCAPED = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/**
 * A text as a Go string literal, as `%q` prints it. Source: OperatingSystemConfig contract, section 3.6.
 */
export function goQuoted(text: string): string {
  return `"${text.replace(ESCAPED, (character) => LETTER_ESCAPES.get(character) ?? numericEscape(character))}"`;
}

function numericEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code < 0x80) {
    return `\\x${digits.padStart(2, "0")}`;
  }
  return code > 0xffff ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}

/** A list of texts as Go's JSON encoder writes it: compact, with the characters that HTML gives a meaning escaped. */
export function goJsonTexts(texts: readonly string[]): string {
  return JSON.stringify(texts).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
