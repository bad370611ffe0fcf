import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProfileUse } from "../../src/domain/profiles/profile-use.ts";
import { poolsUsing, type Uses, usersOfRuntime } from "../../src/domain/usage/profile-usage.ts";
import type { ShootFact } from "../../src/domain/usage/shoot-fact.ts";
import type { ProfileIdentity, UsageIndex } from "../../src/domain/usage/usage-index.ts";
import type { Fact } from "../../src/facts/kinds.ts";
import { type FactStore, factStore } from "../../src/facts/snapshot.ts";
import { childFacts, placed, shootFacts } from "../support/usage-arbitraries.ts";

const NAMES = ["a", "b", "__proto__"];

const PROFILES: readonly ProfileIdentity[] = NAMES.flatMap((name): readonly ProfileIdentity[] => [
  { kind: "CloudProfile", name },
  { kind: "NamespacedCloudProfile", namespace: "n", name },
  { kind: "NamespacedCloudProfile", namespace: "m", name },
]);

/** Everything that an index says, as plain values. */
function contentOf(index: UsageIndex): unknown {
  const plain = (uses: Uses) => [...uses].map(([, { names, users }]) => [names, [...users]]);
  return {
    usages: PROFILES.map((profile) => {
      const { machineTypes, imageVersions, combinations, containerRuntimes } = index.usageOf(profile);
      return [machineTypes, imageVersions, combinations, containerRuntimes].map(plain);
    }),
    children: NAMES.map((name) => index.childrenOf(name)),
  };
}

const facts: fc.Arbitrary<Fact> = fc.oneof(shootFacts, childFacts()).map(placed);

const changes = fc.oneof(
  { weight: 6, arbitrary: facts.map((fact) => ({ kind: "with", fact }) as const) },
  { weight: 3, arbitrary: facts.map((fact) => ({ kind: "without", fact }) as const) },
  { weight: 1, arbitrary: fc.array(facts, { maxLength: 6 }).map((all) => ({ kind: "all", all }) as const) },
);

type Change = typeof changes extends fc.Arbitrary<infer T> ? T : never;

function changed(store: FactStore, change: Change): FactStore {
  switch (change.kind) {
    case "with":
      return store.with(change.fact);
    case "without":
      return store.without(change.fact.kind, change.fact.key);
    case "all":
      return store.withAll("Shoot", change.all).withAll("NamespacedCloudProfile", change.all);
  }
}

/** The facts that are left after the changes, by a model without any cleverness. */
function remaining(history: readonly Change[]): readonly Fact[] {
  let known: readonly Fact[] = [];
  for (const change of history) {
    const touched = change.kind === "all" ? change.all : [change.fact];
    const isOther = (fact: Fact) => !touched.some(({ kind, key }) => kind === fact.kind && key === fact.key);
    known = change.kind === "all" ? change.all : [...known.filter(isOther), ...(change.kind === "with" ? touched : [])];
  }
  return known;
}

describe("the index of who uses what", () => {
  it("equals one that is made of what is left, whatever happened before, and never changes under its reader", () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 30 }), (history) => {
        let store = factStore();
        const states: { readonly usage: UsageIndex; readonly content: string }[] = [];
        for (const change of history) {
          store = changed(store, change);
          states.push({ usage: store.usage, content: JSON.stringify(contentOf(store.usage)) });
        }
        expect(contentOf(store.usage)).toEqual(contentOf(factStore(remaining(history)).usage));
        expect(states.map(({ usage }) => JSON.stringify(contentOf(usage)))).toEqual(
          states.map(({ content }) => content),
        );
      }),
    );
  });

  it("does not depend on the order of facts", () => {
    const distinct = fc.uniqueArray(facts, { selector: ({ kind, key }) => `${kind} ${key}`, maxLength: 10 });
    const shuffled = distinct.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(contentOf(factStore(other).usage)).toEqual(contentOf(factStore(all).usage));
      }),
    );
  });

  it("counts every pool of living shoots once, by all three aspects", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(shootFacts, { selector: ({ namespace, name }) => `${namespace}/${name}` }),
        (shoots) => {
          const { usage } = factStore(shoots.map(placed));
          const uses = PROFILES.flatMap((profile) => poolsUsing(usage.usageOf(profile)));
          const expected = shoots
            .filter(({ isDeleting, profile }) => !isDeleting && profile !== undefined && profile.kind !== "Profile")
            .flatMap(({ namespace, name, pools }) =>
              pools.map(
                ({ name: pool, containerRuntimes: _, ...used }): ProfileUse => ({
                  namespace,
                  shoot: name,
                  pool,
                  ...used,
                }),
              ),
            );
          const order = (all: readonly ProfileUse[]) =>
            all.map((use) => JSON.stringify(Object.entries(use).sort())).sort();
          expect(order(uses)).toEqual(order(expected));
        },
      ),
    );
  });

  it("knows the pools with a container runtime, each once, whatever machine types they have", () => {
    const pool = { image: "os", version: "1.0.0" };
    const shoot: ShootFact = {
      namespace: "n",
      name: "a",
      isDeleting: false,
      profile: { kind: "CloudProfile", name: "p" },
      pools: [
        { ...pool, name: "x", machineType: "m1", containerRuntimes: ["gvisor", "kata"] },
        { ...pool, name: "y", machineType: "m2", containerRuntimes: ["gvisor"] },
        { ...pool, name: "z", machineType: "m1", containerRuntimes: [] },
        { ...pool, name: "w", machineType: "m1", version: "2.0.0", containerRuntimes: ["gvisor"] },
      ],
    };
    const usage = factStore([placed(shoot)]).usage.usageOf({ kind: "CloudProfile", name: "p" });
    const pools = (version: string, type: string) => usersOfRuntime(usage, "os", version, type)?.get("n/a");
    expect(pools("1.0.0", "gvisor")).toEqual(["x", "y"]);
    expect(pools("1.0.0", "kata")).toEqual(["x"]);
    expect(pools("2.0.0", "gvisor")).toEqual(["w"]);
    expect(pools("2.0.0", "kata")).toBeUndefined();
  });

  it("stays the same object where a shoot changed in nothing that counts", () => {
    const shoot = { namespace: "n", name: "a", isDeleting: false, profile: undefined, pools: [] };
    const store = factStore([placed(shoot)]);
    expect(store.with(placed({ ...shoot }))).toBe(store);
    expect(store.with(placed({ ...shoot, isDeleting: true }))).not.toBe(store);
  });
});
