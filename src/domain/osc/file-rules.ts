import type { Finding } from "../rules/finding.ts";
import { fileContentFindings } from "./file-content-rules.ts";
import { filePathFindings } from "./file-path-rules.ts";
import { fileRepeatFindings } from "./file-repeat-rules.ts";
import { fileShapeFindings } from "./file-shape-rules.ts";
import { listedFiles, reviewed } from "./listed-elements.ts";
import type { OscReview } from "./review.ts";

/**
 * Files of the OSC and those that the OS extension adds: OSC-V-44 to 53.
 * Source: OperatingSystemConfig contract, section 2.4.
 */
export function fileFindings(review: OscReview): readonly Finding[] {
  const { purpose } = review.osc.spec;
  const files = listedFiles(review);
  const asked = reviewed(files);
  return [
    ...asked.flatMap((file) => filePathFindings(file, purpose)),
    ...asked.flatMap((file) => fileShapeFindings(file, purpose)),
    ...asked.flatMap(fileContentFindings),
    ...fileRepeatFindings(files),
  ];
}
