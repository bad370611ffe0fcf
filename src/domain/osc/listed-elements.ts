import { at, type FieldPath } from "../field/path.ts";
import type { OscReview } from "./review.ts";
import type { OscFile, Unit } from "./types.ts";

/** A unit or file of an OSC, with where it stands. */
export interface Listed<T> {
  readonly element: T;
  readonly path: FieldPath;
  /** Whether it stands in the status, where the OS extension puts what it adds. */
  readonly isExtension: boolean;
  /** Whether rules of single elements are asked about it; of our own mutation they are about what it touched. */
  readonly isReviewed: boolean;
}

/** All units of an OSC: those of `spec`, then those of `status`. */
export function listedUnits({ osc, touched }: OscReview): readonly Listed<Unit>[] {
  return [
    ...listed(osc.spec.units, ["spec", "units"], false, touched?.units),
    ...listed(osc.status.extensionUnits, ["status", "extensionUnits"], true, touched && NOTHING),
  ];
}

/** All files of an OSC: those of `spec`, then those of `status`. */
export function listedFiles({ osc, touched }: OscReview): readonly Listed<OscFile>[] {
  return [
    ...listed(osc.spec.files, ["spec", "files"], false, touched?.files),
    ...listed(osc.status.extensionFiles, ["status", "extensionFiles"], true, touched && NOTHING),
  ];
}

const NOTHING: ReadonlySet<number> = new Set();

function listed<T>(
  elements: readonly T[],
  path: FieldPath,
  isExtension: boolean,
  touched: ReadonlySet<number> | undefined,
): readonly Listed<T>[] {
  return elements.map((element, index) => ({
    element,
    path: at(path, index),
    isExtension,
    isReviewed: touched?.has(index) ?? true,
  }));
}

/** Those that rules of single elements are asked about. */
export function reviewed<T>(elements: readonly Listed<T>[]): readonly Listed<T>[] {
  return elements.filter(({ isReviewed }) => isReviewed);
}
