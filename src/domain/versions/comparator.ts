import { compareImageVersions, comparePreReleases, type ImageVersion, parseImageVersion } from "./image-version.ts";

/**
 * One comparison of a version constraint, such as `>= 1.26` or `~1.2.x`. Where a part of the version is a wildcard or
 * not written, the comparison is about the parts before it.
 */
export interface Comparator {
  readonly operator: string;
  /** The written version; wildcards and what follows them are zero. */
  readonly bound: ImageVersion;
  /** How many leading parts are written: 0 for `*`, 3 for a full version. */
  readonly precision: 0 | 1 | 2 | 3;
}

const PART = "[0-9|xX*]+";
const SUFFIX = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*";

/** A version in a constraint, wildcards included, as the source of a regular expression. */
export const BOUND_PATTERN = `v?(${PART})(?:\\.(${PART}))?(?:\\.(${PART}))?(-${SUFFIX})?(?:\\+${SUFFIX})?`;

const BOUND = new RegExp(`^${BOUND_PATTERN}$`);
const WILDCARDS: readonly (string | undefined)[] = ["x", "X", "*", undefined];

/**
 * Reads one comparison; undefined where the version is none. Wildcards count as wildcards only alone: `1.xx` is refused.
 * Source: github.com/Masterminds/semver/v3 constraints.go parseConstraint.
 */
export function parseComparator(operator: string, text: string): Comparator | undefined {
  const match = BOUND.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, major, minor, patch, preRelease = ""] = match;
  const precision = precisionOf(major, minor, patch);
  const written = [major, minor, patch].slice(0, precision);
  const numbers = [...written, "0", "0", "0"].slice(0, 3).join(".");
  const bound = parseImageVersion(`${numbers}${preRelease}`);
  return bound === undefined ? undefined : { operator, bound, precision };
}

function precisionOf(major?: string, minor?: string, patch?: string): 0 | 1 | 2 | 3 {
  if (WILDCARDS.includes(major)) {
    return 0;
  }
  if (WILDCARDS.includes(minor)) {
    return 1;
  }
  return WILDCARDS.includes(patch) ? 2 : 3;
}

type Test = (version: ImageVersion, comparator: Comparator) => boolean;

const TESTS: ReadonlyMap<string, Test> = new Map([
  ["", isEqualOrWithin],
  ["=", isEqualOrWithin],
  ["!=", isOther],
  [">", isAbove],
  ["<", (version, { bound }) => compareImageVersions(version, bound) < 0],
  [">=", isNotBelow],
  ["=>", isNotBelow],
  ["<=", isNotAbove],
  ["=<", isNotAbove],
  ["~", isWithinTilde],
  ["~>", isWithinTilde],
  ["^", isWithinCaret],
]);

/** Whether a version passes a comparison; the question whether pre-releases count at all is the constraint's. */
export function passesComparator(version: ImageVersion, comparator: Comparator): boolean {
  return TESTS.get(comparator.operator)?.(version, comparator) ?? false;
}

function isEqualOrWithin(version: ImageVersion, comparator: Comparator): boolean {
  return comparator.precision === 3
    ? compareImageVersions(version, comparator.bound) === 0
    : isWithinTilde(version, comparator);
}

function isNotBelow(version: ImageVersion, { bound }: Comparator): boolean {
  return compareImageVersions(version, bound) >= 0;
}

/** `!=1` refuses every 1.y.z, `!=1.2` every 1.2.z. `!=*` behaves as if it were `!=0.0.0` for versions from 1.0.0 on. */
function isOther(version: ImageVersion, { bound, precision }: Comparator): boolean {
  if (precision === 3) {
    return compareImageVersions(version, bound) !== 0;
  }
  if (version.major !== bound.major) {
    return true;
  }
  if (precision === 1) {
    return false;
  }
  if (version.minor !== bound.minor) {
    return true;
  }
  return precision === 0
    ? compareImageVersions(version, bound) !== 0
    : comparePreReleases(version.preRelease, bound.preRelease) !== 0;
}

/** `>1` begins with 2.0.0, `>1.2` with 1.3.0. */
function isAbove(version: ImageVersion, { bound, precision }: Comparator): boolean {
  if (precision === 3 || version.major !== bound.major) {
    return compareImageVersions(version, bound) > 0;
  }
  if (precision === 1) {
    return false;
  }
  return precision === 2 ? version.minor > bound.minor : compareImageVersions(version, bound) > 0;
}

/** `<=1` includes every 1.y.z, `<=1.2` every 1.2.z. */
function isNotAbove(version: ImageVersion, { bound, precision }: Comparator): boolean {
  if (precision === 3) {
    return compareImageVersions(version, bound) <= 0;
  }
  if (version.major !== bound.major) {
    return version.major < bound.major;
  }
  return precision === 1 || version.minor <= bound.minor;
}

/** `~1.2.3` and `~1.2` stay within 1.2, `~1` within 1; `~*` and `~0.0.0` are open. */
function isWithinTilde(version: ImageVersion, { bound, precision }: Comparator): boolean {
  if (compareImageVersions(version, bound) < 0) {
    return false;
  }
  const isZero = bound.major === 0n && bound.minor === 0n && bound.patch === 0n;
  if (isZero && (precision === 0 || precision === 3)) {
    return true;
  }
  return version.major === bound.major && (precision === 1 || version.minor === bound.minor);
}

/** `^1.2.3` stays within 1, `^0.2.3` within 0.2, `^0.0.3` is 0.0.3 alone. `^*` behaves like `^0.0.0`. */
function isWithinCaret(version: ImageVersion, { bound, precision }: Comparator): boolean {
  if (compareImageVersions(version, bound) < 0 || version.major !== bound.major) {
    return false;
  }
  if (bound.major > 0n || precision === 1) {
    return true;
  }
  if (version.minor !== bound.minor) {
    return false;
  }
  return bound.minor > 0n || precision === 2 || version.patch === bound.patch;
}
