import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type ParsedNode,
  parseAllDocuments,
} from "yaml";
import type { FieldPath } from "../domain/field/path.ts";
import type { RawObject } from "../wire/admission-review.ts";
import { isObject } from "../wire/json-object.ts";

/** A value of a file: which document it is in, and where in that document. */
export interface Place {
  /** Counted from 0. */
  readonly document: number;
  readonly path: FieldPath;
}

/** An object of a file, lists taken apart. */
export interface PlacedObject {
  readonly object: RawObject;
  readonly place: Place;
}

/** What is wrong at a line, counted from 1. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

/** What a file holds. */
export interface ObjectFile {
  readonly objects: readonly PlacedObject[];
  readonly problems: readonly LineProblem[];
  /** The line of a value, counted from 1; of its parent if the value is absent. Costs a parse when first called. */
  readonly lineOf: (place: Place) => number;
}

/** Number of syntax errors reported per file: one broken line of YAML can cause many. */
const SYNTAX_ERRORS = 5;

const YAML_OPTIONS = { merge: true, logLevel: "silent", prettyErrors: false } as const;

/** Reads the Kubernetes objects of a file: YAML documents, or one JSON document; `kind: List` is taken apart. */
export function readObjectFile(text: string, format: "yaml" | "json"): ObjectFile {
  const { values, problems } = format === "json" ? jsonValues(text) : yamlValues(text);
  const lineOf = locator(text);
  const placed: PlacedObject[] = [];
  const misplaced: LineProblem[] = [];
  for (const [document, value] of values.entries()) {
    for (const entry of entriesOf(value)) {
      if (isObject(entry.value)) {
        placed.push({ object: entry.value, place: { document, path: entry.path } });
      } else if (entry.value !== null) {
        misplaced.push({ line: lineOf({ document, path: entry.path }), message: "must be a Kubernetes object" });
      }
    }
  }
  return { objects: placed, problems: [...problems, ...misplaced], lineOf };
}

interface Values {
  readonly values: readonly unknown[];
  readonly problems: readonly LineProblem[];
}

function jsonValues(text: string): Values {
  try {
    return { values: [JSON.parse(text)], problems: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const end = text.trimEnd().length;
    const before = text.slice(0, Math.min(end, Number(/at position (\d+)/.exec(message)?.[1] ?? end)));
    const line = before.split("\n").length;
    return {
      values: [],
      problems: [{ line, message: `is not JSON: ${message.replace(/ \(line \d+ column \d+\)$/, "")}` }],
    };
  }
}

function yamlValues(text: string): Values {
  const lines = new LineCounter();
  const values: unknown[] = [];
  const problems: LineProblem[] = [];
  for (const document of documentsOf(text, lines)) {
    for (const error of document.errors.slice(0, SYNTAX_ERRORS - problems.length)) {
      problems.push({ line: lineAt(lines, error.pos[0]), message: `is not YAML: ${error.message}` });
    }
    values.push(document.errors.length > 0 ? null : plainValue(document, lines, problems));
  }
  return { values, problems };
}

/** The document as JSON values; aliases that expand beyond reason are a problem of the document. */
function plainValue(document: Document, lines: LineCounter, problems: LineProblem[]): unknown {
  try {
    return document.toJS();
  } catch (error) {
    const line = lineAt(lines, document.range?.[0] ?? 0);
    problems.push({ line, message: `is not YAML: ${error instanceof Error ? error.message : String(error)}` });
    return null;
  }
}

function documentsOf(text: string, lines: LineCounter): readonly Document.Parsed<ParsedNode>[] {
  const documents = parseAllDocuments(text, { ...YAML_OPTIONS, lineCounter: lines });
  return "empty" in documents ? [] : documents;
}

interface Entry {
  readonly value: unknown;
  readonly path: FieldPath;
}

/** The objects of a document: itself, or the items of a list, which may leave out the kind that the list implies. */
function entriesOf(value: unknown): readonly Entry[] {
  if (!isObject(value) || isNamed(value) || !Array.isArray(value["items"]) || !isListKind(value["kind"])) {
    return [{ value, path: [] }];
  }
  const { apiVersion, kind, items } = value;
  const implied = kind === "List" ? {} : { apiVersion, kind: kind.slice(0, -"List".length) };
  return items.map((item: unknown, index) => ({
    value: isObject(item) ? { ...implied, ...item } : (item ?? undefined),
    path: ["items", index],
  }));
}

/** Objects have names and lists have none, whatever their kind is called. */
function isNamed({ metadata }: RawObject): boolean {
  return isObject(metadata) && Object.hasOwn(metadata, "name");
}

function isListKind(kind: unknown): kind is string {
  return typeof kind === "string" && kind.endsWith("List");
}

function lineAt(lines: LineCounter, offset: number): number {
  return Math.max(1, lines.linePos(offset).line);
}

/** The line of a value in a text, counted from 1; see {@link ObjectFile.lineOf}. */
export function lineIn(text: string, place: Place): number {
  return locator(text)(place);
}

/** JSON is YAML as far as positions go, so that one parser tells the lines of both. */
function locator(text: string): (place: Place) => number {
  let located: { readonly lines: LineCounter; readonly documents: readonly Document[] } | undefined;
  return ({ document, path }) => {
    if (located === undefined) {
      const lines = new LineCounter();
      located = { lines, documents: documentsOf(text, lines) };
    }
    const root = located.documents[document];
    return root === undefined ? 1 : lineAt(located.lines, offsetOf(root, path));
  };
}

function offsetOf(document: Document, path: FieldPath): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? document.range?.[0] ?? 0;
  for (const segment of path) {
    const child = childOf(document, node, segment);
    if (child === undefined) {
      return offset;
    }
    offset = child.offset ?? offset;
    node = child.node;
  }
  return offset;
}

function childOf(document: Document, parent: unknown, segment: string | number) {
  const node = isAlias(parent) ? parent.resolve(document) : parent;
  if (!isCollection(node)) {
    return undefined;
  }
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment));
    return pair && { node: pair.value, offset: startOf(pair.key) };
  }
  const item = typeof segment === "number" ? node.items[segment] : undefined;
  return item === undefined || isPair(item) ? undefined : { node: item, offset: startOf(item) };
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
