import { invalid, notSupported } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { zonesWithout } from "../profiles/compile.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { type Pool, poolText } from "./pool.ts";
import { availableMachineTypes, shortList } from "./suggestions.ts";

/**
 * Whether the machine type of a pool can be had: it is in the profile (CAP-SH-12), usable, available in every zone of
 * the pool, and of the pool's architecture (CAP-SH-13). A pool that keeps type and architecture is not asked again; if
 * the type is gone from the profile, its owner is warned (CAP-SH-31).
 * Source: gardener plugin/pkg/shoot/validator, validateMachineTypes.
 */
export function machineTypeFindings(pool: Pool): readonly Finding[] {
  const { worker, machineType, isMachineUnchanged } = pool;
  if (machineType === undefined) {
    return [missingTypeFinding(pool)];
  }
  const reasons = isMachineUnchanged ? NO_REASONS : obstacles(pool);
  if (reasons.length === 0) {
    return NO_FINDINGS;
  }
  const error = invalid(typePath(pool), worker.machine.type, unusableDetail(pool, reasons));
  return [finding("CAP-SH-13", error, worker.name)];
}

const NO_REASONS: readonly string[] = [];

function typePath({ path }: Pool): FieldPath {
  return at(path, "machine", "type");
}

function missingTypeFinding(pool: Pool): Finding {
  const { type } = pool.worker.machine;
  return pool.isMachineUnchanged
    ? finding("CAP-SH-31", notSupported(typePath(pool), type, [], goneDetail(pool)), pool.worker.name, "machine type")
    : finding("CAP-SH-12", notSupported(typePath(pool), type, [], absentDetail(pool)), pool.worker.name);
}

function obstacles(pool: Pool): readonly string[] {
  const { machineType, review, worker, architecture } = pool;
  const reasons: string[] = [];
  if (machineType?.isUsable === false) {
    reasons.push("is marked unusable in the profile");
  }
  const zones = zonesWithout(pool.profile, worker.machine.type, review.spec.region, worker.zones);
  if (zones.length > 0) {
    reasons.push(`is not available in zone ${zones.join(", ")}`);
  }
  if (machineType?.architecture !== architecture) {
    reasons.push(`has architecture ${machineType?.architecture || "(none)"}, the pool has ${architecture}`);
  }
  return reasons;
}

function unusableDetail(pool: Pool, reasons: readonly string[]): string {
  return `${poolText(pool)}: machine type ${reasons.join(", ")}; ${alternatives(pool)}`;
}

function absentDetail(pool: Pool): string {
  return `${poolText(pool)}: the profile has no such machine type; ${alternatives(pool)}`;
}

function goneDetail(pool: Pool): string {
  return `${poolText(pool)} can get no more nodes: the machine type left the profile; ${alternatives(pool)}`;
}

function alternatives(pool: Pool): string {
  const names = availableMachineTypes(pool).map(({ name }) => name);
  return names.length === 0
    ? `no machine type of architecture ${pool.architecture} is available in its zones`
    : `machine types of architecture ${pool.architecture} available in its zones: ${shortList(names)}`;
}
