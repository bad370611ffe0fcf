import type { Finding } from "../rules/finding.ts";
import { bootstrapFindings } from "./bootstrap-rules.ts";
import { cgroupFindings } from "./cgroup-rules.ts";
import { criConfigFindings } from "./cri-config-rules.ts";
import { fileFindings } from "./file-rules.ts";
import { metadataFindings } from "./metadata-rules.ts";
import { pluginFindings } from "./plugin-rules.ts";
import { registryFindings } from "./registry-rules.ts";
import type { OscReview } from "./review.ts";
import { sizeFindings } from "./size-rules.ts";
import { unitFindings } from "./unit-rules.ts";
import { updateFindings } from "./update-rules.ts";

const RULES: readonly ((review: OscReview) => readonly Finding[])[] = [
  metadataFindings,
  criConfigFindings,
  registryFindings,
  pluginFindings,
  unitFindings,
  fileFindings,
  bootstrapFindings,
  updateFindings,
  sizeFindings,
  cgroupFindings,
];

/** Everything that is wrong with an OSC. Source: OperatingSystemConfig contract, section 2. */
export function validateOperatingSystemConfig(review: OscReview): readonly Finding[] {
  return RULES.flatMap((rule) => rule(review));
}
