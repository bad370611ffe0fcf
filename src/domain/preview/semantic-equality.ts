import { jsonEqual } from "../json/equal.ts";
import type { DropIn, OscFile, Plugin, Unit } from "../osc/types.ts";

/*
 * When gardener-node-agent takes two elements of an OSC for the same: an absent list is an empty one, as the view has it
 * already, and a text that Go holds as plain `string` is empty where it is absent. What Go holds by pointer has to be
 * there or absent on both sides: an absent `enable` is not `true`, absent permissions are not 384. The order of lists
 * counts.
 * Source: OperatingSystemConfig contract, section 7.2; gardener
 * pkg/nodeagent/controller/operatingsystemconfig/changes.go.
 */

/** Whether two lists have the same entries in the same order. */
export function sameList<T>(a: readonly T[], b: readonly T[], same: (a: T, b: T) => boolean): boolean {
  return a.length === b.length && a.every((entry, index) => same(entry, b[index] as T));
}

/** Whether two lists of texts are the same. */
export function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return sameList(a, b, Object.is);
}

/** Whether two files are the same: path, permissions, host and content as they are written, not what they decode to. */
export function sameFile(a: OscFile, b: OscFile): boolean {
  return (
    sameText(a.path, b.path) &&
    a.permissions === b.permissions &&
    a.hostName === b.hostName &&
    a.content?.transmitUnencoded === b.content?.transmitUnencoded &&
    sameTextsOf(a.content?.inline, b.content?.inline, ["encoding", "data"]) &&
    sameTextsOf(a.content?.secretRef, b.content?.secretRef, ["name", "dataKey"]) &&
    sameTextsOf(a.content?.imageRef, b.content?.imageRef, ["image", "filePathInImage"])
  );
}

/** Whether two units are the same, drop-ins and file paths included. */
export function sameUnit(a: Unit, b: Unit): boolean {
  return (
    sameText(a.name, b.name) &&
    a.command === b.command &&
    a.enable === b.enable &&
    a.content === b.content &&
    sameList(a.dropIns, b.dropIns, sameDropIn) &&
    sameTexts(a.filePaths, b.filePaths)
  );
}

/** Whether two drop-ins are the same. */
export function sameDropIn(a: DropIn, b: DropIn): boolean {
  return sameText(a.name, b.name) && sameText(a.content, b.content);
}

/** Whether two plugin instructions are the same; an absent `op` is not `add`. */
export function samePlugin(a: Plugin, b: Plugin): boolean {
  return a.op === b.op && sameTexts(a.path, b.path) && jsonEqual(a.values, b.values);
}

function sameText(a: string | undefined, b: string | undefined): boolean {
  return (a ?? "") === (b ?? "");
}

/** Whether two references are both absent, or have the same texts. */
function sameTextsOf<Key extends string>(
  a: { readonly [K in Key]: string | undefined } | undefined,
  b: { readonly [K in Key]: string | undefined } | undefined,
  keys: readonly Key[],
): boolean {
  return a === undefined || b === undefined ? a === b : keys.every((key) => sameText(a[key], b[key]));
}
