import { at, type FieldPath } from "../field/path.ts";
import type { OscReview } from "./review.ts";
import type { OperatingSystemConfig, OscFile, Unit } from "./types.ts";

/** A unit or file of an OSC, with where it stands. */
export interface Listed<T> {
  readonly element: T;
  readonly path: FieldPath;
  /** Whether it stands in the status, where the OS extension puts what it adds. */
  readonly isExtension: boolean;
}

const SPEC_UNITS: FieldPath = ["spec", "units"];
const SPEC_FILES: FieldPath = ["spec", "files"];
const STATUS_UNITS: FieldPath = ["status", "extensionUnits"];
const STATUS_FILES: FieldPath = ["status", "extensionFiles"];

/** The units that rules of single ones are asked about: all, or those that our own mutation touched. */
export function reviewedUnits({ osc, touched }: OscReview): readonly Listed<Unit>[] {
  return touched === undefined ? unitsWith(osc, () => true) : touchedOf(osc.spec.units, SPEC_UNITS, touched.units);
}

/** The files that rules of single ones are asked about: all, or those that our own mutation touched. */
export function reviewedFiles({ osc, touched }: OscReview): readonly Listed<OscFile>[] {
  return touched === undefined ? filesWith(osc, () => true) : touchedOf(osc.spec.files, SPEC_FILES, touched.files);
}

/** The units of an OSC that are asked for: those of `spec`, then those of `status`. */
export function unitsWith(
  { spec, status }: OperatingSystemConfig,
  isWanted: (unit: Unit) => boolean,
): readonly Listed<Unit>[] {
  return [
    ...wantedOf(spec.units, SPEC_UNITS, false, isWanted),
    ...wantedOf(status.extensionUnits, STATUS_UNITS, true, isWanted),
  ];
}

/** The files of an OSC that are asked for: those of `spec`, then those of `status`. */
export function filesWith(
  { spec, status }: OperatingSystemConfig,
  isWanted: (file: OscFile) => boolean,
): readonly Listed<OscFile>[] {
  return [
    ...wantedOf(spec.files, SPEC_FILES, false, isWanted),
    ...wantedOf(status.extensionFiles, STATUS_FILES, true, isWanted),
  ];
}

function wantedOf<T>(
  elements: readonly T[],
  path: FieldPath,
  isExtension: boolean,
  isWanted: (element: T) => boolean,
): readonly Listed<T>[] {
  const wanted: Listed<T>[] = [];
  for (const [index, element] of elements.entries()) {
    if (isWanted(element)) {
      wanted.push({ element, path: at(path, index), isExtension });
    }
  }
  return wanted;
}

function touchedOf<T>(elements: readonly T[], path: FieldPath, touched: ReadonlySet<number>): readonly Listed<T>[] {
  const listed: Listed<T>[] = [];
  for (const index of touched) {
    const element = elements[index];
    if (element !== undefined) {
      listed.push({ element, path: at(path, index), isExtension: false });
    }
  }
  return listed;
}
