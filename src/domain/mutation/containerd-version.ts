import type { NodePool } from "../osc/node-pool.ts";
import type { ContainerdVersionEntry, OperatorTables } from "../policies/types.ts";

/** First major version of containerd that merges drop-ins into its configuration instead of replacing whole plugins. */
const MERGING_MAJOR = 2;

const MAJOR = /^v?(\d+)(?:\.|$)/;

/**
 * Whether the operator's table proves that the nodes of a pool have containerd 2.0 or newer: it says so for their
 * operating system, and no entry that may be about them says otherwise. No object tells, so that an empty table proves
 * nothing.
 * Source: OperatingSystemConfig contract, sections 1.7 and 3.9.
 */
export function mergesContainerdDropIns({ containerdVersions }: OperatorTables, pool: NodePool): boolean {
  const possible = containerdVersions.filter((entry) => entry.osType === pool.osType && mayBeAbout(entry, pool));
  return possible.some((entry) => isAbout(entry, pool)) && possible.every(hasMergingContainerd);
}

function mayBeAbout(entry: ContainerdVersionEntry, pool: NodePool): boolean {
  return pool.osVersion === undefined || isAbout(entry, pool);
}

function isAbout({ osVersions }: ContainerdVersionEntry, { osVersion }: NodePool): boolean {
  return osVersions === undefined || (osVersion !== undefined && osVersions.constraint.admits(osVersion));
}

function hasMergingContainerd({ containerd }: ContainerdVersionEntry): boolean {
  return Number(MAJOR.exec(containerd)?.[1] ?? 0) >= MERGING_MAJOR;
}
