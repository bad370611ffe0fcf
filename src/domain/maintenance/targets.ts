import type { CompiledImageVersion } from "../profiles/compile.ts";
import { classificationAt, isExpired } from "../versions/classification.ts";
import { compareImageVersions, type ImageVersion, sameMinor } from "../versions/image-version.ts";
import { lifeText } from "../versions/life-text.ts";
import { type Candidate, candidatesOf, highest } from "./highest.ts";

/** How far automatic updates of an image go. */
export type UpdateStrategy = "patch" | "minor" | "major";

/** What a target is chosen from. */
export interface TargetChoice {
  /** What the filter chain kept. Versions that are not semantic are never chosen. */
  readonly versions: readonly CompiledImageVersion[];
  readonly current: ImageVersion;
  readonly strategy: UpdateStrategy;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The version to go to, and what it is among its peers, such as `the highest version of 2.1`. */
export interface Target {
  readonly version: CompiledImageVersion;
  readonly choice: string;
}

/** The strategy of an image; anything but `patch` and `minor` is `major`, as in Gardener. */
export function updateStrategyOf(written: string | undefined): UpdateStrategy {
  return written === "patch" || written === "minor" ? written : "major";
}

/**
 * Why automatic updates pass over a version, as the end of a sentence that begins with the version. Gardener also goes
 * to versions that are not available yet, and admission then refuses them; those are passed over here.
 *
 * Source: capabilities contract, section 7.2.
 */
export function automaticObstacle(
  { written, order }: CompiledImageVersion,
  { current, now }: Pick<TargetChoice, "current" | "now">,
): string | undefined {
  const classification = classificationAt(written, now);
  if (classification === "preview" || classification === "expired" || classification === "unavailable") {
    return lifeText(written, now);
  }
  if (order === undefined) {
    return "is not a semantic version";
  }
  return compareImageVersions(order, current) > 0 ? undefined : "is not newer";
}

/**
 * The version that an automatic update goes to: the highest of the current minor, or only if there is none, the highest
 * of all that the strategy allows. One that is not deprecated is preferred within each. Undefined where the current
 * version is as new as it gets.
 *
 * Source: capabilities contract, section 7.2; gardener pkg/api/core/v1beta1/helper/cloudprofile.go,
 * GetLatestVersionForMinorAutoUpdate and its siblings.
 */
export function automaticTarget(choice: TargetChoice): Target | undefined {
  const { versions, current, strategy, now } = choice;
  const candidates = candidatesOf(versions.filter((version) => automaticObstacle(version, choice) === undefined));
  const { major, minor } = current;
  const patches = candidates.filter(({ order }) => sameMinor(order, current));
  const patch = preferred(patches, now, `of ${major}.${minor}`);
  if (patch !== undefined || strategy === "patch") {
    return patch;
  }
  const within = candidates.filter(({ order }) => strategy === "major" || order.major === major);
  return preferred(within, now, strategy === "major" ? "of all" : `of major version ${major}`);
}

/**
 * The version that a forced update goes to where no automatic target is left: under `patch` in the nearest higher minor
 * of the same major, under `minor` in the nearest higher major, there the highest version, even an expired one if there
 * is no other. Under `major` there is none.
 *
 * Source: capabilities contract, section 7.2; gardener pkg/api/core/v1beta1/helper/cloudprofile.go,
 * getVersionForMachineImageForceUpdate.
 */
export function forcedTarget({ versions, current, strategy, now }: TargetChoice): Target | undefined {
  const candidates = candidatesOf(versions).filter(({ version }) => isForceable(version, now));
  if (strategy === "patch") {
    const higher = candidates.filter(({ order }) => order.major === current.major && order.minor > current.minor);
    const nearest = highestOfNearest(higher, now, ({ minor }) => minor);
    return nearest && target(nearest, now, `of ${current.major}.${nearest.order.minor}, the next minor version`);
  }
  if (strategy === "minor") {
    const higher = candidates.filter(({ order }) => order.major > current.major);
    const nearest = highestOfNearest(higher, now, ({ major }) => major);
    return nearest && target(nearest, now, `of ${nearest.order.major}, the next major version`);
  }
  return undefined;
}

function isForceable({ written }: CompiledImageVersion, now: number): boolean {
  const classification = classificationAt(written, now);
  return classification !== "preview" && classification !== "unavailable";
}

function preferred(candidates: readonly Candidate[], now: number, where: string): Target | undefined {
  const favoured = candidates.filter(({ version }) => classificationAt(version.written, now) !== "deprecated");
  const best = highest(favoured) ?? highest(candidates);
  return best && target(best, now, where);
}

/** Within the least major or minor that there is: the highest version, preferably one that is not expired. */
function highestOfNearest(
  candidates: readonly Candidate[],
  now: number,
  part: (order: ImageVersion) => bigint,
): Candidate | undefined {
  const [first, ...others] = candidates.map(({ order }) => part(order));
  const nearest = others.reduce((least, each) => (least === undefined || each < least ? each : least), first);
  const peers = candidates.filter(({ order }) => part(order) === nearest);
  return highest(peers.filter(({ version }) => !isExpired(version.written, now))) ?? highest(peers);
}

function target({ version }: Candidate, now: number, where: string): Target {
  const classification = classificationAt(version.written, now);
  const isDoubtful = classification === "deprecated" || classification === "expired";
  const doubt = isDoubtful ? `, although it ${lifeText(version.written, now)}` : "";
  return { version, choice: `the highest version ${where}${doubt}` };
}
