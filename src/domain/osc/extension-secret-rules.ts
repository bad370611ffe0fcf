import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { filesWith } from "./listed-elements.ts";
import type { OscReview } from "./review.ts";

/**
 * OSC-V-64: of Secrets gardenlet hands on the content for `spec.files` alone; nodes cannot read those that the OS
 * extension refers to. Our own mutation touches none of them.
 */
export function extensionSecretFindings(review: OscReview): readonly Finding[] {
  if (review.touched !== undefined || review.osc.status.extensionFiles.length === 0) {
    return NO_FINDINGS;
  }
  return filesWith(review.osc, ({ content }) => content?.secretRef !== undefined)
    .filter(({ isExtension }) => isExtension)
    .map(({ element: { path: file = "" }, path }) => {
      const detail = "nodes cannot read this Secret; the OS extension has to put the content inline";
      return finding("OSC-V-64", invalid(at(path, "content", "secretRef"), undefined, detail), file);
    });
}
