import { allFindings, type Finding } from "../rules/finding.ts";
import { bootstrapFindings } from "./bootstrap-rules.ts";
import { cgroupFindings } from "./cgroup-rules.ts";
import { containerdFindings } from "./containerd-rules.ts";
import { criConfigFindings } from "./cri-config-rules.ts";
import { fileFindings } from "./file-rules.ts";
import { metadataFindings } from "./metadata-rules.ts";
import { secondWriterFindings } from "./registry-rules.ts";
import type { OscReview } from "./review.ts";
import { sizeFindings } from "./size-rules.ts";
import { unitFindings } from "./unit-rules.ts";
import { updateFindings } from "./update-rules.ts";

const RULES: readonly ((review: OscReview) => readonly Finding[])[] = [
  metadataFindings,
  criConfigFindings,
  containerdFindings,
  secondWriterFindings,
  unitFindings,
  fileFindings,
  bootstrapFindings,
  updateFindings,
  sizeFindings,
  cgroupFindings,
];

/** Everything that is wrong with an OSC. Source: OperatingSystemConfig contract, section 2. */
export function validateOperatingSystemConfig(review: OscReview): readonly Finding[] {
  return allFindings(RULES.map((rule) => rule(review)));
}
