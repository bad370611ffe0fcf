import type { KnownContainerd, OscLimits, TouchedElements } from "../osc/review.ts";
import { type OperatingSystemConfig, PROVISION, RECONCILE } from "../osc/types.ts";
import type { Operation } from "../patches/operation.ts";
import { PatchEditor } from "../patches/patch-editor.ts";
import type { PolicyEffect } from "../policies/effect.ts";
import type { Policy } from "../policies/types.ts";
import { compareFindings, type Finding, findingText, markOf } from "../rules/finding.ts";
import { type RuleSettings, ruleMode } from "../rules/judge.ts";
import { applicablePolicies, CONTAINERD } from "./applicable-policies.ts";
import { auditEffects, auditWarnings } from "./audit.ts";
import { bootstrapStep } from "./bootstrap.ts";
import { cgroupDriverStep } from "./cgroup-driver.ts";
import { containerdStep, madeContainerd } from "./containerd.ts";
import { filesStep } from "./files.ts";
import type { MutationStep, MutationSubject } from "./mutation.ts";
import { emptyNotes, type Notes, notedMutation } from "./notes.ts";
import { brokenBy, touchedIndexes } from "./self-check.ts";
import { unitsStep } from "./units.ts";

/** What a mutation is made of: its subject, whose policies may be of both modes, and what the result is judged by. */
export interface MutationRequest extends MutationSubject {
  /** The object of the request, of which `osc` is the view; never changed. */
  readonly object: Readonly<Record<string, unknown>>;
  readonly rules: RuleSettings;
  readonly limits: OscLimits;
}

/** What came of a mutation. */
export interface MutationOutcome {
  /** Known to apply to the object of the request; empty where nothing changes. */
  readonly operations: readonly Operation[];
  /** Set where something changes. */
  readonly change: MutationChange | undefined;
  /** What the change would be with the policies in audit mode; set where there are any and something would change. */
  readonly rehearsed: MutationChange | undefined;
  /** Why the request is refused, in document order; nothing changes then. */
  readonly denials: readonly Finding[];
  /** Findings that would be denials, were their rules not lowered; their texts are among the warnings. */
  readonly lowered: readonly Finding[];
  readonly warnings: readonly string[];
  /** What policies did, or in audit mode would do. */
  readonly effects: readonly PolicyEffect[];
}

/** A change by a mutation. */
export interface MutationChange {
  readonly object: Readonly<Record<string, unknown>>;
  /** The view of the object. */
  readonly result: OperatingSystemConfig;
  readonly touched: TouchedElements;
  /** What is known about its configuration of containerd. */
  readonly known: KnownContainerd | undefined;
}

/** The steps for each purpose, in their fixed order. */
const STEPS: ReadonlyMap<string | undefined, readonly MutationStep[]> = new Map([
  [RECONCILE, [containerdStep, filesStep, unitsStep, cgroupDriverStep]],
  [PROVISION, [bootstrapStep]],
]);

const NOTHING: MutationOutcome = {
  operations: [],
  change: undefined,
  rehearsed: undefined,
  denials: [],
  lowered: [],
  warnings: [],
  effects: [],
};

/**
 * Changes an OSC as the policies want it, as a patch; policies in audit mode only leave warnings of what they would do.
 *
 * What is as it should be is not touched, so that what comes out is answered by no patch when it is sent again. A result
 * that has a mistake which the object has not is refused: the nodes keep what they have then, whereas the mistake would
 * reach all of them, and so would half of a policy.
 * Source: OperatingSystemConfig contract, sections 3.1 and 3.2.
 */
export function mutate(request: MutationRequest): MutationOutcome {
  const { osc, policies } = request;
  if (osc.metadata.deletionTimestamp !== undefined) {
    return NOTHING;
  }
  const enforced = policies.filter(({ mode }) => mode === "enforce");
  const real = run(request, enforced);
  const outcome = outcomeOf(real, request);
  return enforced.length === policies.length ? outcome : withAudit(outcome, real, request);
}

/** One way through the pipeline. */
interface Run {
  readonly notes: Notes;
  readonly editor: PatchEditor;
  readonly change: MutationChange | undefined;
}

function run(request: MutationRequest, policies: readonly Policy[]): Run {
  const notes = emptyNotes();
  const editor = new PatchEditor(request.object);
  const subject = { ...request, policies: applicablePolicies(request.osc, policies, notes) };
  const mutation = notedMutation(subject, editor, notes);
  for (const step of stepsFor(request.osc)) {
    step(mutation);
  }
  const change = editor.isChanged ? changeOf(request, editor) : undefined;
  if (change !== undefined && byRuleMode(notes.denials, request.rules).denials.length === 0) {
    notes.denials.push(...brokenBy({ subject, limits: request.limits, effects: notes.effects, ...change }));
  }
  return { notes, editor, change };
}

/** An OSC without containerd is left alone, the cgroup driver of its nodes included. */
function stepsFor({ spec }: OperatingSystemConfig): readonly MutationStep[] {
  return spec.criConfig?.name === CONTAINERD ? (STEPS.get(spec.purpose) ?? []) : [];
}

function changeOf({ object, osc, view }: MutationRequest, { result }: PatchEditor): MutationChange {
  const known = madeContainerd(specMember(result, "criConfig"));
  return {
    object: result,
    result: view(result, { before: { object, view: osc }, containerd: known }),
    known,
    touched: {
      files: touchedIndexes(specMember(object, "files"), specMember(result, "files")),
      units: touchedIndexes(specMember(object, "units"), specMember(result, "units")),
    },
  };
}

/** The view has made sure that `spec` is an object. */
function specMember(object: Readonly<Record<string, unknown>>, member: string): unknown {
  const spec: unknown = object["spec"];
  return typeof spec === "object" && spec !== null ? Object.getOwnPropertyDescriptor(spec, member)?.value : undefined;
}

/** What is done: nothing where the request is refused. What is odd about the pool is said where it may count. */
function outcomeOf({ notes, editor, change }: Run, { rules, pool, policies }: MutationRequest): MutationOutcome {
  const { denials, lowered } = byRuleMode(notes.denials, rules);
  const poolNotes = policies.length === 0 ? [] : pool.notes;
  const isDone = denials.length === 0;
  return {
    operations: isDone && change !== undefined ? editor.operations : [],
    change: isDone ? change : undefined,
    rehearsed: undefined,
    denials,
    lowered,
    warnings: [...poolNotes, ...notes.warnings.map(({ text }) => text), ...lowered.map(findingText)],
    effects: isDone ? notes.effects : notes.effects.filter(({ outcome }) => outcome !== "changed"),
  };
}

/** The same with what policies in audit mode would do, for which the pipeline is run with all of them. */
function withAudit(outcome: MutationOutcome, { notes }: Run, request: MutationRequest): MutationOutcome {
  const rehearsal = run(request, request.policies);
  const { denials } = byRuleMode(rehearsal.notes.denials, request.rules);
  const said = auditWarnings({ notes: rehearsal.notes, denials }, { notes, denials: outcome.denials });
  return {
    ...outcome,
    rehearsed: denials.length === 0 ? rehearsal.change : undefined,
    warnings: [...outcome.warnings, ...said],
    effects: [...outcome.effects, ...auditEffects(rehearsal.notes)],
  };
}

/** The operator may have lowered a rule to a warning, or switched it off. */
function byRuleMode(
  found: readonly Finding[],
  rules: RuleSettings,
): { readonly denials: readonly Finding[]; readonly lowered: readonly Finding[] } {
  const modeOf = (finding: Finding) => ruleMode(finding.rule, rules, markOf(finding));
  const sorted = [...found].sort(compareFindings);
  return {
    denials: sorted.filter((finding) => modeOf(finding) === "enforce"),
    lowered: sorted.filter((finding) => modeOf(finding) === "warn"),
  };
}
