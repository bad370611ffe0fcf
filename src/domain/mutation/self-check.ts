import type { KnownContainerd, OscLimits, TouchedElements } from "../osc/review.ts";
import type { OperatingSystemConfig } from "../osc/types.ts";
import { validateOperatingSystemConfig } from "../osc/validate-operating-system-config.ts";
import type { PolicyEffect } from "../policies/effect.ts";
import { type Finding, findingIdentity, markOf, NO_FINDINGS } from "../rules/finding.ts";
import { attributed } from "./attribution.ts";
import type { MutationSubject } from "./mutation.ts";

/** A mutation that is done, as its check needs it. */
export interface Mutated {
  readonly subject: MutationSubject;
  readonly limits: OscLimits;
  /** The view of the result. */
  readonly result: OperatingSystemConfig;
  readonly touched: TouchedElements;
  /** What is known about the result's configuration of containerd. */
  readonly known: KnownContainerd | undefined;
  /** What the policies changed. */
  readonly effects: readonly PolicyEffect[];
}

/**
 * What the mutation broke: findings about the result that the object of the request does not have, each with the
 * policies that it comes from. What only gardengate refuses may come back from the stored object, as the cgroup drivers
 * of nodes do; warnings are left to the validation of the final object.
 *
 * Other objects are judged only where the result has findings at all, and rules about single files and units keep to
 * those that were touched, so that the check does not read through all files.
 * Source: OperatingSystemConfig contract, section 3.2; OSC-V-65.
 */
export function brokenBy(mutated: Mutated): readonly Finding[] {
  const { subject, effects, result, touched } = mutated;
  const found = findingsOn(mutated, result, touched).filter((finding) => markOf(finding) !== "Ww");
  const broken = found.length === 0 ? found : unknownTo(findingsOn(mutated, subject.osc, touched), found);
  const isRatcheted = subject.old !== undefined && broken.some(isOurs);
  const stored = isRatcheted ? findingsOn(mutated, subject.old, undefined) : NO_FINDINGS;
  const introduced = new Set(unknownTo(stored, broken));
  return broken
    .filter((finding) => !isOurs(finding) || introduced.has(finding))
    .map((finding) => attributed(finding, effects, result));
}

/** Whether a finding is one that an earlier state of the object can excuse. */
function isOurs(finding: Finding): boolean {
  return markOf(finding) === "W";
}

/** The findings that are not among known ones. */
function unknownTo(known: readonly Finding[], findings: readonly Finding[]): readonly Finding[] {
  const identities = new Set(known.map(findingIdentity));
  return findings.filter((finding) => !identities.has(findingIdentity(finding)));
}

function findingsOn(
  { subject, limits, known }: Mutated,
  osc: OperatingSystemConfig,
  touched: TouchedElements | undefined,
): readonly Finding[] {
  const { operation, old, pool, policies, tables, guardsCgroupDriver } = subject;
  return validateOperatingSystemConfig({
    operation,
    osc,
    old: osc === old ? undefined : old,
    pool,
    policies,
    tables,
    limits,
    guardsCgroupDriver,
    touched,
    input: touched && subject.osc,
    known: touched && known,
  });
}

/** What an edit touched of lists whose entries keep their places: those that are not the very same any more. */
export function touchedIndexes(before: unknown, after: unknown): ReadonlySet<number> {
  if (before === after || !Array.isArray(after)) {
    return NOTHING;
  }
  const entries: readonly unknown[] = Array.isArray(before) ? before : [];
  const touched = new Set<number>();
  for (const [index, entry] of after.entries()) {
    if (entry !== entries[index]) {
      touched.add(index);
    }
  }
  return touched;
}

const NOTHING: ReadonlySet<number> = new Set();
