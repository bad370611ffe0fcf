import type { MutationStep, MutationSubject } from "../../src/domain/mutation/mutation.ts";
import { emptyNotes, type Notes, notedMutation } from "../../src/domain/mutation/notes.ts";
import type { Operation } from "../../src/domain/patches/operation.ts";
import { PatchEditor } from "../../src/domain/patches/patch-editor.ts";
import { NO_POLICIES, type Policy } from "../../src/domain/policies/types.ts";
import { findingText } from "../../src/domain/rules/finding.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { deepFreeze } from "./case-freeze.ts";
import { oscView, poolOf } from "./osc-builders.ts";

/** What came of one step, in plain values. */
export interface StepOutcome {
  readonly operations: readonly Operation[];
  readonly result: RawObject;
  readonly warnings: readonly string[];
  readonly denials: readonly string[];
  /** As `outcome policy part subject`. */
  readonly effects: readonly string[];
}

/** The subject of a mutation on CREATE, unless `old` is given. */
export function mutationSubject(
  object: RawObject,
  policies: readonly Policy[],
  members: Partial<MutationSubject> = {},
): MutationSubject {
  const osc = oscView(object);
  return {
    operation: members.old === undefined ? "CREATE" : "UPDATE",
    osc,
    old: undefined,
    pool: poolOf(osc),
    policies,
    tables: NO_POLICIES.tables,
    guardsCgroupDriver: true,
    view: oscView,
    ...members,
  };
}

/** Runs one step alone. */
export function runStep(
  step: MutationStep,
  object: RawObject,
  policies: readonly Policy[],
  members: Partial<MutationSubject> = {},
): StepOutcome {
  const editor = new PatchEditor(deepFreeze(object));
  const notes = emptyNotes();
  step(notedMutation(mutationSubject(object, policies, members), editor, notes));
  return { operations: editor.operations, result: editor.result, ...plainNotes(notes) };
}

function plainNotes({ warnings, denials, effects }: Notes): Omit<StepOutcome, "operations" | "result"> {
  return {
    warnings: warnings.map(({ text }) => text),
    denials: denials.map(findingText),
    effects: effects.map(({ outcome, policy, part, subject }) => `${outcome} ${policy} ${part} ${subject}`),
  };
}
