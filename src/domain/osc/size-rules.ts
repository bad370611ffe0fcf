import { allFindings, type Finding, NO_FINDINGS } from "../rules/finding.ts";
import { extensionSecretFindings } from "./extension-secret-rules.ts";
import { nodeSecretFindings } from "./node-secret-size-rules.ts";
import type { OscReview } from "./review.ts";
import { PROVISION, RECONCILE } from "./types.ts";
import { userDataFindings } from "./user-data-size-rules.ts";

/**
 * Sizes and what cannot be sent to nodes: OSC-V-60, 61, 64.
 * Source: OperatingSystemConfig contract, section 2.5.
 */
export function sizeFindings(review: OscReview): readonly Finding[] {
  const { purpose } = review.osc.spec;
  return allFindings([
    purpose === PROVISION ? userDataFindings(review) : NO_FINDINGS,
    purpose === RECONCILE ? nodeSecretFindings(review) : NO_FINDINGS,
    extensionSecretFindings(review),
  ]);
}
