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

/** Builds a store of these facts. */
export function factStore(facts: readonly Fact[] = []): FactStore {
  return storeOf({
    CloudProfile: persistentMap(cloudProfiles(facts)),
    NamespacedCloudProfile: persistentMap(namespacedCloudProfiles(facts)),
  });
}

function storeOf(facts: Facts): FactStore {
  return Object.freeze<FactStore>({
    cloudProfile: (name) => facts.CloudProfile.get(factKey("", name)),
    namespacedCloudProfile: (namespace, name) => facts.NamespacedCloudProfile.get(factKey(namespace, name)),
    count: (kind) => facts[kind].size,
    with: (fact) => storeOf(added(facts, fact)),
    without: (kind, key) => storeOf({ ...facts, [kind]: facts[kind].without(key) }),
    withAll: (kind, replacement) => storeOf(replaced(facts, kind, replacement)),
    find: (kind, key) => found(facts, kind, key),
  });
}

function added(facts: Facts, fact: Fact): Facts {
  return fact.kind === "CloudProfile"
    ? { ...facts, CloudProfile: facts.CloudProfile.with(fact.key, fact.fact) }
    : { ...facts, NamespacedCloudProfile: facts.NamespacedCloudProfile.with(fact.key, fact.fact) };
}

function replaced(facts: Facts, kind: FactKind, replacement: readonly Fact[]): Facts {
  return kind === "CloudProfile"
    ? { ...facts, CloudProfile: persistentMap(cloudProfiles(replacement)) }
    : { ...facts, NamespacedCloudProfile: persistentMap(namespacedCloudProfiles(replacement)) };
}

function found(facts: Facts, kind: FactKind, key: string): Fact | undefined {
  if (kind === "CloudProfile") {
    const fact = facts.CloudProfile.get(key);
    return fact && { kind, key, fact };
  }
  const fact = facts.NamespacedCloudProfile.get(key);
  return fact && { kind, key, fact };
}

function cloudProfiles(facts: readonly Fact[]) {
  return facts.flatMap((fact) => (fact.kind === "CloudProfile" ? [[fact.key, fact.fact] as const] : []));
}

function namespacedCloudProfiles(facts: readonly Fact[]) {
  return facts.flatMap((fact) => (fact.kind === "NamespacedCloudProfile" ? [[fact.key, fact.fact] as const] : []));
}
