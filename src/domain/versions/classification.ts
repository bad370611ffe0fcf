import type { LifecycleStage, VersionLife } from "../profiles/types.ts";

/** The classifications that can be written, in the order in which a version passes through them. */
export const CLASSIFICATIONS = ["preview", "supported", "deprecated", "expired"] as const;

/** A classification that can be written on a version or a lifecycle stage. */
export type WrittenClassification = (typeof CLASSIFICATIONS)[number];

/**
 * Where a version stands: a written classification, `unavailable` before its first lifecycle stage, or `unknown` where
 * a text is written that is none of them; such a version counts as active, but as neither preview, supported nor
 * deprecated.
 */
export type Classification = WrittenClassification | "unavailable" | "unknown";

/**
 * The classification in force at a moment, in milliseconds since the epoch. A stage is in force once its start lies
 * strictly before that moment; of several, the last in the list wins.
 *
 * Source: capabilities contract, section 1.5; gardener pkg/api/core/helper/cloudprofile.go CurrentLifecycleClassification.
 */
export function classificationAt(life: VersionLife, now: number): Classification {
  const stages = stagesOf(life);
  if (stages.length === 0) {
    return "supported";
  }
  const begun = stages.filter(({ startTime }) => startTime === undefined || startTime < now);
  return named(begun.at(-1)?.classification ?? "unavailable");
}

/** The written lifecycle, or the stages that the legacy fields `classification` and `expirationDate` stand for. */
function stagesOf({ lifecycle, classification, expirationDate }: VersionLife): readonly LifecycleStage[] {
  if (lifecycle.length > 0 || (classification === undefined && expirationDate === undefined)) {
    return lifecycle;
  }
  const first = { classification: classification ?? "supported", startTime: undefined };
  return expirationDate === undefined ? [first] : [first, { classification: "expired", startTime: expirationDate }];
}

function named(text: string): Classification {
  return isWrittenClassification(text) || text === "unavailable" ? text : "unknown";
}

/** Whether a text is a classification that can be written. */
export function isWrittenClassification(text: string): text is WrittenClassification {
  return (CLASSIFICATIONS as readonly string[]).includes(text);
}

/** Whether a version is past its end at a moment. */
export function isExpired(life: VersionLife, now: number): boolean {
  return classificationAt(life, now) === "expired";
}

/** Whether a version can be used at a moment: it is neither expired nor still unavailable. */
export function isActive(life: VersionLife, now: number): boolean {
  const classification = classificationAt(life, now);
  return classification !== "expired" && classification !== "unavailable";
}
