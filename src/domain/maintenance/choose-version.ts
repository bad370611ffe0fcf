import type { CompiledImageVersion } from "../profiles/compile.ts";
import { isExpired } from "../versions/classification.ts";
import { parseImageVersion } from "../versions/image-version.ts";
import { lifeText } from "../versions/life-text.ts";
import type { Pool } from "../workers/pool.ts";
import type { FilteredVersions } from "./filter-versions.ts";
import { currentVersion } from "./maintained-pool.ts";
import {
  automaticObstacle,
  automaticTarget,
  forcedTarget,
  type TargetChoice,
  type UpdateStrategy,
  updateStrategyOf,
} from "./targets.ts";

/** A version that the filter chain kept and that automatic selection passes over. */
interface PassedOverVersion {
  readonly version: CompiledImageVersion;
  /** The end of a sentence that begins with the version. */
  readonly reason: string;
}

/** What maintenance does with the machine image version of a pool. */
export interface MaintenanceDecision {
  /** `forced` happens even where automatic updates are off. */
  readonly action: "none" | "automatic" | "forced";
  /** Why the action: a whole sentence without full stop. */
  readonly reason: string;
  readonly strategy: UpdateStrategy;
  /** Undefined where the pool keeps its version. */
  readonly target: CompiledImageVersion | undefined;
  /** What the target is among its peers, such as `the highest version of 2.1`; undefined without target. */
  readonly choice: string | undefined;
  /** Why no target could be found although one is needed. Concerns this pool alone. */
  readonly error: string | undefined;
  readonly passedOver: readonly PassedOverVersion[];
}

type Trigger = Pick<MaintenanceDecision, "action" | "reason">;

/**
 * Whether maintenance updates the machine image of a pool, and to which version. Preference among capabilities plays no
 * part.
 *
 * Source: capabilities contract, section 7.2; gardener pkg/controllermanager/controller/shoot/maintenance/reconciler.go,
 * shouldMachineImageVersionBeUpdated, and helper/helper.go, DetermineMachineImageVersion.
 */
export function chooseVersion(pool: Pool, filtered: FilteredVersions, autoUpdates: boolean): MaintenanceDecision {
  const trigger = triggerOf(pool, filtered, autoUpdates);
  const strategy = strategyOf(pool);
  const undecided = { ...trigger, strategy, target: undefined, choice: undefined, error: undefined, passedOver: [] };
  if (trigger.action === "none") {
    return undecided;
  }
  const current = parseImageVersion(currentVersion(pool));
  if (current === undefined) {
    return { ...undecided, error: `${currentText(pool)} is not a semantic version, so that no version is newer` };
  }
  const choice = { versions: filtered.kept, current, strategy, now: pool.review.now };
  const target = automaticTarget(choice) ?? (trigger.action === "forced" ? forcedTarget(choice) : undefined);
  const isStuck = target === undefined && trigger.action === "forced";
  return {
    ...undecided,
    target: target?.version,
    choice: target?.choice,
    error: isStuck ? stuckText(pool, choice) : undefined,
    passedOver: passedOver(choice),
  };
}

function triggerOf(pool: Pool, { kept, dropped }: FilteredVersions, autoUpdates: boolean): Trigger {
  const version = currentVersion(pool);
  const current = kept.find((each) => each.version === version);
  if (current === undefined) {
    const obstacle = dropped.find((each) => each.version.version === version);
    return { action: "forced", reason: `${currentText(pool)} ${obstacle?.reason ?? "is not in the profile"}` };
  }
  if (isExpired(current.written, pool.review.now)) {
    return { action: "forced", reason: `${currentText(pool)} ${lifeText(current.written, pool.review.now)}` };
  }
  return autoUpdates
    ? { action: "automatic", reason: "automatic updates of machine images are on" }
    : { action: "none", reason: `${currentText(pool)} can stay, and automatic updates of machine images are off` };
}

function currentText(pool: Pool): string {
  return `the current version ${JSON.stringify(currentVersion(pool))}`;
}

function strategyOf({ profile, worker }: Pool): UpdateStrategy {
  const name = worker.machine.image?.name;
  return updateStrategyOf(profile.spec.machineImages.find((image) => image.name === name)?.updateStrategy);
}

function stuckText(pool: Pool, { strategy, current }: TargetChoice): string {
  const image = `machine image ${JSON.stringify(pool.worker.machine.image?.name ?? "")}`;
  const next = {
    patch: `no newer version of ${current.major}.${current.minor} and no higher minor version of ${current.major} is left`,
    minor: `no newer version of ${current.major} and no higher major version is left`,
    major: "no newer version is left",
  };
  return `${next[strategy]} for this pool: ${image} reaches the end of its life, or the profile is misconfigured`;
}

function passedOver(choice: TargetChoice): readonly PassedOverVersion[] {
  return choice.versions.flatMap((version) => {
    const reason = automaticObstacle(version, choice);
    return reason === undefined ? [] : [{ version, reason }];
  });
}
