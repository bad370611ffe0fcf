import { type Document, isPair, isScalar, isSeq, LineCounter, parseAllDocuments, visit } from "yaml";
import type { FieldPath } from "../domain/field/path.ts";
import { offsetIn } from "./yaml-place.ts";

/** A YAML (or JSON) document that was read, with the lines that its values stand on. */
export interface YamlDocument {
  readonly value: unknown;
  /** The line of a key or list entry, counted from 1; of the nearest enclosing one when it is absent. */
  readonly lineOf: (path: FieldPath) => number;
  /** Numbers that are written with leading zeros: octal to YAML 1.1, decimal to YAML 1.2. */
  readonly zeroLedNumbers: readonly WrittenNumber[];
}

/** A number, where it stands, and how it is written. */
export interface WrittenNumber {
  readonly path: FieldPath;
  readonly source: string;
}

/** A syntax error: what is wrong, and the line, counted from 1. */
export interface YamlProblem {
  readonly line: number;
  readonly message: string;
}

/** The documents of a text, empty ones left out; or what keeps it from being read. */
export type YamlText =
  | { readonly ok: true; readonly documents: readonly YamlDocument[] }
  | { readonly ok: false; readonly problems: readonly YamlProblem[] };

/** Number of syntax errors told per text: one broken line can cause many. */
const PROBLEMS = 5;

/** Reads a text that holds any number of documents. Merge keys (`<<`) are known. Nothing is thrown. */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter();
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  try {
    const parsed = parseAllDocuments(text, {
      lineCounter: lines,
      prettyErrors: false,
      logLevel: "silent",
      merge: true,
    });
    const documents: readonly Document[] = "empty" in parsed ? [] : parsed;
    const problems = documents
      .flatMap((document) => [...document.errors, ...document.warnings])
      .map(({ pos, message }) => ({ line: lineAt(pos[0]), message }));
    return problems.length > 0
      ? { ok: false, problems: problems.slice(0, PROBLEMS) }
      : { ok: true, documents: documents.flatMap((document) => understood(document, lineAt)) };
  } catch (error) {
    return { ok: false, problems: [{ line: 1, message: error instanceof Error ? error.message : String(error) }] };
  }
}

function understood(document: Document, lineAt: (offset: number) => number): readonly YamlDocument[] {
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  const lineOf = (path: FieldPath): number => lineAt(offsetIn(document, path));
  return value === null ? [] : [{ value, lineOf, zeroLedNumbers: zeroLedNumbersOf(document) }];
}

const ZERO_LED = /^[-+]?0[0-9]/;

function zeroLedNumbersOf(document: Document): readonly WrittenNumber[] {
  const found: WrittenNumber[] = [];
  visit(document, {
    Scalar: (index, { value, source }, ancestors) => {
      if (typeof value === "number" && source !== undefined && ZERO_LED.test(source)) {
        found.push({ path: pathTo(index, ancestors), source });
      }
    },
  });
  return found;
}

/** The keys and indexes that lead to a node; `index` is its own place in the last ancestor. */
function pathTo(index: number | "key" | "value" | null, ancestors: readonly unknown[]): FieldPath {
  const path: (string | number)[] = [];
  for (const [depth, ancestor] of ancestors.entries()) {
    if (isPair(ancestor)) {
      path.push(isScalar(ancestor.key) ? String(ancestor.key.value) : "");
      continue;
    }
    const child = ancestors[depth + 1];
    const items = listItems(ancestor);
    if (items !== undefined) {
      path.push(child === undefined ? Number(index) : items.indexOf(child));
    }
  }
  return path;
}

/** The entries of a list node; undefined for anything else, above all for maps, whose entries are pairs. */
function listItems(node: unknown): readonly unknown[] | undefined {
  return isSeq(node) ? node.items : undefined;
}
