import type { PatchEditor } from "../patches/patch-editor.ts";
import type { PolicyEffect, PolicyPart } from "../policies/effect.ts";
import type { Policy } from "../policies/types.ts";
import type { Finding } from "../rules/finding.ts";
import { type CgroupDecision, cgroupDecision } from "./cgroup-plan.ts";
import type { ContainerdMutation, ContainerdSubject, Mutation, MutationSubject, StepTools } from "./mutation.ts";

/** A text for the writer of the OSC. */
export interface NotedWarning {
  readonly text: string;
  /** The policy that it is about, where it is about one. */
  readonly policy: Policy | undefined;
}

/** What the steps of a mutation noted, in the order of the steps. */
export interface Notes {
  readonly warnings: NotedWarning[];
  readonly effects: PolicyEffect[];
  readonly denials: Finding[];
}

/** Nothing noted yet. */
export function emptyNotes(): Notes {
  return { warnings: [], effects: [], denials: [] };
}

/** A mutation whose steps note into `notes`. */
export function notedMutation(subject: MutationSubject, editor: PatchEditor, notes: Notes): Mutation {
  return new NotedMutation(subject, editor, notes);
}

/** Tools of steps that edit with `editor` and note into `notes`. */
class NotingTools implements StepTools {
  readonly editor: PatchEditor;
  readonly #notes: Notes;

  constructor(editor: PatchEditor, notes: Notes) {
    this.editor = editor;
    this.#notes = notes;
  }

  warn(text: string): void {
    this.#notes.warnings.push({ text, policy: undefined });
  }

  changed(policy: Policy, part: PolicyPart, what: string): void {
    this.#notes.effects.push(effect(policy, part, "changed", what));
  }

  skipped(policy: Policy, part: PolicyPart, what: string, why: string): void {
    this.#notes.effects.push(effect(policy, part, "skipped", what));
    this.#notes.warnings.push({ text: `${skips(policy)} ${NOUNS[part]} ${what}: ${why}`, policy });
  }

  deny(finding: Finding): void {
    this.#notes.denials.push(finding);
  }

  note({ warnings, effects, denials }: Notes): void {
    pushAll(this.#notes.warnings, warnings);
    pushAll(this.#notes.effects, effects);
    pushAll(this.#notes.denials, denials);
  }
}

/** There can be more than a function takes arguments. */
function pushAll<T>(list: T[], more: readonly T[]): void {
  for (const entry of more) {
    list.push(entry);
  }
}

class NotedMutation extends NotingTools implements Mutation {
  readonly subject: MutationSubject;
  readonly cgroup: CgroupDecision;

  constructor(subject: MutationSubject, editor: PatchEditor, notes: Notes) {
    super(editor, notes);
    this.subject = subject;
    this.cgroup = cgroupDecision(subject);
  }
}

/** A mutation of the configuration of containerd alone. */
export class NotedContainerdMutation extends NotingTools implements ContainerdMutation {
  readonly subject: ContainerdSubject;

  constructor(subject: ContainerdSubject, editor: PatchEditor, notes: Notes) {
    super(editor, notes);
    this.subject = subject;
  }
}

/** Notes that whole parts of a policy are left out, and warns why, once for all of them. */
export function noteSkippedParts(notes: Notes, policy: Policy, parts: readonly PolicyPart[], why: string): void {
  if (parts.length > 0) {
    notes.effects.push(...parts.map((part) => effect(policy, part, "skipped", "all")));
    notes.warnings.push({ text: `${skips(policy)} ${parts.join(", ")}: ${why}`, policy });
  }
}

/** `policy corp skips`, or what it would do. */
function skips({ name, mode }: Policy): string {
  return mode === "audit" ? `policy ${name} (audit) would skip` : `policy ${name} skips`;
}

const NOUNS: Readonly<Record<PolicyPart, string>> = {
  registries: "registry",
  plugins: "plugin",
  sandboxImage: "sandbox image",
  files: "file",
  units: "unit",
  cgroupDriver: "cgroup driver",
};

function effect(
  { name, mode }: Policy,
  part: PolicyPart,
  outcome: PolicyEffect["outcome"],
  subject: string,
): PolicyEffect {
  return { policy: name, mode, part, outcome, subject };
}
