import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RawObject } from "../../src/wire/admission-review.ts";

/** One answer of Gardener to a generated review. */
export interface RecordedReview {
  readonly id: string;
  readonly tags: readonly string[];
  readonly facts: readonly RawObject[];
  readonly review: {
    readonly request: {
      readonly operation: "CREATE" | "UPDATE";
      readonly namespace?: string;
      readonly object: RawObject;
      readonly oldObject: RawObject | null;
    };
  };
  readonly expect: {
    readonly accepted: boolean;
    /** Gardener's own verdict where the contract differs on purpose. */
    readonly gardenerAccepted?: boolean;
    /** Pairs of cause type and field path. */
    readonly errors: readonly (readonly [string, string])[];
  };
}

/** Reads a file of recorded verdicts, one JSON object a line. */
export function recordedVerdicts<T>(file: string): readonly T[] {
  const path = join(import.meta.dirname, "../conformance/verdicts", file);
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
