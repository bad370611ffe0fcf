/** Characters that YAML takes as they are and that begin no line for any reader of it. */
const PLAIN_TEXT = /^[\t\n\x20-\x7E\u00A0-\u2027\u202A-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\u{10000}-\u{10FFFF}]*$/u;

/**
 * A text as a YAML scalar: a literal block, indented, with exactly the line feeds that the text ends with; or in double
 * quotes where it has a character that a literal cannot hold, or does not begin with a word that fixes the indentation.
 */
export function yamlText(text: string, indentation: string): string {
  if (!/^[^\s]/.test(text) || !PLAIN_TEXT.test(text)) {
    return quoted(text);
  }
  const body = text.replace(/\n+$/, "");
  const feeds = text.length - body.length;
  const style = feeds === 0 ? "|-" : feeds === 1 ? "|" : "|+";
  const lines = `${body}${"\n".repeat(Math.max(0, feeds - 1))}`.split("\n");
  return [style, ...lines.map((line) => (line === "" ? "" : `${indentation}${line}`))].join("\n");
}

/** What JSON leaves as it is and YAML takes for a line break or for no text. */
const TO_ESCAPE = /[\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;

/** JSON is YAML, but for some characters that YAML does not take as they are. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(
    TO_ESCAPE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
