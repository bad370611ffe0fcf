import fc from "fast-check";
import type { NamespacedCloudProfileFact } from "../../src/domain/profiles/facts.ts";
import type { MachineType } from "../../src/domain/profiles/types.ts";
import type { ShootFact } from "../../src/domain/usage/shoot-fact.ts";
import type { Fact } from "../../src/facts/kinds.ts";
import { machineType } from "./profiles.ts";

const NAMES = fc.constantFrom("a", "b", "__proto__");
const NAMESPACES = fc.constantFrom("n", "m");

const pool = fc.record({
  name: fc.constantFrom("x", "y", "z"),
  machineType: fc.constantFrom("m0", "m1", "m2", "constructor"),
  image: fc.constantFrom("os0", "os1", ""),
  version: fc.constantFrom("1.0.0", "1.1.0", "2.0.0", ""),
  containerRuntimes: fc.subarray(["gvisor", "kata"]),
});

/** Shoots with few names, so that one often replaces another. */
export const shootFacts: fc.Arbitrary<ShootFact> = fc.record({
  namespace: NAMESPACES,
  name: NAMES,
  isDeleting: fc.boolean(),
  profile: fc.option(
    fc.record({ kind: fc.constantFrom("CloudProfile", "NamespacedCloudProfile", "Profile"), name: NAMES }),
    { nil: undefined },
  ),
  pools: fc.array(pool, { maxLength: 3 }),
});

/** Children with few names and parents, and machine types from a list. */
export function childFacts(
  machineTypes: fc.Arbitrary<readonly MachineType[]> = fc.constant([machineType({ name: "m0" })]),
): fc.Arbitrary<NamespacedCloudProfileFact> {
  const spec = fc.record({
    parent: fc.record({ kind: fc.constantFrom("CloudProfile", "CloudProfile", "Profile"), name: NAMES }),
    machineTypes,
    machineImages: fc.constant([]),
    kubernetesVersions: fc.constant([]),
    volumeTypes: fc.constant([]),
    providerConfig: fc.constant(undefined),
  });
  return fc.record({
    namespace: NAMESPACES,
    name: NAMES,
    spec,
    profile: fc.constant(undefined),
    isDeleting: fc.boolean(),
    isStale: fc.boolean(),
  });
}

/** Places a fact as a source does. */
export function placed(fact: ShootFact | NamespacedCloudProfileFact): Fact {
  const key = `${fact.namespace}/${fact.name}`;
  return "pools" in fact ? { kind: "Shoot", key, fact } : { kind: "NamespacedCloudProfile", key, fact };
}
