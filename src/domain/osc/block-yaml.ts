import { endOfFlow, endOfQuoted, flowTexts, unquoted } from "./flow-yaml.ts";

/**
 * A reader of YAML in block style, as the codecs of Kubernetes and Gardener write it: for single members of the
 * configuration files that OSCs carry.
 *
 * A whole YAML library is not needed for that and takes many times as long, on the path of every OSC. This reader
 * rather reads nothing than something wrong: whatever it does not know with certainty (anchors, tags, merge keys,
 * directives, several documents, tabs before text, a mapping in braces, line breaks that not every YAML version knows)
 * makes the whole text unreadable. It takes time linear in the text.
 */
export interface BlockYaml {
  /** A member of the outermost mapping, which always begins at the beginning of a line; undefined where it repeats. */
  top(key: string): YamlMember | undefined;
  /**
   * A scalar; its text is undefined where it is absent, empty or null. Undefined where something else than a scalar on
   * one line stands there, or several members have its key.
   */
  scalar(...path: readonly string[]): YamlScalar | undefined;
  /** The members of a mapping of texts, none where it is absent; undefined where it is anything else. */
  texts(key: string): ReadonlyMap<string, string> | undefined;
}

/** What stands for a scalar. */
interface YamlScalar {
  readonly text: string | undefined;
}

/** A line that begins a member of a mapping. */
interface YamlMember {
  readonly key: string;
  /** Blanks and dashes before the key. */
  readonly column: number;
  /** What stands behind the colon, without comment and blanks around. */
  readonly written: string;
  /** Offset of the line. */
  readonly start: number;
  /** Offset behind the line, before its line break. */
  readonly end: number;
  /** Whether the value goes on below the line. */
  readonly isContinued: boolean;
}

/** A line that is neither blank nor a comment nor inside of another line's value. */
interface Row {
  /** Blanks before the dash, key or text. */
  readonly column: number;
  /** Whether it begins with a dash. */
  readonly isItem: boolean;
  /** Undefined where it is only text, or a dash alone. */
  readonly member: YamlMember | undefined;
}

/** Reads a text; undefined where it is not readable. */
export function readBlockYaml(text: string): BlockYaml | undefined {
  if (ODD_CHARACTERS.test(text)) {
    return undefined;
  }
  const rows = new RowReader(text).read();
  return rows === undefined || !isMapping(rows, 0) ? undefined : new RowMapping(rows);
}

/** Characters that are no text, or line breaks for some readers of YAML only. */
const ODD_CHARACTERS = /[[\p{Cc}\u2028\u2029\uFEFF\uFFFD]--[\t\n\r]]|\r(?!\n)/v;

/** Whether the lines at a column are members, or items below one, and no line is left of it. */
function isMapping(rows: readonly Row[], column: number): boolean {
  let last: YamlMember | undefined;
  for (const row of rows) {
    if (row.column === column && !row.isItem && row.member !== undefined) {
      last = row.member;
    } else if (last === undefined || (row.column <= column && !(isItemBelow(row, last) && isNull(last.written)))) {
      return false;
    }
  }
  return true;
}

/** Whether a line is an item of the list that a member has for its value; it may be at the member's own column. */
function isItemBelow(row: Row, member: YamlMember): boolean {
  return row.isItem && row.column === member.column;
}

class RowMapping implements BlockYaml {
  readonly #rows: readonly Row[];

  constructor(rows: readonly Row[]) {
    this.#rows = rows;
  }

  top(key: string): YamlMember | undefined {
    return this.#rows[memberIndex(this.#rows, key) ?? -1]?.member;
  }

  scalar(...path: readonly string[]): YamlScalar | undefined {
    let rows: readonly Row[] | undefined = this.#rows;
    let index: number | undefined;
    for (const key of path) {
      rows = index === undefined ? rows : membersBelow(rows, index);
      index = rows && memberIndex(rows, key);
      if (rows === undefined || index === undefined) {
        return undefined;
      }
      if (index < 0) {
        return ABSENT;
      }
    }
    return scalarAt(rows, index ?? -1);
  }

  texts(key: string): ReadonlyMap<string, string> | undefined {
    const index = memberIndex(this.#rows, key);
    if (index === undefined || index < 0) {
      return index === undefined ? undefined : new Map();
    }
    const written = this.#rows[index]?.member?.written ?? "";
    return isNull(written) ? blockTexts(membersBelow(this.#rows, index)) : flowTexts(written);
  }
}

/**
 * Which line is the member of a mapping, of which these are the lines; -1 where none is, undefined where several are.
 */
function memberIndex(rows: readonly Row[], key: string): number | undefined {
  const column = rows[0]?.column;
  const isMember = (row: Row) => row.column === column && !row.isItem && row.member?.key === key;
  const first = rows.findIndex(isMember);
  return first === rows.findLastIndex(isMember) ? first : undefined;
}

const ABSENT: YamlScalar = { text: undefined };

/** The lines that belong to the value of a member; undefined where it is no mapping in block style. */
function membersBelow(rows: readonly Row[], index: number): readonly Row[] | undefined {
  const { member } = rows[index] ?? {};
  if (member === undefined || !isNull(member.written)) {
    return undefined;
  }
  const after = rows.slice(index + 1);
  const end = after.findIndex((row) => !isBelow(row, member));
  const below = end < 0 ? after : after.slice(0, end);
  return isMapping(below, below[0]?.column ?? 0) ? below : undefined;
}

function isBelow(row: Row, member: YamlMember): boolean {
  return row.column > member.column || isItemBelow(row, member);
}

function scalarAt(rows: readonly Row[], index: number): YamlScalar | undefined {
  const { member } = rows[index] ?? {};
  const next = rows[index + 1];
  if (member === undefined || member.isContinued || (next !== undefined && isBelow(next, member))) {
    return undefined;
  }
  if (isNull(member.written)) {
    return ABSENT;
  }
  const text = unquoted(member.written);
  return text === undefined ? undefined : { text };
}

function blockTexts(rows: readonly Row[] | undefined): ReadonlyMap<string, string> | undefined {
  const texts = new Map<string, string>();
  for (const [index, { member }] of rows?.entries() ?? []) {
    const scalar = rows && scalarAt(rows, index);
    if (member === undefined || scalar === undefined || texts.has(member.key)) {
      return undefined;
    }
    texts.set(member.key, scalar.text ?? "");
  }
  return rows && texts;
}

const NULLS: readonly string[] = ["", "~", "null", "Null", "NULL"];

function isNull(written: string): boolean {
  return NULLS.includes(written);
}

const BLANK_LINE = /^ *$/;
const END_OF_LINE = /^[ \t]*$|^[ \t]+#/;
const NOT_BLANK = /[^ ]/;
const DASHES = /(?:- +)*(?:-$)?/y;
const COLON = /:(?=[ \t]|$)/g;
const COMMENT = /(?:^|[ \t])#/;
const KEY_END = /^[ ]*:(?=[ \t]|$)/;
const BLOCK_SCALAR = /^[|>][0-9+-]*(?:[ \t]+#.*)?[ \t]*$/;
/** Begins something that this reader does not know, in place of a key or a value. */
const UNKNOWN = /^[&*!@`%,\]}|>]|^[?-](?:[ \t]|$)/;
/** Begins a line that no mapping has at its beginning. */
const DOCUMENT_MARK = /^(?:---|\.\.\.|%)/;
const FIRST_MARK = /^---[ \t]*$|^---[ \t]+#/;

/** Takes a text apart line by line. */
class RowReader {
  readonly #text: string;
  readonly #rows: Row[] = [];
  #position = 0;
  /** Column of what a block scalar belongs to, of which the lines are being passed over. */
  #scalarColumn: number | undefined;
  #isMarked = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** The lines; undefined where one is not readable. */
  read(): readonly Row[] | undefined {
    while (this.#position < this.#text.length) {
      if (!this.#readLine()) {
        return undefined;
      }
    }
    // A block scalar at the very end would change with a line break behind it.
    return this.#scalarColumn !== undefined && !this.#text.endsWith("\n") ? undefined : this.#rows;
  }

  #readLine(): boolean {
    const start = this.#position;
    const line = this.#lineAt(start);
    this.#position = this.#nextLine(start);
    const column = line.search(NOT_BLANK);
    if (BLANK_LINE.test(line) || (this.#scalarColumn !== undefined && column > this.#scalarColumn)) {
      return true;
    }
    if (line[column] === "#") {
      return true;
    }
    this.#scalarColumn = undefined;
    if (column === 0 && DOCUMENT_MARK.test(line)) {
      return this.#readMark(line);
    }
    DASHES.lastIndex = column;
    const dashes = DASHES.exec(line)?.[0] ?? "";
    return this.#readContent(start, line, column, dashes);
  }

  /** A document may begin with dashes; more of them would begin another one. */
  #readMark(line: string): boolean {
    const isFirst = !this.#isMarked && this.#rows.length === 0 && FIRST_MARK.test(line);
    this.#isMarked = true;
    return isFirst;
  }

  #readContent(start: number, line: string, column: number, dashes: string): boolean {
    const isItem = dashes !== "";
    const begin = column + dashes.length;
    const content = line.slice(begin);
    const key = keyOf(content);
    if (content.startsWith("\t") || (key !== undefined && key.text === undefined)) {
      return false;
    }
    if (key?.text === undefined) {
      this.#rows.push({ column, isItem, member: undefined });
      return this.#readValue(start + begin, isItem ? column + dashes.lastIndexOf("-") : undefined) !== undefined;
    }
    const valueStart = start + begin + key.length;
    const written = this.#readValue(valueStart, begin);
    if (written === undefined) {
      return false;
    }
    const end = start + line.length;
    const isContinued = this.#scalarColumn !== undefined || this.#position > this.#nextLine(start);
    this.#rows.push({ column, isItem, member: { key: key.text, column: begin, written, start, end, isContinued } });
    return true;
  }

  /**
   * Reads what stands in place of a value and moves behind its lines. A block scalar belongs to a column, and can stand
   * only where there is one. Undefined where the value is not readable.
   */
  #readValue(offset: number, scalarColumn: number | undefined): string | undefined {
    const rest = this.#lineAt(offset);
    const value = rest.trimStart();
    if (value.startsWith('"') || value.startsWith("'")) {
      return this.#readEnclosed(offset + rest.length - value.length, endOfQuoted);
    }
    if (value.startsWith("{") || value.startsWith("[")) {
      return this.#readEnclosed(offset + rest.length - value.length, endOfFlow);
    }
    if (value.startsWith("|") || value.startsWith(">")) {
      this.#scalarColumn = scalarColumn;
      return scalarColumn !== undefined && BLOCK_SCALAR.test(value) ? value : undefined;
    }
    return UNKNOWN.test(value) ? undefined : plainValue(rest);
  }

  /** Reads what ends with its own sign, on this line or a later one. */
  #readEnclosed(start: number, endOf: (text: string, start: number) => number | undefined): string | undefined {
    const end = endOf(this.#text, start);
    if (end === undefined || !END_OF_LINE.test(this.#lineAt(end))) {
      return undefined;
    }
    this.#position = this.#nextLine(end);
    return this.#text.slice(start, end);
  }

  /** What is left of a line, without its line break. */
  #lineAt(offset: number): string {
    const feed = this.#text.indexOf("\n", offset);
    const end = feed < 0 ? this.#text.length : feed;
    return this.#text.slice(offset, end > offset && this.#text[end - 1] === "\r" ? end - 1 : end);
  }

  #nextLine(offset: number): number {
    const feed = this.#text.indexOf("\n", offset);
    return feed < 0 ? this.#text.length : feed + 1;
  }
}

/**
 * The key that a line begins with, and how long it is with its colon; its text is undefined where it is not readable.
 */
function keyOf(content: string): { readonly text: string | undefined; readonly length: number } | undefined {
  if (content.startsWith('"') || content.startsWith("'")) {
    const end = endOfQuoted(content, 0);
    const colon = end === undefined ? null : KEY_END.exec(content.slice(end));
    return end === undefined || colon === null
      ? undefined
      : { text: unquoted(content.slice(0, end)), length: end + colon[0].length };
  }
  if (content.startsWith("{") || content.startsWith("[")) {
    return undefined;
  }
  COLON.lastIndex = 0;
  const colon = COLON.exec(content)?.index;
  const comment = COMMENT.exec(content)?.index ?? content.length;
  if (colon === undefined || colon > comment) {
    return undefined;
  }
  const text = content.slice(0, colon).trimEnd();
  return { text: text === "" || text === "<<" || UNKNOWN.test(content) ? undefined : text, length: colon + 1 };
}

/** A value without quotes, without what follows it; undefined where it looks like a member of its own. */
function plainValue(rest: string): string | undefined {
  const comment = COMMENT.exec(rest)?.index ?? rest.length;
  const value = rest.slice(0, comment).trim();
  COLON.lastIndex = 0;
  return COLON.test(value) ? undefined : value;
}
