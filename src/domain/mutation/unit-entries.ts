import { at, type FieldPath } from "../field/path.ts";
import type { PatchEditor } from "../patches/patch-editor.ts";

/** The units of `spec`. */
export const UNITS = ["spec", "units"];

/**
 * The units of one name in the OSC of a mutation, edits so far included. gardener-node-agent makes one unit of them, of
 * which the later ones have the last word, so that edits go to the last one.
 * Source: OperatingSystemConfig contract, section 7.2; OSC-V-41.
 */
export interface UnitEntries {
  /** Paths of the entries, in the order of the list; never empty. */
  readonly paths: readonly FieldPath[];
  /** Path of the entry that edits go to. */
  readonly last: FieldPath;
}

/** The units of a name, if there are any. */
export function unitEntries(editor: PatchEditor, name: string): UnitEntries | undefined {
  const paths = entriesAt(editor, UNITS).filter((path) => editor.get(at(path, "name")) === name);
  const last = paths.at(-1);
  return last && { paths, last };
}

/** Paths of the entries of a list that may be missing. */
export function entriesAt(editor: PatchEditor, path: FieldPath): readonly FieldPath[] {
  const list = editor.get(path);
  return Array.isArray(list) ? list.map((_, index) => at(path, index)) : [];
}

/** Values of a list member of all the units. */
export function listedIn(editor: PatchEditor, { paths }: UnitEntries, member: string): ReadonlySet<unknown> {
  return new Set(paths.flatMap((path) => editor.get(at(path, member)) ?? []));
}

/** Adds entries to a list of a unit, and makes sure that it is this unit when the patch is applied. */
export function appendToUnit(
  editor: PatchEditor,
  { last }: UnitEntries,
  member: "dropIns" | "filePaths",
  values: readonly unknown[],
): void {
  if (values.length > 0) {
    editor.guard(at(last, "name"));
    editor.append(at(last, member), values);
  }
}
