/**
 * A version of a machine image, read as leniently as Gardener reads it: `20.04`, `v1.2` and `1-pre` are versions.
 * Parts that are not written are zero. Build metadata plays no part in comparisons and is not kept.
 */
export interface ImageVersion {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  /** Identifiers of the pre-release; empty for a release. */
  readonly preRelease: readonly string[];
}

const IDENTIFIERS = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*";
const VERSION = new RegExp(`^v?([0-9]+)(?:\\.([0-9]+))?(?:\\.([0-9]+))?(?:-(${IDENTIFIERS}))?(?:\\+${IDENTIFIERS})?$`);
const NUMERIC = /^[0-9]+$/;
const LEADING_ZEROS = /^0+(?=[0-9])/;

/** Numbers are 64 bits wide in Gardener; the largest has 20 digits. */
const NUMBER_LIMIT = 2n ** 64n;
const NUMBER_DIGITS = 20;

/**
 * Reads a version; undefined where Gardener refuses it: anything but one to three numbers with an optional lower-case
 * `v` before and `-pre` and `+build` behind, a numeric pre-release identifier with a leading zero, a number from 2^64 on.
 *
 * Source: capabilities contract, section 1.3; github.com/Masterminds/semver/v3 NewVersion.
 */
export function parseImageVersion(text: string): ImageVersion | undefined {
  const match = VERSION.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, majorText, minorText, patchText, preReleaseText] = match;
  const major = parseNumber(majorText);
  const minor = parseNumber(minorText);
  const patch = parseNumber(patchText);
  const preRelease = preReleaseText?.split(".") ?? [];
  if (major === undefined || minor === undefined || patch === undefined || preRelease.some(hasLeadingZero)) {
    return undefined;
  }
  return { major, minor, patch, preRelease };
}

function parseNumber(digits = "0"): bigint | undefined {
  const significant = digits.replace(LEADING_ZEROS, "");
  if (significant.length > NUMBER_DIGITS) {
    return undefined;
  }
  const number = BigInt(significant);
  return number < NUMBER_LIMIT ? number : undefined;
}

function hasLeadingZero(identifier: string): boolean {
  return identifier.length > 1 && identifier.startsWith("0") && NUMERIC.test(identifier);
}

/** Orders versions by semantic precedence: negative where `a` comes before `b`, a pre-release before its release. */
export function compareImageVersions(a: ImageVersion, b: ImageVersion): number {
  return compareWithoutSuffix(a, b) || comparePreReleases(a.preRelease, b.preRelease);
}

/** Orders versions by their numbers alone; a pre-release equals its release. */
export function compareWithoutSuffix(a: ImageVersion, b: ImageVersion): number {
  return compareNumbers(a.major, b.major) || compareNumbers(a.minor, b.minor) || compareNumbers(a.patch, b.patch);
}

/** Whether two versions share major and minor number. */
export function sameMinor(a: ImageVersion, b: ImageVersion): boolean {
  return a.major === b.major && a.minor === b.minor;
}

/** Orders pre-releases alone, whatever versions they belong to; none at all comes last. */
export function comparePreReleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) {
    return b.length - a.length;
  }
  const shared = Math.min(a.length, b.length);
  for (let position = 0; position < shared; position += 1) {
    const order = compareIdentifiers(a[position] ?? "", b[position] ?? "");
    if (order !== 0) {
      return order;
    }
  }
  return a.length - b.length;
}

function compareIdentifiers(a: string, b: string): number {
  const aNumber = NUMERIC.test(a) ? parseNumber(a) : undefined;
  const bNumber = NUMERIC.test(b) ? parseNumber(b) : undefined;
  if (aNumber !== undefined && bNumber !== undefined) {
    return compareNumbers(aNumber, bNumber);
  }
  if (aNumber !== undefined || bNumber !== undefined) {
    return aNumber === undefined ? 1 : -1;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareNumbers(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
