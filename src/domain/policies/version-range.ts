import { parseVersionConstraint } from "../versions/constraint.ts";
import type { VersionRange } from "./types.ts";

/** What follows the numbers of a version: a pre-release, build metadata. */
const SUFFIX = /[-+].*$/s;

/**
 * Compiles a version range in the syntax of Go's semver library, such as `>=1.31.0-0`, `~1.33` or `1592.x || >=1877`;
 * undefined where the text is none.
 *
 * Versions are asked about without pre-release and build metadata, so that `1.34.0-alpha.1` is in `>=1.34` and not in
 * `<1.34`: nodes of a pre-release have the configuration of their release. Gardener does the same with the
 * Kubernetes versions that it compares. A text that is no version is in no range.
 * Source: gardener pkg/utils/version/version.go, normalize.
 */
export function compileVersionRange(text: string): VersionRange | undefined {
  const constraint = parseVersionConstraint(text);
  if (constraint === undefined) {
    return undefined;
  }
  const admits = (version: string): boolean => constraint.admits(version.replace(SUFFIX, ""));
  return Object.freeze<VersionRange>({ text, constraint: Object.freeze({ admits }) });
}

/** A version as it stands in a range: its numbers, and wildcards. */
const BOUND = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/g;

/**
 * Whether some version is in both ranges. Exact: a range without pre-releases is a union of half-open intervals, whose
 * ends are made of the versions in its text, so that two ranges meet if and only if they meet at one of these ends.
 */
export function rangesIntersect(a: VersionRange, b: VersionRange): boolean {
  const ends = new Set(["0.0.0", ...endsOf(a.text), ...endsOf(b.text)]);
  return [...ends].some((version) => a.constraint.admits(version) && b.constraint.admits(version));
}

/** Where an interval that is written with these versions can begin or end: `~1.2.3` begins with 1.2.3, ends with 1.3.0. */
function endsOf(text: string): readonly string[] {
  return [...text.matchAll(BOUND)].flatMap(([, major = "0", minor = "0", patch = "0"]) => [
    `${major}.${minor}.${patch}`,
    `${major}.${minor}.${successor(patch)}`,
    `${major}.${successor(minor)}.0`,
    `${successor(major)}.0.0`,
  ]);
}

function successor(digits: string): string {
  return String(BigInt(digits) + 1n);
}
