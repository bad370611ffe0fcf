import type { CompiledImageVersion } from "../profiles/compile.ts";
import { compareImageVersions, type ImageVersion } from "../versions/image-version.ts";

/** An image version that can be compared. */
export interface Candidate {
  readonly version: CompiledImageVersion;
  readonly order: ImageVersion;
}

/** The versions that can be compared; those that are not semantic are left out, as no valid profile has them. */
export function candidatesOf(versions: readonly CompiledImageVersion[]): readonly Candidate[] {
  return versions.flatMap((version) => (version.order === undefined ? [] : [{ version, order: version.order }]));
}

/** The candidate of highest precedence; of equal ones the first. Undefined where there are none. */
export function highest(candidates: readonly Candidate[]): Candidate | undefined {
  const [first, ...others] = candidates;
  return (
    first && others.reduce((best, each) => (compareImageVersions(each.order, best.order) > 0 ? each : best), first)
  );
}
