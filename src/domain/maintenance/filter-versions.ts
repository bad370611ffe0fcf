import type { CompiledImageVersion } from "../profiles/compile.ts";
import { inPlaceObstacle } from "../workers/image-availability.ts";
import { kubeletVersion, type Pool } from "../workers/pool.ts";
import { isInPlace } from "../workers/types.ts";
import { currentVersion } from "./maintained-pool.ts";
import { architectureObstacle, capabilityObstacle, criObstacle, kubeletObstacle } from "./obstacles.ts";

/** A question that every version has to pass before maintenance may choose it. */
type FilterStep = "architecture" | "capabilities" | "cri" | "kubelet" | "inPlaceUpdates";

/** A version that maintenance does not choose, by the first step that it does not pass. */
interface DroppedVersion {
  readonly version: CompiledImageVersion;
  readonly step: FilterStep;
  /** The end of a sentence that begins with the version. */
  readonly reason: string;
}

/** The versions of a pool's image, in the order of the profile. */
export interface FilteredVersions {
  readonly kept: readonly CompiledImageVersion[];
  readonly dropped: readonly DroppedVersion[];
}

type Obstacle = (pool: Pool, version: CompiledImageVersion) => string | undefined;

const STEPS: readonly (readonly [FilterStep, Obstacle])[] = [
  ["architecture", ({ architecture }, version) => architectureObstacle(version, architecture, "the pool")],
  [
    "capabilities",
    ({ profile, machineType }, version) => machineType && capabilityObstacle(profile, machineType, version),
  ],
  ["cri", ({ worker }, version) => criObstacle(version, worker.cri)],
  ["kubelet", (pool, version) => kubeletObstacle(version, kubeletVersion(pool))],
  ["inPlaceUpdates", updateObstacle],
];

/**
 * The versions of a pool's machine image among which maintenance chooses. Whether one is expired, a preview or older
 * than the current one is not asked here. An image that is not in the profile has no versions; its name is looked up
 * exactly, where Gardener ignores case.
 *
 * Source: capabilities contract, section 7.1; gardener pkg/controllermanager/controller/shoot/maintenance/helper,
 * FilterMachineImageVersions.
 */
export function filterVersions(pool: Pool): FilteredVersions {
  const versions = [...(pool.profile.machineImages.get(pool.worker.machine.image?.name ?? "")?.values() ?? [])];
  const judged = versions.map((version) => ({ version, dropped: firstObstacle(pool, version) }));
  return {
    kept: judged.flatMap(({ version, dropped }) => (dropped === undefined ? [version] : [])),
    dropped: judged.flatMap(({ dropped }) => (dropped === undefined ? [] : [dropped])),
  };
}

function firstObstacle(pool: Pool, version: CompiledImageVersion): DroppedVersion | undefined {
  for (const [step, obstacle] of STEPS) {
    const reason = obstacle(pool, version);
    if (reason !== undefined) {
      return { version, step, reason };
    }
  }
  return undefined;
}

/** A pool that keeps its nodes needs support; and to go to another version, a current one that is recent enough. */
function updateObstacle(pool: Pool, version: CompiledImageVersion): string | undefined {
  if (!isInPlace(pool.worker.updateStrategy)) {
    return undefined;
  }
  const isCurrent = version.version === currentVersion(pool);
  return inPlaceObstacle(isCurrent ? { old: undefined } : pool, version);
}
