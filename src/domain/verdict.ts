import type { Finding } from "./rules/finding.ts";

/** The request may go on. */
export interface Allow {
  readonly kind: "allow";
  /** Texts for the user, before the wire's limits are applied. */
  readonly warnings: readonly string[];
  /** The findings behind the warnings, for logs and metrics. */
  readonly warned: readonly Finding[];
}

/** The request is refused, for all of these reasons, in document order; never empty. */
export interface Deny {
  readonly kind: "deny";
  readonly findings: readonly Finding[];
  readonly warnings: readonly string[];
  readonly warned: readonly Finding[];
}

/** What a chapter decides about a request. Mutating chapters will add the patch. */
export type Verdict = Allow | Deny;

/** Lets a request pass without a word. */
export const ALLOWED: Allow = { kind: "allow", warnings: [], warned: [] };
