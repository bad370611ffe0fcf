import { cgroupDriverRemarks } from "./cgroup-driver-rules.ts";
import { defaultMirrorRemarks } from "./default-mirror-rules.ts";
import { dropInRemarks } from "./drop-in-rules.ts";
import { idleKeyRemarks } from "./idle-key-rules.ts";
import { purposeRemarks } from "./purpose-rules.ts";
import type { Remark } from "./remark.ts";
import { sandboxImageRemarks } from "./sandbox-image-rules.ts";
import type { PolicySpec } from "./schema.ts";

const RULES: readonly ((spec: PolicySpec) => readonly Remark[])[] = [
  idleKeyRemarks,
  purposeRemarks,
  defaultMirrorRemarks,
  sandboxImageRemarks,
  dropInRemarks,
  cgroupDriverRemarks,
];

/** What is to be said about a document by itself; paths are those of the document. */
export function documentRemarks(spec: PolicySpec): readonly Remark[] {
  return RULES.flatMap((rule) => rule(spec));
}
