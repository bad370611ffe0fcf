import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { listedFiles, reviewed } from "./listed-elements.ts";
import type { OscReview } from "./review.ts";

/**
 * OSC-V-64: of Secrets gardenlet hands on the content for `spec.files` alone; nodes cannot read those that the OS
 * extension refers to.
 */
export function extensionSecretFindings(review: OscReview): readonly Finding[] {
  return reviewed(listedFiles(review))
    .filter(({ element, isExtension }) => isExtension && element.content?.secretRef !== undefined)
    .map(({ element: { path: file = "" }, path }) => {
      const detail = "nodes cannot read this Secret; the OS extension has to put the content inline";
      return finding("OSC-V-64", invalid(at(path, "content", "secretRef"), undefined, detail), file);
    });
}
