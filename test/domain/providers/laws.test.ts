import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { selectEffectiveFlavor } from "../../../src/domain/capabilities/select.ts";
import { effectiveCapabilities } from "../../../src/domain/capabilities/set.ts";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { vocabularyOf } from "../../../src/domain/capabilities/vocabulary.ts";
import { compileProviderFlavors } from "../../../src/domain/providers/compile-flavors.ts";
import { findingText } from "../../../src/domain/rules/finding.ts";
import { readProviderConfig } from "../../../src/wire/provider-config.ts";
import { D1, D2 } from "../profiles/reviewed.ts";
import { AMD, ARM, findingsOf, type Json, L, namespaced, namespacedFindingsOf, os, profileOf } from "./mapped.ts";

const TYPES = ["aws", "azure", "gcp", "openstack", "alicloud", "local", "equinix", "__proto__"];

/** Names that providerConfigs use, and some that JavaScript does. */
const key = fc.constantFrom(
  ...["machineImages", "name", "versions", "version", "capabilityFlavors", "capabilities", "regions", "image"],
  ...["ami", "id", "urn", "architecture", "acceleratedNetworking", "tpm", "constructor", "__proto__", "toString"],
);

const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, 0, 1.5, true, "", "os", "1.0.0", "amd64", "arm64", "v1"),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie("json")), { maxLength: 6 }).map(objectOf),
  ),
}));

/** As JSON.parse makes it: `__proto__` is a member like any other. */
function objectOf(members: readonly (readonly [string, unknown])[]): unknown {
  const body = members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",");
  return JSON.parse(`{${body}}`);
}

const written = fc.record(
  {
    architecture: fc.subarray(["amd64", "arm64", "x"]),
    tpm: fc.subarray(["v1", "v2", "v3"]),
    nic: fc.subarray(["fast", "slow"]),
    constructor: fc.constant(["x"]),
  },
  { requiredKeys: [] },
);
const region = fc.record(
  { name: fc.constantFrom("eu", "us"), ami: fc.constant("x"), architecture: fc.constantFrom("amd64", "arm64") },
  { requiredKeys: ["name"] },
);
const flavor = fc.record({ capabilities: written, regions: fc.array(region, { maxLength: 3 }) }, { requiredKeys: [] });
const version = fc.record(
  {
    version: fc.constantFrom("1.0.0", "2.0.0"),
    regions: fc.array(region, { maxLength: 3 }),
    capabilityFlavors: fc.array(flavor, { maxLength: 4 }),
  },
  { requiredKeys: ["version"] },
);
const aws: fc.Arbitrary<Json> = fc.record({
  apiVersion: fc.constant("aws.provider.extensions.gardener.cloud/v1alpha1"),
  machineImages: fc.array(fc.record({ name: fc.constantFrom("os", "os2"), versions: fc.array(version) })),
});

function texts(type: string, definitions: readonly CapabilityDefinition[], config: unknown): readonly string[] {
  const spec = profileOf(type, definitions, os([AMD, ARM], ["amd64"]), ["eu", "us"]);
  return [
    ...findingsOf(spec, config),
    ...namespacedFindingsOf({ ...spec, machineImages: [] }, namespaced(...spec.machineImages), config),
  ].map(findingText);
}

/** The same value with the members of all objects in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(reversed);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return objectOf(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}

describe("any providerConfig", () => {
  it("never makes the rules throw", () => {
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), fc.constantFrom(L, D1, D2), json, (type, definitions, config) => {
        expect(() => texts(type, definitions, config)).not.toThrow();
        const apiVersion = `${type}.provider.extensions.gardener.cloud/v1alpha1`;
        const images = { apiVersion, machineImages: [config] };
        expect(() => texts(type, definitions, images)).not.toThrow();
        const spec = profileOf(type, definitions, os([AMD]));
        expect(() => compileProviderFlavors(spec, readProviderConfig(type, images))).not.toThrow();
      }),
    );
  });

  it("is compiled, and a choice made, whatever its flavors say", () => {
    fc.assert(
      fc.property(fc.constantFrom(D1, D2), aws, (definitions, config) => {
        const spec = profileOf("aws", definitions, os([AMD]));
        const compiled = compileProviderFlavors(spec, readProviderConfig("aws", config));
        const flavors = [...(compiled?.versions.values() ?? [])].flatMap((versions) => [...versions.values()].flat());
        const choice = selectEffectiveFlavor(
          flavors.map(({ set }) => set),
          effectiveCapabilities(vocabularyOf(definitions), new Map()),
        );
        const best = choice.kind === "ambiguous" ? choice.indexes.map((index) => flavors[index]?.set) : [];
        expect(new Set(best.map((set) => set?.join())).size).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("means the same in any order of keys", () => {
    fc.assert(
      fc.property(fc.constantFrom(L, D1, D2), aws, (definitions, config) => {
        expect(texts("aws", definitions, reversed(config))).toEqual(texts("aws", definitions, config));
      }),
    );
  });

  it("means the same with its flavors in any order, but for who is the later one", () => {
    fc.assert(
      fc.property(fc.array(flavor, { maxLength: 4 }), (flavors) => {
        const rules = (list: readonly Json[]) =>
          findingsOf(profileOf("aws", D2, os([AMD, ARM])), {
            apiVersion: "aws.provider.extensions.gardener.cloud/v1alpha1",
            machineImages: [{ name: "os", versions: [{ version: "1.0.0", capabilityFlavors: list }] }],
          })
            .map(({ rule }) => rule)
            .filter((rule) => rule !== "CAP-PC-14")
            .toSorted();
        expect(rules(flavors.toReversed())).toEqual(rules(flavors));
      }),
    );
  });
});
