/**
 * Quoted texts and collections in braces or brackets, within YAML in block style.
 */

/** Offset behind the quoted text that begins at an offset; undefined where it does not end. */
export function endOfQuoted(text: string, start: number): number | undefined {
  return text[start] === "'" ? endOfSingleQuoted(text, start) : endOfDoubleQuoted(text, start);
}

function endOfSingleQuoted(text: string, start: number): number | undefined {
  let quote = text.indexOf("'", start + 1);
  while (quote >= 0 && text[quote + 1] === "'") {
    quote = text.indexOf("'", quote + 2);
  }
  return quote < 0 ? undefined : quote + 1;
}

function endOfDoubleQuoted(text: string, start: number): number | undefined {
  for (let position = start + 1; position < text.length; position += 1) {
    if (text[position] === "\\") {
      position += 1;
    } else if (text[position] === '"') {
      return position + 1;
    }
  }
  return undefined;
}

/** What a scan of a collection meets: quotes, brackets, comments. Anything else is of no concern to it. */
const SIGN = /(?<=[[{,:\s])["']|[[\]{}]|(?<=\s)#/g;
const DEPTHS: Readonly<Record<string, number>> = { "[": 1, "{": 1, "]": -1, "}": -1 };

/** Offset behind the collection that begins at an offset; undefined where it does not end. */
export function endOfFlow(text: string, start: number): number | undefined {
  let depth = 0;
  let position: number | undefined = start;
  while (position !== undefined) {
    SIGN.lastIndex = position;
    const sign = SIGN.exec(text);
    if (sign === null) {
      return undefined;
    }
    depth += DEPTHS[sign[0]] ?? 0;
    position = endOfSign(text, sign.index);
    if (depth === 0) {
      return position;
    }
  }
  return undefined;
}

/** Offset behind a bracket, a quoted text or a comment. */
function endOfSign(text: string, start: number): number | undefined {
  if (text[start] === "#") {
    return endOfLine(text, start);
  }
  return text[start] === '"' || text[start] === "'" ? endOfQuoted(text, start) : start + 1;
}

function endOfLine(text: string, offset: number): number {
  const feed = text.indexOf("\n", offset);
  return feed < 0 ? text.length : feed;
}

/**
 * The text of a scalar as it is written on one line; undefined where it is none, or has escapes that JSON does not
 * know.
 */
export function unquoted(written: string): string | undefined {
  if (written.includes("\n") || /^[[{|>]/.test(written)) {
    return undefined;
  }
  if (written.startsWith("'")) {
    return written.slice(1, -1).replaceAll("''", "'");
  }
  return written.startsWith('"') ? parsedText(written) : written;
}

function parsedText(written: string): string | undefined {
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

const PLAIN = "[A-Za-z0-9._/%+][A-Za-z0-9._/%+~-]*";
const QUOTED = `"[^"\\\\\\n]*"|'[^'\\n]*'`;
const ENTRY = new RegExp(
  `\\s*(?:(?<plainKey>${PLAIN})\\s*:(?=\\s)|(?<quotedKey>${QUOTED})\\s*:)\\s*(?<value>${PLAIN}|${QUOTED})\\s*(?<end>[,}])`,
  "y",
);

/** The members of a mapping of texts in braces; undefined where it is anything else. */
export function flowTexts(written: string): ReadonlyMap<string, string> | undefined {
  const texts = new Map<string, string>();
  if (/^\{\s*\}$/.test(written)) {
    return texts;
  }
  ENTRY.lastIndex = 1;
  while (written.startsWith("{")) {
    const { plainKey, quotedKey = "", value = "", end } = ENTRY.exec(written)?.groups ?? {};
    const key = plainKey ?? unquoted(quotedKey);
    if (end === undefined || key === undefined || texts.has(key)) {
      return undefined;
    }
    texts.set(key, unquoted(value) ?? "");
    if (end === "}") {
      return ENTRY.lastIndex === written.length ? texts : undefined;
    }
  }
  return undefined;
}
