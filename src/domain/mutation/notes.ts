import type { PatchEditor } from "../patches/patch-editor.ts";
import type { PolicyEffect, PolicyPart } from "../policies/effect.ts";
import type { Policy } from "../policies/types.ts";
import type { Finding } from "../rules/finding.ts";
import type { Mutation, MutationSubject } from "./mutation.ts";

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
  return {
    subject,
    editor,
    warn: (text) => void notes.warnings.push({ text, policy: undefined }),
    changed: (policy, part, what) => void notes.effects.push(effect(policy, part, "changed", what)),
    skipped: (policy, part, what, why) => {
      notes.effects.push(effect(policy, part, "skipped", what));
      notes.warnings.push({ text: `${skips(policy)} ${NOUNS[part]} ${what}: ${why}`, policy });
    },
    deny: (finding) => void notes.denials.push(finding),
  };
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
