import { NO_POLICIES } from "../policies/types.ts";
import type { CompiledProfile } from "../profiles/compile.ts";
import { DEFAULT_CRI } from "../profiles/decoding-defaults.ts";
import { type Pool, poolPath, poolUnderReview } from "../workers/pool.ts";
import type { ShootSpec } from "../workers/types.ts";

/** A shoot in its maintenance window. One in deletion is not maintained. */
export interface ShootInMaintenance {
  readonly spec: ShootSpec;
  /** The effective profile. */
  readonly profile: CompiledProfile;
  /** `spec.maintenance.autoUpdate.machineImageVersion`. */
  readonly autoUpdates: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The pools of a shoot as pools of an update that so far changes nothing; one without CRI asks for containerd.
 * Source: capabilities contract, section 7.1.
 */
export function maintainedPools({ spec, profile, now }: ShootInMaintenance): readonly Pool[] {
  const review = { spec, old: spec, isProfileUnchanged: true, allowsInPlaceUpdates: true, policies: NO_POLICIES, now };
  return spec.workers.map((written, index) => {
    const worker = { ...written, cri: written.cri ?? DEFAULT_CRI };
    return poolUnderReview({ review, profile, path: poolPath(index), worker, old: worker });
  });
}

/** The image version that a pool has now; "" where it names none. */
export function currentVersion({ worker }: Pool): string {
  return worker.machine.image?.version ?? "";
}
