import { compareFindings, finding } from "../domain/rules/finding.ts";
import { ALLOWED, type DecidedVerdict } from "../domain/verdict.ts";
import { type FactSnapshot, type FactSource, missingFacts, type ObjectRequest } from "../facts/contract.ts";
import type { PolicySource } from "../policies/contract.ts";
import type { ChapterSettings, OpenReview, Webhook } from "../webhooks/contract.ts";
import { type PassReason, scopeOf } from "../webhooks/scope.ts";
import type { AdmissionRequest } from "../wire/admission-review.ts";
import { beforeDeadline, type Deadline } from "./deadline.ts";
import { type Fault, fault } from "./errors.ts";

/** What decisions are made with, besides the request. */
export interface DecisionContext {
  readonly facts: FactSource;
  readonly policies: PolicySource;
  readonly settings: ChapterSettings;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** How a verdict came about: by the chapter, by the object's shape, or because the request was out of scope. */
export type VerdictReason = "decided" | "misshapen" | PassReason;

/** What became of a request. */
export type Outcome =
  | { readonly kind: "verdict"; readonly verdict: DecidedVerdict; readonly reason: VerdictReason }
  | { readonly kind: "fault"; readonly fault: Fault };

/** Rounds of live reads for one request. Profiles refer to each other once (namespaced to parent); the rest is slack. */
const MAX_ROUNDS = 4;

/**
 * Takes a request to its verdict. Everything is synchronous as long as all facts are at hand; only live reads wait, and
 * not longer than the deadline. Whatever throws here is a fault of ours.
 */
export function evaluate(
  webhook: Webhook,
  request: AdmissionRequest,
  context: DecisionContext,
  deadline: () => Deadline,
): Outcome | Promise<Outcome> {
  const scope = scopeOf(request, webhook.registration);
  switch (scope.kind) {
    case "pass":
      return { kind: "verdict", verdict: ALLOWED, reason: scope.reason };
    case "malformed":
      return faulted(fault(scope.fault, scope.message));
    case "evaluate": {
      const opened = webhook.open(scope.request);
      if (!opened.ok) {
        const findings = opened.errors.map((error) => finding("WIRE-01", error)).sort(compareFindings);
        return verdict({ kind: "deny", findings, warned: [], warnings: [] }, "misshapen");
      }
      return decide(opened.value, context, deadline);
    }
  }
}

/** The usual way: all facts are in the snapshot. */
function decide(review: OpenReview, context: DecisionContext, deadline: () => Deadline): Outcome | Promise<Outcome> {
  const snapshot = context.facts.snapshot();
  const lookup = lookUp(review, snapshot, context);
  if (lookup.unsynced) {
    return notSynced();
  }
  return lookup.missing.length === 0
    ? decideOn(review, snapshot, context)
    : readAndDecide(review, lookup.missing, context, deadline);
}

/** The other way: reads what is missing, asks again what is needed then, and so on; no object is read twice. */
async function readAndDecide(
  review: OpenReview,
  firstMissing: readonly ObjectRequest[],
  context: DecisionContext,
  deadline: () => Deadline,
): Promise<Outcome> {
  const asked = new Set<string>();
  let missing = firstMissing;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    for (const request of missing) {
      asked.add(factKey(request));
    }
    const wanted = missing;
    const snapshot = await beforeDeadline(deadline(), (signal) => context.facts.readThrough(wanted, signal));
    const lookup = lookUp(review, snapshot, context);
    if (lookup.unsynced) {
      return notSynced();
    }
    missing = lookup.missing.filter((request) => !asked.has(factKey(request)));
    if (missing.length === 0) {
      return decideOn(review, snapshot, context);
    }
  }
  throw new Error(`chapter still needs other objects after ${MAX_ROUNDS} rounds of reads`);
}

function decideOn(review: OpenReview, facts: FactSnapshot, { policies, settings, now }: DecisionContext): Outcome {
  const decided = review.decide({ facts, policies: policies.current(), settings, now: now() });
  return decided.kind === "postpone"
    ? faulted(fault("factMissing", decided.reason))
    : { kind: "verdict", verdict: decided, reason: "decided" };
}

interface Lookup {
  readonly unsynced: boolean;
  readonly missing: readonly ObjectRequest[];
}

function lookUp(review: OpenReview, snapshot: FactSnapshot, { facts, settings }: DecisionContext): Lookup {
  const needs = review.needs(snapshot, settings);
  return { unsynced: needs.some(({ kind }) => !facts.isSynced(kind)), missing: missingFacts(snapshot, needs) };
}

function factKey(request: ObjectRequest): string {
  return request.kind === "NamespacedCloudProfile"
    ? `${request.kind}/${request.namespace}/${request.name}`
    : `${request.kind}/${request.name}`;
}

function verdict(value: DecidedVerdict, reason: VerdictReason): Outcome {
  return { kind: "verdict", verdict: value, reason };
}

function faulted(value: Fault): Outcome {
  return { kind: "fault", fault: value };
}

function notSynced(): Outcome {
  return faulted(fault("factsNotSynced", "facts are not synced yet; try again"));
}
