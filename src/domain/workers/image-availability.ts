import type { CompiledImageVersion } from "../profiles/compile.ts";
import { isActive, isExpired } from "../versions/classification.ts";
import { compareWithoutSuffix, parseImageVersion } from "../versions/image-version.ts";
import { kubeletVersion, type Pool } from "./pool.ts";
import { isInPlace, type Worker } from "./types.ts";

/**
 * Whether a pool may choose a version: an active one always, an expired one where an existing pool moves to it without
 * going back, which is how forced maintenance updates arrive.
 * Source: capabilities contract, section 5.3, expiry exception.
 */
export function isSelectable({ old, review }: Pool, version: CompiledImageVersion): boolean {
  if (isActive(version.written, review.now)) {
    return true;
  }
  return old !== undefined && isExpired(version.written, review.now) && !isBelow(version, old.machine.image?.version);
}

function isBelow({ order }: CompiledImageVersion, oldVersion: string | undefined): boolean {
  const old = parseImageVersion(oldVersion ?? "");
  return order !== undefined && old !== undefined && compareWithoutSuffix(order, old) < 0;
}

/** Whether an image version admits the kubelet version of a pool. */
export function admitsKubelet(pool: Pool, version: CompiledImageVersion): boolean {
  return admitsKubeletVersion(version, kubeletVersion(pool));
}

/** Whether an image version admits a kubelet version. */
export function admitsKubeletVersion({ kubeletConstraint }: CompiledImageVersion, kubelet: string): boolean {
  return kubeletConstraint === undefined || kubeletConstraint.admits(kubelet);
}

/** The stored pool whose nodes the update keeps, and with them machine type and image name; undefined for others. */
export function keptInPlace({ old, worker }: Pool): Worker | undefined {
  return isInPlace(old?.updateStrategy) && isInPlace(worker.updateStrategy) ? old : undefined;
}

/** Whether an update in place may lead to an image version: not going back, and from nodes that are kept to their image. */
export function isForward(pool: Pool, version: CompiledImageVersion): boolean {
  if (!isInPlace(pool.worker.updateStrategy)) {
    return true;
  }
  const image = keptInPlace(pool)?.machine.image;
  return !isBelow(version, pool.old?.machine.image?.version) && (image === undefined || version.image === image.name);
}

/**
 * Why nodes cannot get a version without being replaced; undefined where they can. A new pool needs the version's
 * support, an existing one also that its present version is recent enough.
 */
export function inPlaceObstacle({ old }: Pick<Pool, "old">, { written }: CompiledImageVersion): string | undefined {
  const inPlace = written.inPlaceUpdates;
  if (inPlace?.supported !== true) {
    return "does not support in-place updates";
  }
  if (old === undefined) {
    return undefined;
  }
  const current = old.machine.image?.version ?? "";
  const minimum = parseImageVersion(inPlace.minVersionForUpdate ?? "");
  const present = parseImageVersion(current);
  const isReachable = minimum !== undefined && present !== undefined && compareWithoutSuffix(minimum, present) <= 0;
  return isReachable
    ? undefined
    : `cannot be reached in place from version ${current} (at least ${inPlace.minVersionForUpdate ?? "none"} is needed)`;
}
