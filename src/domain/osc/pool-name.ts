import type { ClusterFact } from "../clusters/cluster-fact.ts";
import type { OscMetadata } from "./types.ts";

const POOL_LABEL = "worker.gardener.cloud/pool";

/** Rolling pools: the name ends in the hash of what replaces nodes. */
const ROLLING = /^gardener-node-agent-(.+)-[0-9a-f]{16}-(?:init|original)$/;
/** Pools that are updated in place have no hash. */
const IN_PLACE = /^gardener-node-agent-(.+)-(?:init|original)$/;
/** Shoots that host themselves, while they are set up. */
const SELF_HOSTED = /^gardenadm-(.+)$/;
/** OSCs of Gardener versions before gardener-node-agent. */
const LEGACY = /^cloud-config-(.+)-[0-9a-f]{5}-(?:downloader|original)$/;

/**
 * The name of the worker pool that an OSC is for: its label, else out of its own name; undefined where neither tells. A
 * name without hash could also be one with a hash of another kind, so its pool has to be one of the Shoot, if that is
 * known.
 * Source: OperatingSystemConfig contract, section 1.7.
 */
export function poolName({ labels, name }: OscMetadata, cluster: ClusterFact | undefined): string | undefined {
  const label = Object.hasOwn(labels, POOL_LABEL) ? labels[POOL_LABEL] : undefined;
  if (label !== undefined && label !== "") {
    return label;
  }
  const rolling = ROLLING.exec(name)?.[1];
  if (rolling !== undefined) {
    return rolling;
  }
  const inPlace = IN_PLACE.exec(name)?.[1];
  if (inPlace !== undefined) {
    return cluster === undefined || cluster.workers.some((worker) => worker.name === inPlace) ? inPlace : undefined;
  }
  return (SELF_HOSTED.exec(name) ?? LEGACY.exec(name))?.[1];
}
