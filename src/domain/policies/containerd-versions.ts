import type { NodePool } from "../osc/node-pool.ts";
import type { ContainerdVersionEntry, OperatorTables } from "./types.ts";

/**
 * The versions of containerd that the operator's table tells of the nodes of a pool, each once; several where its entries
 * contradict each other, none where it does not tell. No object does.
 * Source: OperatingSystemConfig contract, section 1.7.
 */
export function knownContainerdVersions(tables: OperatorTables, pool: NodePool): readonly string[] {
  const about = tables.containerdVersions.filter((entry) => isAbout(entry, pool));
  return [...new Set(about.map(({ containerd }) => containerd))];
}

/** First major version of containerd that merges drop-ins into its configuration instead of replacing whole plugins. */
const MERGING_MAJOR = 2;

const MAJOR = /^v?(\d+)(?:\.|$)/;

/**
 * Whether the operator's table proves that the nodes of a pool have containerd 2.0 or newer: it says so for their
 * operating system, and no entry that may be about them says otherwise. An empty table proves nothing.
 * Source: OperatingSystemConfig contract, sections 1.7 and 3.9.
 */
export function mergesContainerdDropIns({ containerdVersions }: OperatorTables, pool: NodePool): boolean {
  const possible = containerdVersions.filter((entry) => mayBeAbout(entry, pool));
  return possible.some((entry) => isAbout(entry, pool)) && possible.every(hasMergingContainerd);
}

function mayBeAbout(entry: ContainerdVersionEntry, pool: NodePool): boolean {
  return pool.osVersion === undefined ? entry.osType === pool.osType : isAbout(entry, pool);
}

function isAbout({ osType, osVersions }: ContainerdVersionEntry, pool: NodePool): boolean {
  const { osVersion } = pool;
  const isInRange = osVersions === undefined || (osVersion !== undefined && osVersions.constraint.admits(osVersion));
  return osType === pool.osType && isInRange;
}

function hasMergingContainerd({ containerd }: ContainerdVersionEntry): boolean {
  return Number(MAJOR.exec(containerd)?.[1] ?? 0) >= MERGING_MAJOR;
}
