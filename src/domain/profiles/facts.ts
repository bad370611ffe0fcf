import type { CompiledProfile } from "./compile.ts";
import type { NamespacedCloudProfileSpec } from "./types.ts";

/** A CloudProfile as known to gardengate, compiled when it was loaded. */
export interface CloudProfileFact {
  readonly name: string;
  readonly profile: CompiledProfile;
}

/** A NamespacedCloudProfile as known to gardengate. */
export interface NamespacedCloudProfileFact {
  readonly namespace: string;
  readonly name: string;
  readonly spec: NamespacedCloudProfileSpec;
  /** `status.cloudProfileSpec`, compiled; undefined as long as Gardener has not rendered it. */
  readonly profile: CompiledProfile | undefined;
  /** Whether it is being deleted; then it stands in nobody's way any more. */
  readonly isDeleting: boolean;
  /** Whether the rendered status belongs to an older generation of the spec. */
  readonly isStale: boolean;
}
