import { duplicate, forbidden, invalid, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { CLASSIFICATIONS, classificationAt, isWrittenClassification } from "../versions/classification.ts";
import { describeImageVersion, type ImageVersionSite, imageVersionNames } from "./sites.ts";
import type { LifecycleStage, MachineImage, VersionLife } from "./types.ts";

/** A lifecycle stage, what is known from its predecessors, and where it stands. */
interface StageSite {
  readonly site: ImageVersionSite;
  readonly stage: LifecycleStage;
  readonly isRepeated: boolean;
  /** Undefined for the first stage. */
  readonly previous: LifecycleStage | undefined;
  /** The latest start before this stage; undefined while none is written. */
  readonly previousStart: number | undefined;
  readonly path: FieldPath;
}

/**
 * Checks the stages of an image version's lifecycle: CAP-CP-64 and 65. FieldErrors: NotSupported, Duplicate, Invalid,
 * Required.
 *
 * Source: capabilities contract, section 3.4; gardener pkg/api/core/validation/utils.go validateLifecycle….
 */
export function* lifecycleStageRules(site: ImageVersionSite): Iterable<Finding> {
  const seen = new Set<string>();
  let previous: LifecycleStage | undefined;
  let previousStart: number | undefined;
  for (const [index, stage] of site.version.lifecycle.entries()) {
    const path = at(site.path, "lifecycle", index);
    const stageSite = { site, stage, isRepeated: seen.has(stage.classification), previous, previousStart, path };
    yield* stageClassificationRules(stageSite);
    yield* stageStartRules(stageSite);
    seen.add(stage.classification);
    previous = stage;
    previousStart = stage.startTime ?? previousStart;
  }
}

/** CAP-CP-64. */
function* stageClassificationRules({ site, stage, isRepeated, previous, path }: StageSite): Iterable<Finding> {
  const { classification } = stage;
  const classificationPath = at(path, "classification");
  const names = [...imageVersionNames(site), classification];
  if (!isWrittenClassification(classification)) {
    const hint = `correct the lifecycle of ${describeImageVersion(site)}`;
    yield finding("CAP-CP-64", notSupported(classificationPath, classification, CLASSIFICATIONS, hint), ...names);
  }
  if (isRepeated) {
    const detail = `list each stage of ${describeImageVersion(site)} once`;
    yield finding("CAP-CP-64", duplicate(classificationPath, classification, detail), ...names);
  }
  if (previous !== undefined && rankOf(previous) > rankOf(stage)) {
    const detail = `list the stages of ${describeImageVersion(site)} in the order ${CLASSIFICATIONS.join(", ")}`;
    yield finding("CAP-CP-64", invalid(classificationPath, classification, detail), ...names);
  }
}

/** Position in the order of stages; unknown texts come first. */
function rankOf({ classification }: LifecycleStage): number {
  return (CLASSIFICATIONS as readonly string[]).indexOf(classification);
}

/** CAP-CP-65. A first stage without start has begun ever since; later ones without start are passed over. */
function* stageStartRules({ site, stage, previous, previousStart, path }: StageSite): Iterable<Finding> {
  if (previous === undefined) {
    return;
  }
  const names = [...imageVersionNames(site), stage.classification];
  if (stage.startTime === undefined) {
    const detail = `set the startTime of each stage of ${describeImageVersion(site)} but the first`;
    yield finding("CAP-CP-65", required(path, detail), ...names);
  } else if (previousStart !== undefined && stage.startTime < previousStart) {
    const detail = `the stage ${JSON.stringify(stage.classification)} of ${describeImageVersion(site)} must not start before its predecessor`;
    yield finding("CAP-CP-65", invalid(path, undefined, detail), ...names);
  }
}

/** The versions of an image before an update, by version. */
export type FormerLives = ReadonlyMap<string, VersionLife>;

/** The stored versions by image name; where a name is repeated, its last entry counts. */
export function formerLivesOf(images: readonly MachineImage[]): ReadonlyMap<string, FormerLives> {
  return new Map(
    images.map(({ name, versions }) => [name, new Map(versions.map((version) => [version.version, version]))]),
  );
}

/**
 * CAP-CP-67: a version that was available does not become unavailable again. FieldError: Forbidden.
 * Source: capabilities contract, section 3.4.
 */
export function* returnToUnavailableRules(
  site: ImageVersionSite,
  former: FormerLives | undefined,
  now: number,
): Iterable<Finding> {
  const formerLife = former?.get(site.version.version);
  const wasAvailable = formerLife !== undefined && classificationAt(formerLife, now) !== "unavailable";
  if (wasAvailable && classificationAt(site.version, now) === "unavailable") {
    const detail = `${describeImageVersion(site)} was available before and cannot become unavailable; keep a stage that has started`;
    yield finding("CAP-CP-67", forbidden(site.path, detail), ...imageVersionNames(site));
  }
}
