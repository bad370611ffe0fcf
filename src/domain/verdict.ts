import type { Operation } from "./patches/operation.ts";
import type { PolicyEffect } from "./policies/effect.ts";
import type { Finding } from "./rules/finding.ts";

/** What every decided verdict may carry. */
interface Remarks {
  /** Texts for the user, before the wire's limits are applied. */
  readonly warnings: readonly string[];
  /** The findings behind the warnings, for logs and metrics. */
  readonly warned: readonly Finding[];
  /** Values for the audit log by key, which is one segment of a qualified name. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** What policies did, or would do, for metrics. */
  readonly effects?: readonly PolicyEffect[];
}

/** The request may go on. */
export interface Allow extends Remarks {
  readonly kind: "allow";
}

/** The request is refused, for all of these reasons, in document order; never empty. */
export interface Deny extends Remarks {
  readonly kind: "deny";
  readonly findings: readonly Finding[];
}

/** The request may go on with a changed object. */
export interface Patch extends Remarks {
  readonly kind: "patch";
  /** Never empty; known to apply to the object of the request. */
  readonly operations: readonly Operation[];
}

/** Nothing can be decided now, since something is not known yet that will be: the API server shall ask again. */
export interface Postpone {
  readonly kind: "postpone";
  /** What is missing, in words for the caller. */
  readonly reason: string;
}

/** What a validating chapter decides about a request. */
export type Verdict = Allow | Deny;

/** What a mutating chapter decides about a request. */
export type MutatingVerdict = Verdict | Patch | Postpone;

/** What the caller is told of a decision. */
export type DecidedVerdict = Exclude<MutatingVerdict, Postpone>;

/** Lets a request pass without a word. */
export const ALLOWED: Allow = { kind: "allow", warnings: [], warned: [] };
