import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { capabilitySetKey, effectiveCapabilities } from "../../../src/domain/capabilities/set.ts";
import type { Capabilities, CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { vocabularyOf } from "../../../src/domain/capabilities/vocabulary.ts";
import type { CloudProfileSpec, MachineImageVersion, MachineType } from "../../../src/domain/profiles/types.ts";
import { canonicalFlavor } from "../../../src/domain/profiles/written-capabilities.ts";
import { ruleOf } from "../../../src/domain/rules/catalogue.ts";
import { findingText } from "../../../src/domain/rules/finding.ts";
import { ENFORCE_ALL, judge } from "../../../src/domain/rules/judge.ts";
import { findingsOf } from "./reviewed.ts";

const name = fc.constantFrom("architecture", "tpm", "nic", "constructor", "__proto__", "toString", "", "a/b");
const value = fc.constantFrom("amd64", "arm64", "v1", "v2", "fast", "", "-");
const values = fc.array(value, { maxLength: 4 });
const definitions: fc.Arbitrary<readonly CapabilityDefinition[]> = fc.array(fc.record({ name, values }), {
  maxLength: 4,
});
const capabilities: fc.Arbitrary<Capabilities> = fc
  .array(fc.tuple(name, values), { maxLength: 4 })
  .map((entries) => new Map(entries));

function optional<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined });
}

const classification = fc.constantFrom("preview", "supported", "deprecated", "expired", "unavailable", "golden", "");
const time = fc.constantFrom(0, 999_999, 1_000_000, 1_000_001, Number.NaN, -Infinity);
const versionText = fc.constantFrom("1.0.0", "1.0.1", "1.0.1-rc1", "2", "v3.x", "", "nonsense");
const life = {
  classification: optional(classification),
  expirationDate: optional(time),
  lifecycle: fc.array(fc.record({ classification, startTime: optional(time) }), { maxLength: 3 }),
};

const version: fc.Arbitrary<MachineImageVersion> = fc.record({
  ...life,
  version: versionText,
  capabilityFlavors: fc.array(capabilities, { maxLength: 3 }),
  architectures: values,
  cri: fc.array(
    fc.record({ name: fc.constantFrom("containerd", ""), containerRuntimes: fc.array(fc.record({ type: name })) }),
    { maxLength: 2 },
  ),
  kubeletVersionConstraint: optional(fc.oneof(fc.constantFrom(">= 1.26, < 1.30", ">>1"), fc.string())),
  inPlaceUpdates: optional(fc.record({ supported: fc.boolean(), minVersionForUpdate: optional(versionText) })),
});

const machineType: fc.Arbitrary<MachineType> = fc.record({
  name,
  architecture: optional(value),
  capabilities,
  usable: optional(fc.boolean()),
});

const spec: fc.Arbitrary<CloudProfileSpec> = fc.record({
  type: fc.constantFrom("aws", "local", ""),
  machineCapabilities: definitions,
  machineTypes: fc.array(machineType, { maxLength: 3 }),
  machineImages: fc.array(
    fc.record({
      name,
      updateStrategy: optional(fc.constantFrom("patch", "nonsense")),
      versions: fc.array(version, { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
  kubernetesVersions: fc.array(fc.record({ ...life, version: versionText }), { maxLength: 2 }),
  regions: fc.constant([]),
  volumeTypes: fc.constant([]),
  bastion: fc.constant(undefined),
  providerConfig: fc.constant(undefined),
});

function reversed(written: Capabilities): Capabilities {
  return new Map([...written].toReversed());
}

function withReversedMaps(profile: CloudProfileSpec): CloudProfileSpec {
  return {
    ...profile,
    machineTypes: profile.machineTypes.map((type) => ({ ...type, capabilities: reversed(type.capabilities) })),
    machineImages: profile.machineImages.map((image) => ({
      ...image,
      versions: image.versions.map((each) => ({ ...each, capabilityFlavors: each.capabilityFlavors.map(reversed) })),
    })),
  };
}

describe("validateCloudProfile", () => {
  it("never throws, and names each finding's element without control characters or full stop", () => {
    fc.assert(
      fc.property(spec, optional(spec), (profile, old) => {
        for (const { error } of findingsOf(profile, { old, specBytes: 2_000_000 })) {
          expect(error.detail).toMatch(/^[^\n]+[^.\n]$/);
        }
      }),
    );
  });

  it("does not depend on the order of capabilities in a map, to the byte", () => {
    fc.assert(
      fc.property(spec, (profile) => {
        const texts = findingsOf(profile).map((found) => [findingText(found), found.key]);
        expect(findingsOf(withReversedMaps(profile)).map((found) => [findingText(found), found.key])).toEqual(texts);
      }),
    );
  });

  it("never denies by a W rule what was stored like that", () => {
    fc.assert(
      fc.property(spec, (profile) => {
        const findings = findingsOf(profile);
        const verdict = judge(findings, ENFORCE_ALL, findings);
        const denials = verdict.kind === "deny" ? verdict.findings : [];
        expect(denials.filter(({ rule }) => ruleOf(rule).mark !== "G")).toEqual([]);
      }),
    );
  });
});

describe("canonicalFlavor", () => {
  const defined = [
    { name: "architecture", values: ["amd64", "arm64"] },
    { name: "constructor", values: ["v1", "v2", "fast"] },
  ];
  const vocabulary = vocabularyOf(defined);
  const flavor = fc
    .record(
      {
        architecture: fc.array(fc.constantFrom("amd64", "arm64"), { maxLength: 3 }),
        constructor: fc.array(fc.constantFrom("v1", "v2", "fast"), { maxLength: 4 }),
      },
      { requiredKeys: [] },
    )
    .map((written): Capabilities => new Map(Object.entries(written)));

  it("is the same for two flavors exactly when they are equal after defaulting", () => {
    fc.assert(
      fc.property(flavor, flavor, (a, b) => {
        const sets = [a, b].map((each) => capabilitySetKey(effectiveCapabilities(vocabulary, each)));
        const texts = [a, b].map((each) => canonicalFlavor(vocabulary, each));
        expect(texts[0] === texts[1]).toBe(sets[0] === sets[1]);
      }),
    );
  });

  it("does not change when omitted capabilities are filled in, however often", () => {
    fc.assert(
      fc.property(flavor, (written) => {
        const filled = new Map([...defined.map(({ name: key, values: all }) => [key, all] as const), ...written]);
        expect(canonicalFlavor(vocabulary, filled)).toBe(canonicalFlavor(vocabulary, written));
      }),
    );
  });
});
