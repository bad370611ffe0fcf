import { invalid } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";
import type { PolicyPart } from "../policies/effect.ts";
import type { Policy } from "../policies/types.ts";
import { finding } from "../rules/finding.ts";
import type { StepTools } from "./mutation.ts";

/** Something that an OSC says otherwise than a policy. */
export interface Conflict {
  readonly policy: Policy;
  readonly part: PolicyPart;
  /** What it is about, for warnings and metrics. */
  readonly subject: string;
  /** Where the OSC says it. */
  readonly path: FieldPath;
}

/**
 * Settles a conflict as the policy wants it: whether what the OSC says is to be replaced. If not, that is noted, as a
 * denial where the policy denies conflicts.
 * Source: OperatingSystemConfig contract, section 3.3.
 */
export function replacesConflicting(mutation: StepTools, conflict: Conflict): boolean {
  if (conflict.policy.conflict === "replace") {
    return true;
  }
  leaveConflicting(mutation, conflict, `the OSC says otherwise (conflict: ${conflict.policy.conflict})`);
  return false;
}

/** Leaves alone what an OSC says, whatever the mode; it is a denial where the policy denies conflicts. */
export function leaveConflicting(mutation: StepTools, conflict: Conflict, why: string): void {
  const { policy, part, subject, path } = conflict;
  if (policy.conflict !== "deny") {
    mutation.skipped(policy, part, subject, why);
    return;
  }
  const detail = `contradicts policy ${policy.name}, which denies conflicts; remove it from the OSC, or change the policy`;
  mutation.deny(finding("POL-01", invalid(path, subject, detail), policy.name, part, subject));
}
