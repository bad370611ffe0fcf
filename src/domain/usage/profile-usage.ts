import type { ProfileUse } from "../profiles/profile-use.ts";
import { type OrderedMap, orderedMap } from "./ordered-map.ts";
import type { ShootFact, ShootPool } from "./shoot-fact.ts";

/** The shoots that use something, by `namespace/name`, each with the names of the pools concerned. */
export type Users = OrderedMap<readonly string[]>;

/** Something that is used: its names, and by whom. */
export interface Use {
  readonly names: readonly string[];
  /** At least one. */
  readonly users: Users;
}

/** Uses by their names. */
export type Uses = OrderedMap<Use>;

/** What the shoots that refer to one profile use of it. */
export interface ProfileUsage {
  /** By name. */
  readonly machineTypes: Uses;
  /** By name of the image and version. */
  readonly imageVersions: Uses;
  /** By machine type, name of the image, and version, as one pool has them. */
  readonly combinations: Uses;
  /** By name of the image, version, and type of the container runtime; of the few pools that have one. */
  readonly containerRuntimes: Uses;
}

type Aspect = keyof ProfileUsage;

/** The names of everything that a pool uses in one respect. */
type NamesOf = (pool: ShootPool) => readonly (readonly string[])[];

const ASPECTS: readonly (readonly [Aspect, NamesOf])[] = [
  ["machineTypes", ({ machineType }) => [[machineType]]],
  ["imageVersions", ({ image, version }) => [[image, version]]],
  ["combinations", ({ machineType, image, version }) => [[machineType, image, version]]],
  ["containerRuntimes", ({ image, version, containerRuntimes }) => runtimeNames(image, version, containerRuntimes)],
];

const NO_NAMES: readonly (readonly string[])[] = [];

function runtimeNames(image: string, version: string, types: readonly string[]): readonly (readonly string[])[] {
  return types.length === 0 ? NO_NAMES : types.map((type) => [image, version, type]);
}

/** What nobody uses. */
export const NO_USAGE: ProfileUsage = Object.freeze({
  machineTypes: orderedMap<Use>(),
  imageVersions: orderedMap<Use>(),
  combinations: orderedMap<Use>(),
  containerRuntimes: orderedMap<Use>(),
});

/** Identifies what is used among things of its sort. */
function useKey(...names: readonly string[]): string {
  return JSON.stringify(names);
}

/** Identifies a shoot; neither part can contain a slash. */
function shootKey({ namespace, name }: Pick<ShootFact, "namespace" | "name">): string {
  return `${namespace}/${name}`;
}

/** Who uses a machine type; undefined where nobody does. */
export function usersOfMachineType(usage: ProfileUsage, machineType: string): Users | undefined {
  return usage.machineTypes.get(useKey(machineType))?.users;
}

/** Who uses a version of a machine image; undefined where nobody does. */
export function usersOfImageVersion(usage: ProfileUsage, image: string, version: string): Users | undefined {
  return usage.imageVersions.get(useKey(image, version))?.users;
}

/** Who uses a container runtime on a version of a machine image; undefined where nobody does. */
export function usersOfRuntime(
  usage: ProfileUsage,
  ...names: readonly [image: string, version: string, type: string]
): Users | undefined {
  return usage.containerRuntimes.get(useKey(...names))?.users;
}

/** The usage of these shoots, which have to be different ones. */
export function usageOf(shoots: readonly ShootFact[]): ProfileUsage {
  const usage = { ...NO_USAGE };
  for (const [aspect, namesOf] of ASPECTS) {
    const found = new Map<
      string,
      { readonly names: readonly string[]; readonly users: [string, readonly string[]][] }
    >();
    for (const shoot of shoots) {
      for (const [key, { names, pools }] of usedBy(shoot, namesOf)) {
        const use = found.get(key) ?? { names, users: [] };
        found.set(key, use);
        use.users.push([shootKey(shoot), pools]);
      }
    }
    usage[aspect] = orderedMap([...found].map(([key, { names, users }]) => [key, { names, users: orderedMap(users) }]));
  }
  return Object.freeze(usage);
}

/** The usage with a shoot that it did not count before. */
export function withShoot(usage: ProfileUsage, shoot: ShootFact): ProfileUsage {
  const next = { ...usage };
  for (const [aspect, namesOf] of ASPECTS) {
    for (const [key, { names, pools }] of usedBy(shoot, namesOf)) {
      const users = next[aspect].get(key)?.users ?? orderedMap<readonly string[]>();
      next[aspect] = next[aspect].with(key, { names, users: users.with(shootKey(shoot), pools) });
    }
  }
  return Object.freeze(next);
}

/** The usage without a shoot that it counted. */
export function withoutShoot(usage: ProfileUsage, shoot: ShootFact): ProfileUsage {
  const next = { ...usage };
  for (const [aspect, namesOf] of ASPECTS) {
    for (const [key, { names }] of usedBy(shoot, namesOf)) {
      const users = next[aspect].get(key)?.users.without(shootKey(shoot));
      next[aspect] =
        users === undefined || users.size === 0 ? next[aspect].without(key) : next[aspect].with(key, { names, users });
    }
  }
  return Object.freeze(next);
}

interface Used {
  readonly names: readonly string[];
  readonly pools: string[];
}

function usedBy({ pools }: ShootFact, namesOf: NamesOf): ReadonlyMap<string, Used> {
  const used = new Map<string, Used>();
  for (const pool of pools) {
    for (const names of namesOf(pool)) {
      const key = useKey(...names);
      const entry = used.get(key) ?? { names, pools: [] };
      used.set(key, entry);
      entry.pools.push(pool.name);
    }
  }
  return used;
}

/** The usage pool by pool, in order of what they use and then of the shoots. */
export function poolsUsing({ combinations }: ProfileUsage): readonly ProfileUse[] {
  return [...combinations].flatMap(([, { names, users }]) => {
    const [machineType = "", image = "", version = ""] = names;
    return [...users].flatMap(([key, pools]) => {
      const [namespace = "", shoot = ""] = key.split("/");
      return pools.map((pool) => ({ namespace, shoot, pool, machineType, image, version }));
    });
  });
}
