import { type CompiledImageVersion, type CompiledMachineType, zonesWithout } from "../profiles/compile.ts";
import { fitOf } from "../profiles/fit.ts";
import { type Classification, classificationAt, isActive } from "../versions/classification.ts";
import { compareImageVersions } from "../versions/image-version.ts";
import { criObstacles, keepsCri } from "./cri-offer.ts";
import { admitsKubelet, inPlaceObstacle, isForward, isSelectable, keptInPlace } from "./image-availability.ts";
import { osObstacles } from "./os-support.ts";
import { imageText, kubeletVersion, type Pool } from "./pool.ts";
import { isInPlace } from "./types.ts";

/** How many ways out a message offers: enough to choose from, few enough to read on a terminal. */
const SUGGESTIONS = 3;

/** How many valid values a message lists where the user has to pick one of many. */
const LISTED = 8;

/** Lists names, and how many more there are. */
export function shortList(names: readonly string[], shown = LISTED): string {
  const rest = names.length - shown;
  return [...names.slice(0, shown), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

/** The usable machine types of the pool's architecture that are available in its zones, in the order of the profile. */
export function availableMachineTypes(pool: Pool): readonly CompiledMachineType[] {
  return [...pool.profile.machineTypes.values()].filter(
    (machineType) => machineType.architecture === pool.architecture && isAvailable(pool, machineType),
  );
}

function isAvailable({ profile, review, worker }: Pool, { name, isUsable }: CompiledMachineType): boolean {
  return isUsable && zonesWithout(profile, name, review.spec.region, worker.zones).length === 0;
}

/** `image versions that fit machine type "m5.large": gardenlinux:1592.2.0, …`, or that there are none. */
export function versionSuggestion(pool: Pool): string {
  const target =
    pool.machineType === undefined
      ? `architecture ${pool.architecture}`
      : `machine type ${JSON.stringify(pool.machineType.name)}`;
  const versions = fittingVersions(pool).map(imageText);
  return versions.length === 0
    ? `no image version of the profile fits ${target} in this pool`
    : `image versions that fit ${target}: ${shortList(versions.slice(0, SUGGESTIONS))}`;
}

/**
 * `machine types that fit machine image gardenlinux:1592.2.0: m5.large, …`, or that there are none. Undefined where
 * another machine type would not help, because the pool has to keep its own, or another image version is needed anyway.
 */
export function machineTypeSuggestion(pool: Pool, version: CompiledImageVersion): string | undefined {
  const isOffered = keepsCri(pool) || criObstacles(pool, version).length === 0;
  if (keptInPlace(pool) !== undefined || !isOffered || !admitsKubelet(pool, version)) {
    return undefined;
  }
  const names = fittingMachineTypes(pool, version).map((machineType) =>
    machineType.architecture === pool.architecture
      ? machineType.name
      : `${machineType.name} (${machineType.architecture})`,
  );
  return names.length === 0
    ? `no machine type available in the pool's zones fits machine image ${imageText(version)}`
    : `machine types that fit machine image ${imageText(version)}: ${shortList(names.slice(0, SUGGESTIONS))}`;
}

/** Versions that the pool could run: same image first, then in profile order; supported before others, newest first. */
export function fittingVersions(pool: Pool): readonly CompiledImageVersion[] {
  const wanted = pool.worker.machine.image?.name;
  const images = [...pool.profile.machineImages].sort(([a], [b]) => Number(b === wanted) - Number(a === wanted));
  return images.flatMap(([, versions]) =>
    [...versions.values()].filter((version) => fitsPool(pool, version)).sort((a, b) => compareOffers(pool, a, b)),
  );
}

/**
 * Machine types that the version could run on: of the pool's architecture first, each in profile order. One of another
 * architecture makes the pool choose its image anew, so that the version has to be one that can be chosen.
 */
function fittingMachineTypes(pool: Pool, version: CompiledImageVersion): readonly CompiledMachineType[] {
  const isChoosable = isSelectable(pool, version) && isFitForStrategy(pool, version);
  const fitting = [...pool.profile.machineTypes.values()].filter(
    (machineType) =>
      isAvailable(pool, machineType) &&
      (isChoosable || machineType.architecture === pool.architecture) &&
      version.architectures.includes(machineType.architecture) &&
      fitOf(pool.profile, machineType, version) === "fits",
  );
  const isOfPool = (machineType: CompiledMachineType): number => Number(machineType.architecture === pool.architecture);
  return fitting.sort((a, b) => isOfPool(b) - isOfPool(a));
}

function fitsPool(pool: Pool, version: CompiledImageVersion): boolean {
  const { machineType, review } = pool;
  return (
    version.architectures.includes(pool.architecture) &&
    isActive(version.written, review.now) &&
    isFitForStrategy(pool, version) &&
    isForward(pool, version) &&
    criObstacles(pool, version).length === 0 &&
    admitsKubelet(pool, version) &&
    isSupported(pool, version) &&
    (machineType === undefined || fitOf(pool.profile, machineType, version) === "fits")
  );
}

/** Whether the operating system of a version supports what the pool asks of it, as far as operators told. */
function isSupported(pool: Pool, { image, version }: CompiledImageVersion): boolean {
  const table = pool.review.policies.tables.osSupport;
  const demand = { cri: pool.worker.cri, image, version, kubelet: kubeletVersion(pool) };
  return table.length === 0 || osObstacles(table, demand).length === 0;
}

function isFitForStrategy(pool: Pool, version: CompiledImageVersion): boolean {
  return !isInPlace(pool.worker.updateStrategy) || inPlaceObstacle(pool, version) === undefined;
}

/** Preference among versions that fit; a lower rank comes first. */
const RANK: Readonly<Record<Classification, number>> = {
  supported: 0,
  preview: 1,
  deprecated: 2,
  expired: 3,
  unavailable: 3,
  unknown: 3,
};

function compareOffers({ review }: Pool, a: CompiledImageVersion, b: CompiledImageVersion): number {
  const rank = ({ written }: CompiledImageVersion): number => RANK[classificationAt(written, review.now)];
  const order = a.order && b.order ? compareImageVersions(b.order, a.order) : 0;
  return rank(a) - rank(b) || order;
}
