import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Fact, isObjectName, KINDS } from "../../src/facts/kinds.ts";
import { persistentMap } from "../../src/facts/persistent-map.ts";
import { factStore } from "../../src/facts/snapshot.ts";

function cloudProfile(name: string, type = "aws"): Fact {
  const fact = KINDS.CloudProfile.load({ metadata: { name }, spec: { type } });
  if (!fact.ok) {
    throw new Error("not a profile");
  }
  return fact.value;
}

function namespaced(namespace: string, name: string): Fact {
  const fact = KINDS.NamespacedCloudProfile.load({ metadata: { namespace, name }, spec: {} });
  if (!fact.ok) {
    throw new Error("not a profile");
  }
  return fact.value;
}

function unreachable(): never {
  throw new Error("the history begins with an entry");
}

describe("a store", () => {
  it("finds facts by kind, namespace and name", () => {
    const store = factStore([cloudProfile("p"), namespaced("a", "p"), cloudProfile("__proto__")]);
    expect(store.cloudProfile("p")?.profile.spec.type).toBe("aws");
    expect(store.cloudProfile("__proto__")?.name).toBe("__proto__");
    expect(store.cloudProfile("constructor")).toBeUndefined();
    expect(store.namespacedCloudProfile("a", "p")?.namespace).toBe("a");
    expect(store.namespacedCloudProfile("b", "p")).toBeUndefined();
    expect(store.namespacedCloudProfile("", "p")).toBeUndefined();
    expect([store.count("CloudProfile"), store.count("NamespacedCloudProfile")]).toEqual([2, 1]);
  });

  it("never changes for those who hold it", () => {
    const first = factStore([cloudProfile("p")]);
    const second = first.with(cloudProfile("p", "gcp")).with(cloudProfile("q"));
    const third = second.without("CloudProfile", "p").withAll("NamespacedCloudProfile", [namespaced("a", "n")]);
    expect(first.cloudProfile("p")?.profile.spec.type).toBe("aws");
    expect(first.cloudProfile("q")).toBeUndefined();
    expect(second.cloudProfile("p")?.profile.spec.type).toBe("gcp");
    expect(third.cloudProfile("p")).toBeUndefined();
    expect(third.cloudProfile("q")?.name).toBe("q");
    expect(third.withAll("CloudProfile", []).cloudProfile("q")).toBeUndefined();
    expect(third.find("NamespacedCloudProfile", "a/n")).toEqual(namespaced("a", "n"));
    expect(Object.isFrozen(third)).toBe(true);
  });
});

describe("a persistent map", () => {
  const step = fc.tuple(fc.constantFrom("with", "without"), fc.string({ maxLength: 2 }), fc.nat());

  it("behaves like a map, and so do all its predecessors", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const history = [{ map: persistentMap<number>([]), model: new Map<string, number>() }];
        for (const [kind, key, value] of steps) {
          const { map, model } = history.at(-1) ?? unreachable();
          const others = [...model].filter(([other]) => other !== key);
          history.push(
            kind === "with"
              ? { map: map.with(key, value), model: new Map([...others, [key, value]]) }
              : { map: map.without(key), model: new Map(others) },
          );
        }
        for (const { map, model } of history) {
          expect(map.size).toBe(model.size);
          expect(steps.map(([, key]) => map.get(key))).toEqual(steps.map(([, key]) => model.get(key)));
        }
      }),
    );
  });

  it("takes the last of entries with the same key", () => {
    const map = persistentMap([
      ["a", 1],
      ["a", 2],
    ]);
    expect([map.size, map.get("a")]).toEqual([1, 2]);
  });
});

describe("names of objects", () => {
  it.each<[string, boolean]>([
    ["aws", true],
    ["a.b-c:d", true],
    ["__proto__", true],
    ["", false],
    [".", false],
    ["..", false],
    ["a/b", false],
    ["a%2fb", false],
    ["\ud800", false],
  ])("%j: %s", (name, expected) => {
    expect(isObjectName(name)).toBe(expected);
  });
});
