import { jsonEqual } from "../domain/json/equal.ts";
import { type GrowingUsageIndex, NO_USES } from "../domain/usage/usage-index.ts";
import type { FactKind, FactSnapshot } from "./contract.ts";
import { type Fact, type FactOf, factKey } from "./kinds.ts";
import { type PersistentMap, persistentMap } from "./persistent-map.ts";

type Facts = { readonly [Kind in FactKind]: PersistentMap<FactOf[Kind]> };

/** A snapshot that can be followed by another one; never changed itself. Look-ups cost one map access. */
export interface FactStore extends FactSnapshot {
  /** The number of facts of a kind. */
  count(kind: FactKind): number;
  /** A store with the fact added or replaced; what did not change is shared. */
  with(fact: Fact): FactStore;
  /** A store without an object. */
  without(kind: FactKind, key: string): FactStore;
  /** A store in which these are all the facts of a kind. */
  withAll(kind: FactKind, facts: readonly Fact[]): FactStore;
  /** What is known of an object, for a source that keeps the last good state. */
  find(kind: FactKind, key: string): Fact | undefined;
}

const NOTHING: Facts = {
  CloudProfile: persistentMap<FactOf["CloudProfile"]>([]),
  NamespacedCloudProfile: persistentMap<FactOf["NamespacedCloudProfile"]>([]),
  Shoot: persistentMap<FactOf["Shoot"]>([]),
  Cluster: persistentMap<FactOf["Cluster"]>([]),
};

/** Builds a store of these facts. */
export function factStore(facts: readonly Fact[] = []): FactStore {
  const kinds: readonly FactKind[] = ["CloudProfile", "NamespacedCloudProfile", "Shoot", "Cluster"];
  return kinds.reduce((store, kind) => store.withAll(kind, facts), storeOf(NOTHING, NO_USES));
}

function storeOf(facts: Facts, usage: GrowingUsageIndex): FactStore {
  const store: FactStore = Object.freeze<FactStore>({
    cloudProfile: (name) => facts.CloudProfile.get(factKey("", name)),
    namespacedCloudProfile: (namespace, name) => facts.NamespacedCloudProfile.get(factKey(namespace, name)),
    cluster: (name) => facts.Cluster.get(factKey("", name)),
    usage,
    count: (kind) => facts[kind].size,
    // Most changes of a Shoot are such of its status, and come every few moments; those of a Cluster follow them.
    with: (fact) => (isKnown(facts, fact) ? store : storeOf(added(facts, fact), counted(facts, usage, fact))),
    without: (kind, key) =>
      storeOf({ ...facts, [kind]: facts[kind].without(key) }, uncounted(facts, usage, { kind, key })),
    withAll: (kind, given) => {
      const whole = distinct(given);
      return storeOf(replaced(facts, kind, whole), recounted(usage, kind, whole));
    },
    find: (kind, key) => found(facts, kind, key),
  });
  return store;
}

/** Of facts about the same object the last one counts. */
function distinct(facts: readonly Fact[]): readonly Fact[] {
  return [...new Map(facts.map((fact) => [`${fact.kind} ${fact.key}`, fact])).values()];
}

/** Whether a fact says nothing new. Profiles are not compared: they are large, and change rarely. */
function isKnown(facts: Facts, { kind, key, fact }: Fact): boolean {
  return (kind === "Shoot" || kind === "Cluster") && jsonEqual(facts[kind].get(key), fact);
}

function added(facts: Facts, fact: Fact): Facts {
  switch (fact.kind) {
    case "CloudProfile":
      return { ...facts, CloudProfile: facts.CloudProfile.with(fact.key, fact.fact) };
    case "NamespacedCloudProfile":
      return { ...facts, NamespacedCloudProfile: facts.NamespacedCloudProfile.with(fact.key, fact.fact) };
    case "Shoot":
      return { ...facts, Shoot: facts.Shoot.with(fact.key, fact.fact) };
    case "Cluster":
      return { ...facts, Cluster: facts.Cluster.with(fact.key, fact.fact) };
  }
}

function counted(facts: Facts, usage: GrowingUsageIndex, fact: Fact): GrowingUsageIndex {
  switch (fact.kind) {
    case "CloudProfile":
    case "Cluster":
      return usage;
    case "NamespacedCloudProfile":
      return usage.withChild(facts.NamespacedCloudProfile.get(fact.key), fact.fact);
    case "Shoot":
      return usage.withShoot(facts.Shoot.get(fact.key), fact.fact);
  }
}

function uncounted(facts: Facts, usage: GrowingUsageIndex, gone: Pick<Fact, "kind" | "key">): GrowingUsageIndex {
  switch (gone.kind) {
    case "CloudProfile":
    case "Cluster":
      return usage;
    case "NamespacedCloudProfile":
      return usage.withChild(facts.NamespacedCloudProfile.get(gone.key), undefined);
    case "Shoot":
      return usage.withShoot(facts.Shoot.get(gone.key), undefined);
  }
}

function replaced(facts: Facts, kind: FactKind, whole: readonly Fact[]): Facts {
  switch (kind) {
    case "CloudProfile":
      return { ...facts, CloudProfile: persistentMap(cloudProfiles(whole)) };
    case "NamespacedCloudProfile":
      return { ...facts, NamespacedCloudProfile: persistentMap(namespacedCloudProfiles(whole)) };
    case "Shoot":
      return { ...facts, Shoot: persistentMap(shoots(whole)) };
    case "Cluster":
      return { ...facts, Cluster: persistentMap(clusters(whole)) };
  }
}

function recounted(usage: GrowingUsageIndex, kind: FactKind, whole: readonly Fact[]): GrowingUsageIndex {
  switch (kind) {
    case "CloudProfile":
    case "Cluster":
      return usage;
    case "NamespacedCloudProfile":
      return usage.withAllChildren(namespacedCloudProfiles(whole).map(([, fact]) => fact));
    case "Shoot":
      return usage.withAllShoots(shoots(whole).map(([, fact]) => fact));
  }
}

function found(facts: Facts, kind: FactKind, key: string): Fact | undefined {
  switch (kind) {
    case "CloudProfile": {
      const fact = facts.CloudProfile.get(key);
      return fact && { kind, key, fact };
    }
    case "NamespacedCloudProfile": {
      const fact = facts.NamespacedCloudProfile.get(key);
      return fact && { kind, key, fact };
    }
    case "Shoot": {
      const fact = facts.Shoot.get(key);
      return fact && { kind, key, fact };
    }
    case "Cluster": {
      const fact = facts.Cluster.get(key);
      return fact && { kind, key, fact };
    }
  }
}

function cloudProfiles(facts: readonly Fact[]) {
  return facts.flatMap((fact) => (fact.kind === "CloudProfile" ? [[fact.key, fact.fact] as const] : []));
}

function namespacedCloudProfiles(facts: readonly Fact[]) {
  return facts.flatMap((fact) => (fact.kind === "NamespacedCloudProfile" ? [[fact.key, fact.fact] as const] : []));
}

function shoots(facts: readonly Fact[]) {
  return facts.flatMap((fact) => (fact.kind === "Shoot" ? [[fact.key, fact.fact] as const] : []));
}

function clusters(facts: readonly Fact[]) {
  return facts.flatMap((fact) => (fact.kind === "Cluster" ? [[fact.key, fact.fact] as const] : []));
}
