import { type Document, isAlias, isMap, isNode, isScalar, isSeq } from "yaml";
import type { FieldPath } from "../domain/field/path.ts";

/**
 * Where a value stands in the text of a parsed document, as an offset: that of its key or list entry, or of the nearest
 * enclosing one where it is absent. Aliases are followed to what they stand for.
 */
export function offsetIn(document: Document, path: FieldPath): number {
  const root: unknown = document.contents;
  let node = root;
  let offset = startOf(root) ?? document.range?.[0] ?? 0;
  for (const segment of path) {
    const child = childOf(isAlias(node) ? node.resolve(document) : node, segment);
    if (child === undefined) {
      break;
    }
    offset = startOf(child.mark) ?? offset;
    node = child.value;
  }
  return offset;
}

/** The entry below a collection: where it is marked in the text (its key, or the entry itself), and its value. */
function childOf(
  node: unknown,
  segment: string | number,
): { readonly mark: unknown; readonly value: unknown } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment));
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
