import { type Document, isCollection, isMap, isNode, isScalar, isSeq, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import type { Capabilities } from "../domain/capabilities/types.ts";

/*
 * Small edits of YAML trees that keep comments where their reader looks for them.
 */

/** A map whose members are edited. */
export type YamlMap = YAMLMap<unknown, unknown>;

/** The members of a map by their name as text; YAML keys could be anything. */
export function pairOf(map: YamlMap, name: string): Pair<unknown, unknown> | undefined {
  return map.items.find(({ key }) => (isScalar(key) ? key.value : key) === name);
}

/** The value of a member where it is a map. */
export function mapAt(parent: unknown, name: string): YamlMap | undefined {
  const value = isMap(parent) ? pairOf(parent, name)?.value : undefined;
  return isMap(value) ? value : undefined;
}

/** The entries of a member where it is a list. */
export function itemsAt(parent: unknown, name: string): readonly unknown[] {
  const value = isMap(parent) ? pairOf(parent, name)?.value : undefined;
  return isSeq(value) ? value.items : [];
}

/** Whether a member is absent or says nothing: null, or an empty list or map. */
export function isUnset(map: YamlMap, name: string): boolean {
  const value = pairOf(map, name)?.value ?? null;
  return isScalar(value) ? value.value === null : isCollection(value) ? value.items.length === 0 : value === null;
}

/** Writes a member in the place of an unset one of its name, otherwise at `index`, otherwise at the end. */
export function writeMember(map: YamlMap, name: string, value: unknown, index = map.items.length): void {
  const known = pairOf(map, name);
  if (known === undefined) {
    map.items.splice(index, 0, new Pair(new Scalar(name), value));
  } else {
    known.value = value;
  }
}

/** The index after a member; the number of members where there is none of this name. */
export function indexAfter(map: YamlMap, name: string): number {
  const known = pairOf(map, name);
  return known === undefined ? map.items.length : map.items.indexOf(known) + 1;
}

/** Removes a member; its comments go to the map, where they are printed before it. */
export function removeMember(map: YamlMap, name: string): void {
  const known = pairOf(map, name);
  if (known !== undefined) {
    map.items.splice(map.items.indexOf(known), 1);
    addComments(map, [known.key, known.value].flatMap(commentsOf));
  }
}

/** All comments of a node and of what is in it, in their order. */
export function commentsOf(node: unknown): readonly string[] {
  if (!isNode(node)) {
    return [];
  }
  const inner = isMap(node)
    ? node.items.flatMap(({ key, value }) => [...commentsOf(key), ...commentsOf(value)])
    : isSeq(node)
      ? node.items.flatMap(commentsOf)
      : [];
  const own = [node.commentBefore, node.comment].map((comment) => comment ?? "");
  return [own[0] ?? "", ...inner, own[1] ?? ""].filter((comment) => comment !== "");
}

/** Puts comments before a node, after those that it has; each without the mark, as the library holds them. */
export function addComments(node: unknown, comments: readonly string[]): void {
  if (isNode(node) && comments.length > 0) {
    node.commentBefore = [...(node.commentBefore ? [node.commentBefore] : []), ...comments].join("\n");
  }
}

/** Puts notes of a proposal before a node, or before the key of a member. */
export function addNotes(target: unknown, notes: readonly string[]): void {
  addComments(
    target instanceof Pair ? target.key : target,
    notes.map((note) => ` ${note}`),
  );
}

/** A list with the given entries, one per line. */
export function listNode(items: readonly unknown[]): YAMLSeq {
  const list = new YAMLSeq();
  list.items.push(...items);
  return list;
}

/** Capabilities as they are written in a manifest: `architecture: [amd64]`. */
export function capabilitiesNode(capabilities: Capabilities): YAMLMap {
  const map = new YAMLMap();
  for (const [name, values] of capabilities) {
    map.items.push(new Pair(new Scalar(name), textsNode(values)));
  }
  return map;
}

/** Texts on one line. */
export function textsNode(values: readonly string[]): YAMLSeq {
  const list = listNode(values.map((value) => new Scalar(value)));
  list.flow = true;
  return list;
}

/** The object at the top of a document. */
export function rootOf({ contents }: Document.Parsed): YamlMap | undefined {
  return isMap(contents) ? contents : undefined;
}
