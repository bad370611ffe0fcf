import type { Cri } from "../profiles/types.ts";
import { profileReference } from "../shoots/profile-reference.ts";
import type { ProfileReference, ShootSpec } from "../workers/types.ts";

/** A worker pool and what it uses of a profile. */
export interface ShootPool {
  readonly name: string;
  readonly machineType: string;
  /** Name of the machine image; empty where the pool names none. */
  readonly image: string;
  /** Version of the machine image; empty where the pool names none. */
  readonly version: string;
  /** Types of the container runtimes that the pool has besides the default one; none is named twice. */
  readonly containerRuntimes: readonly string[];
}

/** A Shoot as known to gardengate: only what tells who uses what, since there are tens of thousands. */
export interface ShootFact {
  readonly namespace: string;
  readonly name: string;
  /** Whether the shoot is being deleted; then it uses nothing any more. */
  readonly isDeleting: boolean;
  /** The profile it refers to; undefined where it names none. */
  readonly profile: ProfileReference | undefined;
  readonly pools: readonly ShootPool[];
}

/** Keeps of a Shoot what tells who uses what. */
export function shootFact(identity: Pick<ShootFact, "namespace" | "name" | "isDeleting">, spec: ShootSpec): ShootFact {
  const pools = spec.workers.map(({ name, machine: { type, image }, cri }) =>
    Object.freeze<ShootPool>({
      name,
      machineType: type,
      image: image?.name ?? "",
      version: image?.version ?? "",
      containerRuntimes: cri === undefined || cri.containerRuntimes.length === 0 ? NO_RUNTIMES : runtimesOf(cri),
    }),
  );
  return Object.freeze({ ...identity, profile: profileReference(spec), pools: Object.freeze(pools) });
}

/** Most pools have none, and share this. */
const NO_RUNTIMES: readonly string[] = Object.freeze([]);

function runtimesOf({ containerRuntimes }: Cri): readonly string[] {
  return Object.freeze([...new Set(containerRuntimes.map(({ type }) => type))]);
}
