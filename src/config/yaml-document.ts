import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  type YAMLError,
} from "yaml";
import type { FieldPath } from "../domain/field/path.ts";

/** A YAML (or JSON) text that was read, with the lines that its values stand on. */
export interface YamlDocument {
  readonly value: unknown;
  /** The line of a key or list entry, counted from 1; of the nearest enclosing one when it is absent. */
  readonly lineOf: (path: FieldPath) => number;
}

/** A syntax error: what is wrong, and the line, counted from 1. */
export interface YamlProblem {
  readonly line: number;
  readonly message: string;
}

/** Reads a text that holds one document; an empty text is the value null. */
export function parseYaml(
  text: string,
):
  | { readonly ok: true; readonly document: YamlDocument }
  | { readonly ok: false; readonly problems: readonly YamlProblem[] } {
  const lines = new LineCounter();
  const parsedDocuments = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
  const documents = Array.isArray(parsedDocuments) ? [...parsedDocuments] : [];
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const errors: readonly YAMLError[] = documents.flatMap((document) => [...document.errors, ...document.warnings]);
  if (errors.length > 0) {
    return { ok: false, problems: errors.map((error) => ({ line: lineAt(error.pos[0]), message: error.message })) };
  }
  const second = documents[1];
  if (second !== undefined) {
    const line = lineAt(second.range[0]);
    return { ok: false, problems: [{ line, message: "only one document is expected in this file" }] };
  }
  const document = documents[0];
  if (document === undefined) {
    return { ok: true, document: { value: null, lineOf: () => 1 } };
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    const resolve = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
    return { ok: true, document: { value, lineOf: (path) => lineAt(offsetOf(document.contents, path, resolve)) } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, problems: [{ line: 1, message }] };
  }
}

function offsetOf(root: unknown, path: FieldPath, resolve: (node: unknown) => unknown): number {
  let node = resolve(root);
  let offset = startOf(node) ?? 0;
  for (const segment of path) {
    if (!isCollection(node)) {
      break;
    }
    const found = child(node, segment);
    if (found === undefined) {
      break;
    }
    offset = startOf(found.mark) ?? offset;
    node = resolve(found.value);
  }
  return offset;
}

/** The entry below a collection: where it is marked in the text (its key, or the entry itself), and its value. */
function child(node: Node, segment: string | number): { readonly mark: unknown; readonly value: unknown } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => String(isNode(key) ? key.toJSON() : key) === String(segment));
    return pair === undefined ? undefined : { mark: pair.key, value: pair.value };
  }
  if (isSeq(node) && typeof segment === "number") {
    const item = node.items[segment];
    return item === undefined ? undefined : { mark: item, value: item };
  }
  return undefined;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
