import type { FieldPath } from "../field/path.ts";
import { keepOperationText, type Operation } from "../patches/operation.ts";
import { PatchEditor } from "../patches/patch-editor.ts";
import { type Remembered, remembered } from "../remembered.ts";

/** Edits of one kind, by a text that stands for the edit and for all that it depends on. */
export type RecurringEdits = Remembered<RecurringEdit>;

/** What an edit did, to be done again where the same is found. */
interface RecurringEdit {
  readonly operations: readonly Operation[];
  readonly value: unknown;
  isKept: boolean;
}

/** No edits yet. */
export function recurringEdits(): RecurringEdits {
  return remembered();
}

/** An edit of the value at a path, which may guard other paths too. */
export interface Edit {
  readonly path: FieldPath;
  readonly make: (editor: PatchEditor) => void;
}

/**
 * Makes an edit, or takes over what came of it before, where it was proven: what gardenlet writes differs in few places,
 * so that the same edits come again and again.
 */
export function editAgain(edits: RecurringEdits, key: string, editor: PatchEditor, { path, make }: Edit): void {
  let isFirst = false;
  const edit = edits(key, () => {
    isFirst = true;
    const scratch = new PatchEditor(editor.result);
    make(scratch);
    return { operations: scratch.operations, value: scratch.get(path), isKept: false };
  });
  if (!isFirst && !edit.isKept) {
    edit.operations.forEach(keepOperationText);
    edit.isKept = true;
  }
  editor.adopt(path, edit.operations, edit.value);
}
