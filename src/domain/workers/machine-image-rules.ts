import { invalid, notSupported } from "../field/error.ts";
import { at } from "../field/path.ts";
import type { CompiledImageVersion } from "../profiles/compile.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { lifeText } from "../versions/life-text.ts";
import { inPlaceObstacle, isSelectable } from "./image-availability.ts";
import { imageText, type Pool, poolText } from "./pool.ts";
import { versionSuggestion } from "./suggestions.ts";
import { isInPlace } from "./types.ts";

/**
 * Whether the machine image version of a pool can be had: it is in the profile (CAP-SH-15), of the pool's architecture,
 * active, and fit for the pool's update strategy (CAP-SH-16). A pool that keeps image and architecture is not asked
 * again; if the version is gone from the profile, its owner is warned (CAP-SH-31).
 * Source: gardener plugin/pkg/shoot/validator, validateMachineImagesConstraints.
 */
export function machineImageFindings(pool: Pool): readonly Finding[] {
  const { worker, imageVersion, isImageUnchanged } = pool;
  if (imageVersion === undefined) {
    return [missingVersionFinding(pool)];
  }
  const reasons = isImageUnchanged ? NO_REASONS : obstacles(pool, imageVersion);
  if (reasons.length === 0) {
    return NO_FINDINGS;
  }
  const error = invalid(at(pool.path, "machine", "image"), imageText(imageVersion), detail(pool, reasons));
  return [finding("CAP-SH-16", error, worker.name)];
}

const NO_REASONS: readonly string[] = [];

function missingVersionFinding(pool: Pool): Finding {
  const { worker, isImageUnchanged } = pool;
  const path = at(pool.path, "machine", "image", "version");
  const version = worker.machine.image?.version;
  return isImageUnchanged
    ? finding("CAP-SH-31", notSupported(path, version, [], goneDetail(pool)), worker.name, "machine image version")
    : finding("CAP-SH-15", notSupported(path, version, [], absentDetail(pool)), worker.name);
}

function obstacles(pool: Pool, imageVersion: CompiledImageVersion): readonly string[] {
  const { architecture, review, worker } = pool;
  const reasons: string[] = [];
  if (!imageVersion.architectures.includes(architecture)) {
    const built = imageVersion.architectures.join(", ") || "no architecture";
    reasons.push(`is built for ${built}, the pool has ${architecture}`);
  }
  if (!isSelectable(pool, imageVersion)) {
    reasons.push(lifeText(imageVersion.written, review.now));
  }
  const obstacle = isInPlace(worker.updateStrategy) ? inPlaceObstacle(pool, imageVersion) : undefined;
  return obstacle === undefined ? reasons : [...reasons, obstacle];
}

function detail(pool: Pool, reasons: readonly string[]): string {
  return `${poolText(pool)}: machine image version ${reasons.join(", ")}; ${versionSuggestion(pool)}`;
}

function absentDetail(pool: Pool): string {
  return `${poolText(pool)}: the profile has no ${wanted(pool)}; ${versionSuggestion(pool)}`;
}

function goneDetail(pool: Pool): string {
  return `${poolText(pool)} can get no more nodes: ${wanted(pool)} left the profile; ${versionSuggestion(pool)}`;
}

function wanted({ worker }: Pool): string {
  const { image } = worker.machine;
  return `machine image ${imageText({ image: image?.name ?? "", version: image?.version ?? "" })}`;
}
