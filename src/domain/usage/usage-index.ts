import type { NamespacedCloudProfileFact } from "../profiles/facts.ts";
import { CLOUD_PROFILE, NAMESPACED_CLOUD_PROFILE } from "../shoots/profile-reference.ts";
import { type OrderedMap, orderedMap } from "./ordered-map.ts";
import { NO_USAGE, type ProfileUsage, usageOf, withoutShoot, withShoot } from "./profile-usage.ts";
import type { ShootFact } from "./shoot-fact.ts";

/** A profile that shoots refer to. */
export type ProfileIdentity =
  | { readonly kind: "CloudProfile"; readonly name: string }
  | { readonly kind: "NamespacedCloudProfile"; readonly namespace: string; readonly name: string };

/**
 * Who uses what: kept up to date with every Shoot and NamespacedCloudProfile that comes, changes or goes, and never
 * changed under those who hold it. Shoots in deletion use nothing; NamespacedCloudProfiles in deletion are nobody's
 * children.
 * Source: capabilities contract, section 3.6; gardener plugin/pkg/global/resourcereferencemanager/admission.go.
 */
export interface UsageIndex {
  /** What the shoots that refer to a profile themselves, not through a child of it, use. */
  usageOf(profile: ProfileIdentity): ProfileUsage;
  /** The NamespacedCloudProfiles whose parent is this CloudProfile, in order of namespace and name. */
  childrenOf(cloudProfile: string): readonly NamespacedCloudProfileFact[];
}

/** An index that can be followed by another one. */
export interface GrowingUsageIndex extends UsageIndex {
  /** The index after a Shoot changed from one state to another; undefined is one that is not there. */
  withShoot(before: ShootFact | undefined, after: ShootFact | undefined): GrowingUsageIndex;
  /** The same for a NamespacedCloudProfile. */
  withChild(
    before: NamespacedCloudProfileFact | undefined,
    after: NamespacedCloudProfileFact | undefined,
  ): GrowingUsageIndex;
  /** The index when these are all Shoots. */
  withAllShoots(shoots: readonly ShootFact[]): GrowingUsageIndex;
  /** The index when these are all NamespacedCloudProfiles. */
  withAllChildren(children: readonly NamespacedCloudProfileFact[]): GrowingUsageIndex;
}

type Usages = OrderedMap<ProfileUsage>;
type Children = OrderedMap<OrderedMap<NamespacedCloudProfileFact>>;

/** The index of nothing. */
export const NO_USES: GrowingUsageIndex = indexOf(orderedMap(), orderedMap());

function indexOf(usages: Usages, children: Children): GrowingUsageIndex {
  return Object.freeze<GrowingUsageIndex>({
    usageOf: (profile) => usages.get(profileKey(profile)) ?? NO_USAGE,
    childrenOf: (cloudProfile) => [...(children.get(cloudProfile) ?? [])].map(([, child]) => child),
    withShoot: (before, after) => indexOf(withShootIn(withoutShootIn(usages, before), after), children),
    withChild: (before, after) => indexOf(usages, withChildIn(withoutChildIn(children, before), after)),
    withAllShoots: (shoots) => indexOf(usagesOf(shoots), children),
    withAllChildren: (all) => indexOf(usages, childrenByParent(all)),
  });
}

/** CloudProfiles have no slash in their names. */
function profileKey(profile: ProfileIdentity): string {
  return profile.kind === CLOUD_PROFILE ? profile.name : `${profile.namespace}/${profile.name}`;
}

/** The profile that a shoot uses; undefined for those in deletion and for references that lead nowhere. */
function usedProfile({ isDeleting, namespace, profile }: ShootFact): string | undefined {
  if (isDeleting || profile === undefined) {
    return undefined;
  }
  switch (profile.kind) {
    case CLOUD_PROFILE:
      return profileKey({ kind: "CloudProfile", name: profile.name });
    case NAMESPACED_CLOUD_PROFILE:
      return profileKey({ kind: "NamespacedCloudProfile", namespace, name: profile.name });
    default:
      return undefined;
  }
}

function usagesOf(shoots: readonly ShootFact[]): Usages {
  const byProfile = new Map<string, ShootFact[]>();
  for (const shoot of shoots) {
    const key = usedProfile(shoot);
    if (key !== undefined) {
      const known = byProfile.get(key) ?? [];
      byProfile.set(key, known);
      known.push(shoot);
    }
  }
  return orderedMap([...byProfile].map(([key, users]) => [key, usageOf(users)]));
}

function withShootIn(usages: Usages, shoot: ShootFact | undefined): Usages {
  const key = shoot && usedProfile(shoot);
  return shoot === undefined || key === undefined
    ? usages
    : usages.with(key, withShoot(usages.get(key) ?? NO_USAGE, shoot));
}

function withoutShootIn(usages: Usages, shoot: ShootFact | undefined): Usages {
  const key = shoot && usedProfile(shoot);
  const usage = key === undefined ? undefined : usages.get(key);
  if (shoot === undefined || key === undefined || usage === undefined) {
    return usages;
  }
  const rest = withoutShoot(usage, shoot);
  return rest.machineTypes.size === 0 ? usages.without(key) : usages.with(key, rest);
}

/** The CloudProfile whose child a NamespacedCloudProfile is; undefined for those in deletion and without a real parent. */
function parentOf({ isDeleting, spec: { parent } }: NamespacedCloudProfileFact): string | undefined {
  return isDeleting || parent.kind !== CLOUD_PROFILE ? undefined : parent.name;
}

function childKey({ namespace, name }: NamespacedCloudProfileFact): string {
  return `${namespace}/${name}`;
}

function childrenByParent(all: readonly NamespacedCloudProfileFact[]): Children {
  const byParent = Map.groupBy(all, parentOf);
  byParent.delete(undefined);
  return orderedMap(
    [...byParent].map(([parent = "", children]) => [
      parent,
      orderedMap(children.map((child) => [childKey(child), child])),
    ]),
  );
}

function withChildIn(children: Children, child: NamespacedCloudProfileFact | undefined): Children {
  const parent = child && parentOf(child);
  return child === undefined || parent === undefined
    ? children
    : children.with(parent, (children.get(parent) ?? orderedMap()).with(childKey(child), child));
}

function withoutChildIn(children: Children, child: NamespacedCloudProfileFact | undefined): Children {
  const parent = child && parentOf(child);
  const siblings = parent === undefined ? undefined : children.get(parent);
  if (child === undefined || parent === undefined || siblings === undefined) {
    return children;
  }
  const rest = siblings.without(childKey(child));
  return rest.size === 0 ? children.without(parent) : children.with(parent, rest);
}
