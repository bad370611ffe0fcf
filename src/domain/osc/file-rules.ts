import { allFindings, type Finding, NO_FINDINGS } from "../rules/finding.ts";
import { fileContentFindings } from "./file-content-rules.ts";
import { filePathFindings } from "./file-path-rules.ts";
import { fileRepeatFindings } from "./file-repeat-rules.ts";
import { fileShapeFindings } from "./file-shape-rules.ts";
import { type Listed, reviewedFiles } from "./listed-elements.ts";
import type { OscReview } from "./review.ts";
import type { OperatingSystemConfig, OscFile } from "./types.ts";

/**
 * Files of the OSC and those that the OS extension adds: OSC-V-44 to 53.
 * Source: OperatingSystemConfig contract, section 2.4.
 */
export function fileFindings(review: OscReview): readonly Finding[] {
  const { purpose } = review.osc.spec;
  const asked = reviewedFiles(review);
  if (asked.length === 0) {
    return NO_FINDINGS;
  }
  const repeats = fileRepeatFindings(
    review.osc,
    asked.filter((file) => !keepsPlace(file, review.input)),
  );
  return allFindings([
    allFindings(asked.map((file) => filePathFindings(file, purpose))),
    allFindings(asked.map((file) => fileShapeFindings(file, purpose))),
    allFindings(asked.map(fileContentFindings)),
    repeats,
  ]);
}

/** Whether a file of our own mutation has the place on the node that it had before. */
function keepsPlace({ element, path }: Listed<OscFile>, input: OperatingSystemConfig | undefined): boolean {
  const before = input?.spec.files[Number(path.at(-1))];
  return before !== undefined && before.path === element.path && before.hostName === element.hostName;
}
