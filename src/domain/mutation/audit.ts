import type { PolicyEffect } from "../policies/effect.ts";
import { type Finding, findingIdentity, findingText } from "../rules/finding.ts";
import type { Notes } from "./notes.ts";

/** What comes of a mutation, as far as audits compare it. */
interface Audited {
  readonly notes: Notes;
  /** Those that refuse the request, given the operator's settings. */
  readonly denials: readonly Finding[];
}

/** Begins what would be said with the policies in audit mode. */
export const IN_AUDIT_MODE = "with policies in audit mode";

/**
 * What policies in audit mode would do, in words: what comes of the mutation with them (`rehearsal`) and not without them
 * (`real`). Changes stand on one line for each part of a policy.
 */
export function auditWarnings(rehearsal: Audited, real: Audited): readonly string[] {
  const rehearsed = rehearsal.notes;
  const known = new Set(real.notes.warnings.map(({ text }) => text));
  const skipped = rehearsed.warnings.filter(({ text, policy }) => isAudit(policy) && !known.has(text));
  const said = rehearsed.warnings.filter(({ text, policy }) => policy === undefined && !known.has(text));
  const denied = new Set(real.denials.map(findingIdentity));
  const denials = rehearsal.denials.filter((denial) => !denied.has(findingIdentity(denial)));
  return [
    ...changeTexts(rehearsed.effects),
    ...skipped.map(({ text }) => text),
    ...said.map(({ text }) => `${IN_AUDIT_MODE}: ${text}`),
    ...denials.map((denial) => `policies in audit mode would make this a denial: ${findingText(denial)}`),
  ];
}

/** The effects of policies in audit mode. */
export function auditEffects({ effects }: Notes): readonly PolicyEffect[] {
  return effects.filter(isAudit);
}

function isAudit(subject: { readonly mode: string } | undefined): boolean {
  return subject?.mode === "audit";
}

function changeTexts(effects: readonly PolicyEffect[]): readonly string[] {
  const subjects = new Map<string, string[]>();
  for (const { policy, part, subject } of effects.filter((effect) => isAudit(effect) && effect.outcome === "changed")) {
    const key = `policy ${policy} (audit) would change ${part}`;
    subjects.set(key, [...(subjects.get(key) ?? []), subject]);
  }
  return [...subjects].map(([text, changed]) => `${text}: ${changed.join(", ")}`);
}
