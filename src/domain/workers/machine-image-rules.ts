import { invalid, notSupported } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { classificationAt } from "../versions/classification.ts";
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
  const image = at(pool.path, "machine", "image");
  const version = worker.machine.image?.version;
  if (imageVersion === undefined) {
    const path = at(image, "version");
    return isImageUnchanged
      ? [finding("CAP-SH-31", notSupported(path, version, [], goneDetail(pool)), worker.name, "machine image version")]
      : [finding("CAP-SH-15", notSupported(path, version, [], absentDetail(pool)), worker.name)];
  }
  if (isImageUnchanged) {
    return [];
  }
  const reasons = obstacles(pool);
  return reasons.length === 0
    ? []
    : [finding("CAP-SH-16", invalid(image, imageText(imageVersion), detail(pool, reasons)), worker.name)];
}

function obstacles(pool: Pool): readonly string[] {
  const { imageVersion, architecture, review, worker } = pool;
  if (imageVersion === undefined) {
    return [];
  }
  const reasons: string[] = [];
  if (!imageVersion.architectures.includes(architecture)) {
    const built = imageVersion.architectures.join(", ") || "no architecture";
    reasons.push(`is built for ${built}, the pool has ${architecture}`);
  }
  if (!isSelectable(pool, imageVersion)) {
    reasons.push(lifeText(classificationAt(imageVersion.written, review.now), imageVersion.written.expirationDate));
  }
  const obstacle = isInPlace(worker.updateStrategy) ? inPlaceObstacle(pool, imageVersion) : undefined;
  return obstacle === undefined ? reasons : [...reasons, obstacle];
}

function lifeText(classification: string, expirationDate: number | undefined): string {
  if (classification !== "expired") {
    return "is not available yet";
  }
  return expirationDate === undefined ? "is expired" : `is expired since ${new Date(expirationDate).toISOString()}`;
}

function detail(pool: Pool, reasons: readonly string[]): string {
  return `${poolText(pool)}: machine image version ${reasons.join(", ")}; ${versionSuggestion(pool)}`;
}

function absentDetail(pool: Pool): string {
  return `${poolText(pool)}: the profile has no ${wanted(pool)}; ${versionSuggestion(pool)}`;
}

function goneDetail(pool: Pool): string {
  return `${poolText(pool)}: ${wanted(pool)} is no longer in the profile, and the pool cannot get new nodes; ${versionSuggestion(pool)}`;
}

function wanted({ worker }: Pool): string {
  const { image } = worker.machine;
  return `machine image ${imageText({ image: image?.name ?? "", version: image?.version ?? "" })}`;
}
