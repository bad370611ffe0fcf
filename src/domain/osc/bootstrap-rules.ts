import { allFindings, type Finding } from "../rules/finding.ts";
import { reviewedFiles } from "./listed-elements.ts";
import { requiredElementFindings } from "./required-element-rules.ts";
import type { OscReview } from "./review.ts";
import { placeholderFindings, transmissionFindings } from "./transmission-rules.ts";

/**
 * What provision and reconcile OSCs need to bring up a node: OSC-V-56 to 59.
 * Source: OperatingSystemConfig contract, section 2.5.
 */
export function bootstrapFindings(review: OscReview): readonly Finding[] {
  const { purpose } = review.osc.spec;
  const files = reviewedFiles(review);
  return allFindings([
    allFindings(files.map(placeholderFindings)),
    allFindings(files.map((file) => transmissionFindings(file, purpose))),
    requiredElementFindings(review),
  ]);
}
