import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import type { CompiledImageVersion, CompiledMachineType } from "../profiles/compile.ts";
import { clashText, machineTypeText } from "../profiles/explain-fit.ts";
import { fitOf } from "../profiles/fit.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { imageText, type Pool, poolText } from "./pool.ts";
import { fittingVersions, machineTypeSuggestion, versionSuggestion } from "./suggestions.ts";

/**
 * Whether machine type and image version of a pool fit each other: CAP-SH-17 where Gardener says no too, CAP-SH-32
 * where only the machine type's legacy architecture rules the image out. A pool that changed none of it and does not
 * fit any more is only warned about (CAP-SH-30): refusing every later write would trap the shoot.
 * Source: gardener plugin/pkg/shoot/validator, validateMachineCapabilities; capabilities contract, sections 5.3 and 5.4.
 */
export function capabilityFindings(pool: Pool): readonly Finding[] {
  const { machineType, imageVersion, worker } = pool;
  if (machineType === undefined || imageVersion === undefined) {
    return NO_FINDINGS;
  }
  const fit = fitOf(pool.profile, machineType, imageVersion);
  if (fit === "fits") {
    return NO_FINDINGS;
  }
  const path = at(pool.path, "machine", "image", "version");
  const found = (rule: "CAP-SH-17" | "CAP-SH-30" | "CAP-SH-32", detail: string): readonly Finding[] => [
    finding(rule, invalid(path, imageVersion.version, detail), worker.name),
  ];
  return isUntouched(pool)
    ? found("CAP-SH-30", shortDetail(pool, machineType, imageVersion))
    : found(fit === "clashes" ? "CAP-SH-17" : "CAP-SH-32", clashDetail(pool, machineType, imageVersion));
}

/** For the warning, of which the wire carries 256 characters: one clash, one way out. */
function shortDetail(pool: Pool, machineType: CompiledMachineType, version: CompiledImageVersion): string {
  const [fitting] = fittingVersions(pool);
  const wayOut = fitting === undefined ? "no image version would fit" : `${imageText(fitting)} would fit`;
  return `${poolText(pool)} no longer fits: ${clashText(pool.profile, machineType, version, 1)}; ${wayOut}`;
}

/** Type, architecture, image name, version and profile are what they were; the image's providerConfig may differ. */
function isUntouched({ isMachineUnchanged, review, old, worker }: Pool): boolean {
  const [before, now] = [old?.machine.image, worker.machine.image];
  return (
    isMachineUnchanged && review.isProfileUnchanged && before?.name === now?.name && before?.version === now?.version
  );
}

function clashDetail(pool: Pool, machineType: CompiledMachineType, version: CompiledImageVersion): string {
  const type = `machine type ${JSON.stringify(machineType.name)} (${machineTypeText(pool.profile, machineType)})`;
  const parts = [
    `${poolText(pool)}: ${type} fits no flavor of machine image ${imageText(version)}: ${clashText(pool.profile, machineType, version)}`,
    versionSuggestion(pool),
    machineTypeSuggestion(pool, version),
  ];
  return parts.filter((part) => part !== undefined).join("; ");
}
