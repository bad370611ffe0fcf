import type { Pool } from "../workers/pool.ts";
import { chooseVersion, type MaintenanceDecision } from "./choose-version.ts";
import { type FilteredVersions, filterVersions } from "./filter-versions.ts";
import { maintainedPools, type ShootInMaintenance } from "./maintained-pool.ts";

/** What maintenance came to for one pool. */
interface MaintainedPool {
  readonly pool: Pool;
  readonly filtered: FilteredVersions;
  readonly decision: MaintenanceDecision;
}

/** What maintenance of the machine images of a shoot came to. */
export interface ShootMaintenance {
  /** The pools that were looked at, in their order. */
  readonly maintained: readonly MaintainedPool[];
  /** The pool at which maintenance stopped, and why; the pools before it keep what was decided for them. */
  readonly aborted: { readonly pool: Pool; readonly reason: string } | undefined;
  /** The pools behind it, which were not looked at. */
  readonly skipped: readonly Pool[];
}

/**
 * Maintains the machine images of a shoot pool by pool. A machine type or image that the profile does not have stops
 * it; a pool for which a forced update finds no version does not.
 *
 * Source: capabilities contract, section 7.1, item 1; gardener
 * pkg/controllermanager/controller/shoot/maintenance/reconciler.go, maintainMachineImages.
 */
export function maintainShoot(shoot: ShootInMaintenance): ShootMaintenance {
  const maintained: MaintainedPool[] = [];
  const pools = maintainedPools(shoot);
  for (const [index, pool] of pools.entries()) {
    const reason = obstacleOf(pool);
    if (reason !== undefined) {
      return { maintained, aborted: { pool, reason }, skipped: pools.slice(index + 1) };
    }
    const filtered = filterVersions(pool);
    maintained.push({ pool, filtered, decision: chooseVersion(pool, filtered, shoot.autoUpdates) });
  }
  return { maintained, aborted: undefined, skipped: [] };
}

function obstacleOf({ machineType, worker, profile }: Pool): string | undefined {
  const { type, image } = worker.machine;
  if (machineType === undefined) {
    return `the profile has no machine type ${JSON.stringify(type)}`;
  }
  if (image === undefined) {
    return "the pool names no machine image";
  }
  return profile.machineImages.has(image.name)
    ? undefined
    : `the profile has no machine image ${JSON.stringify(image.name)}`;
}
