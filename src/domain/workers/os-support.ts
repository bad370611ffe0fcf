import type { OsSupportEntry } from "../policies/types.ts";
import type { Cri } from "../profiles/types.ts";
import { compareWithoutSuffix, type ImageVersion, parseImageVersion } from "../versions/image-version.ts";

/** What a pool asks of an operating system. */
export interface OsDemand {
  readonly cri: Cri | undefined;
  /** Name of the machine image. */
  readonly image: string;
  /** Version of the machine image. */
  readonly version: string;
  /** Version of the kubelet that shall run on it. */
  readonly kubelet: string;
}

/** Why an operating system cannot do what a pool asks of it. */
export type OsObstacle =
  | { readonly kind: "cri"; readonly asked: string; readonly supported: readonly string[] }
  | {
      readonly kind: "runtime";
      /** Index of the container runtime in the pool. */
      readonly index: number;
      readonly asked: string;
      readonly supported: readonly string[];
    }
  /** `mayRun` tells whether the kubelet runs on cgroup v1 where it is told not to fail there. */
  | { readonly kind: "cgroup"; readonly mayRun: boolean };

const NO_OBSTACLES: readonly OsObstacle[] = Object.freeze([]);

/**
 * What an operating system cannot do for a pool, by the operator's table; nothing where the table does not say. Of several
 * entries for an image version the first one counts.
 * Source: OperatingSystemConfig contract, section 5.3 (CRI-V-20 and 25).
 */
export function osObstacles(table: readonly OsSupportEntry[], demand: OsDemand): readonly OsObstacle[] {
  const entry = table.find(
    ({ image, versions }) => image === demand.image && (versions?.constraint.admits(demand.version) ?? true),
  );
  return entry === undefined
    ? NO_OBSTACLES
    : [...criObstacle(entry, demand), ...runtimeObstacles(entry, demand), ...cgroupObstacle(entry, demand)];
}

/** Since every pool has a CRI by default, one that cannot be configured is refused on request only. */
function criObstacle({ cri: supported, strict }: OsSupportEntry, { cri }: OsDemand): readonly OsObstacle[] {
  const isFine =
    cri === undefined || supported === undefined || (supported.length === 0 ? !strict : supported.includes(cri.name));
  return isFine ? NO_OBSTACLES : [{ kind: "cri", asked: cri.name, supported }];
}

function runtimeObstacles({ cri: supportedCri, containerRuntimes }: OsSupportEntry, { cri }: OsDemand) {
  const supported = supportedCri?.length === 0 ? [] : containerRuntimes;
  return supported === undefined
    ? NO_OBSTACLES
    : (cri?.containerRuntimes ?? []).flatMap(({ type }, index): readonly OsObstacle[] =>
        supported.includes(type) ? [] : [{ kind: "runtime", index, asked: type, supported }],
      );
}

/** Versions from which on kubelets fail on cgroup v1: unless told otherwise, and in any case. */
const FAILING_BY_DEFAULT: ImageVersion = { major: 1n, minor: 35n, patch: 0n, preRelease: [] };
const FAILING: ImageVersion = { major: 1n, minor: 38n, patch: 0n, preRelease: [] };

function cgroupObstacle({ cgroup, setsFailCgroupV1 }: OsSupportEntry, { kubelet }: OsDemand): readonly OsObstacle[] {
  const version = cgroup === "v1" ? parseImageVersion(kubelet) : undefined;
  if (version === undefined || compareWithoutSuffix(version, FAILING_BY_DEFAULT) < 0) {
    return NO_OBSTACLES;
  }
  if (compareWithoutSuffix(version, FAILING) >= 0) {
    return [{ kind: "cgroup", mayRun: false }];
  }
  return setsFailCgroupV1 ? NO_OBSTACLES : [{ kind: "cgroup", mayRun: true }];
}
