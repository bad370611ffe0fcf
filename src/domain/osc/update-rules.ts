import type { Finding } from "../rules/finding.ts";
import { immutabilityFindings } from "./immutability-rules.ts";
import { inPlaceFindings } from "./in-place-rules.ts";
import type { OscReview } from "./review.ts";

/**
 * What does not change: OSC-V-54 and 55 by an update, OSC-V-65 by our own mutation.
 * Source: OperatingSystemConfig contract, section 2.5.
 */
export function updateFindings(review: OscReview): readonly Finding[] {
  return review.touched === undefined ? immutabilityFindings(review) : inPlaceFindings(review);
}
