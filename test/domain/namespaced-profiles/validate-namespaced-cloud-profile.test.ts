import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Capabilities } from "../../../src/domain/capabilities/types.ts";
import { effectiveSpec } from "../../../src/domain/profiles/effective.ts";
import type {
  CloudProfileSpec,
  MachineImage,
  MachineImageVersion,
  MachineType,
  NamespacedCloudProfileSpec,
} from "../../../src/domain/profiles/types.ts";
import { validateCloudProfile } from "../../../src/domain/profiles/validate-cloud-profile.ts";
import { ruleOf } from "../../../src/domain/rules/catalogue.ts";
import { findingText } from "../../../src/domain/rules/finding.ts";
import { ENFORCE_ALL, judge } from "../../../src/domain/rules/judge.ts";
import { childOf, D1, D2, findingsOf, L, linesOf, NOW, parentOf, withVersion } from "./reviewed.ts";

const name = fc.constantFrom("m1", "os", "custom", "__proto__", "toString", "", "a/b");
const capability = fc.constantFrom("architecture", "tpm", "nic", "constructor", "__proto__", "");
const value = fc.constantFrom("amd64", "arm64", "v1", "v2", "fast", "");
const values = fc.array(value, { maxLength: 3 });
const capabilities: fc.Arbitrary<Capabilities> = fc
  .array(fc.tuple(capability, values), { maxLength: 4 })
  .map((entries) => new Map(entries));

function optional<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined });
}

const classification = fc.constantFrom("preview", "supported", "expired", "unavailable", "golden", "");
const time = fc.constantFrom(0, NOW - 1, NOW, NOW + 1, Number.NaN, -Infinity);
const versionText = fc.constantFrom("4.0.0", "4.0.1", "4.9.0", "1.34.2", "v3.x", "");
const life = {
  classification: optional(classification),
  expirationDate: optional(time),
  lifecycle: fc.array(fc.record({ classification, startTime: optional(time) }), { maxLength: 2 }),
};
const runtime = fc.record({ type: name });
const cri = fc.record({
  name: fc.constantFrom("containerd", ""),
  containerRuntimes: fc.array(runtime, { maxLength: 2 }),
});

const version: fc.Arbitrary<MachineImageVersion> = fc.record({
  ...life,
  version: versionText,
  capabilityFlavors: fc.array(capabilities, { maxLength: 3 }),
  architectures: values,
  cri: fc.array(cri, { maxLength: 2 }),
  kubeletVersionConstraint: optional(fc.constantFrom(">= 1.26, < 1.30", ">>1", "")),
  inPlaceUpdates: optional(fc.record({ supported: fc.boolean(), minVersionForUpdate: optional(versionText) })),
});

const image: fc.Arbitrary<MachineImage> = fc.record({
  name,
  updateStrategy: optional(fc.constantFrom("patch", "nonsense", "")),
  versions: fc.array(version, { maxLength: 3 }),
});

const type: fc.Arbitrary<MachineType> = fc.record({
  name,
  architecture: optional(value),
  capabilities,
  usable: optional(fc.boolean()),
});

const child: fc.Arbitrary<NamespacedCloudProfileSpec> = fc.record({
  parent: fc.record({ kind: fc.constantFrom("CloudProfile", "Shoot"), name: fc.constantFrom("parent", "") }),
  machineTypes: fc.array(type, { maxLength: 3 }),
  machineImages: fc.array(image, { maxLength: 3 }),
  kubernetesVersions: fc.array(fc.record({ ...life, version: versionText }), { maxLength: 2 }),
  volumeTypes: fc.array(fc.record({ name }), { maxLength: 2 }),
  providerConfig: fc.constant(undefined),
});

const sound = fc.constantFrom(...[L, D1, D2].map((definitions) => parentOf(definitions)));

const definition = fc.record({ name: capability, values });

const parent: fc.Arbitrary<CloudProfileSpec> = fc.oneof(
  sound,
  fc.record({
    type: fc.constantFrom("aws", "local"),
    machineCapabilities: fc.array(definition, { maxLength: 3 }),
    machineTypes: fc.array(type, { maxLength: 3 }),
    machineImages: fc.array(image, { maxLength: 3 }),
    kubernetesVersions: fc.array(fc.record({ ...life, version: versionText }), { maxLength: 2 }),
    regions: fc.constant([]),
    volumeTypes: fc.constant([]),
    bastion: fc.constant(undefined),
    providerConfig: fc.constant(undefined),
  }),
);

const use = fc.record({
  namespace: fc.constant("garden-dev"),
  shoot: fc.constantFrom("a", "b"),
  pool: fc.constant("worker"),
  machineType: name,
  image: name,
  version: versionText,
});

function reversed(written: Capabilities): Capabilities {
  return new Map([...written].toReversed());
}

function withReversedMaps<T extends Pick<CloudProfileSpec, "machineTypes" | "machineImages">>(spec: T): T {
  return {
    ...spec,
    machineTypes: spec.machineTypes.map((each) => ({ ...each, capabilities: reversed(each.capabilities) })),
    machineImages: spec.machineImages.map((each) => ({
      ...each,
      versions: each.versions.map((one) => ({ ...one, capabilityFlavors: one.capabilityFlavors.map(reversed) })),
    })),
  };
}

describe("validateNamespacedCloudProfile", () => {
  it("never throws, and says something on one line about each mistake", () => {
    fc.assert(
      fc.property(
        fc.record({ spec: child, old: optional(child), parent: optional(parent), rendered: optional(parent) }),
        fc.array(use, { maxLength: 4 }),
        ({ spec, ...parts }, uses) => {
          for (const { error } of findingsOf(spec, { ...parts, uses })) {
            expect(error.detail).toMatch(/^[^\n]+[^.\n]$/);
          }
        },
      ),
    );
  });

  it("does not depend on the order of capabilities in a map, to the byte", () => {
    fc.assert(
      fc.property(child, optional(child), parent, fc.array(use, { maxLength: 4 }), (spec, old, of, uses) => {
        const texts = findingsOf(spec, { old, parent: of, uses }).map((found) => [findingText(found), found.key]);
        const parts = { old: old && withReversedMaps(old), parent: withReversedMaps(of), uses };
        const again = findingsOf(withReversedMaps(spec), parts).map((found) => [findingText(found), found.key]);
        expect(again).toEqual(texts);
      }),
    );
  });

  it("never denies by a ratcheted rule what was stored like that", () => {
    fc.assert(
      fc.property(child, parent, (spec, of) => {
        const verdict = judge(
          findingsOf(spec, { old: spec, parent: of }),
          ENFORCE_ALL,
          findingsOf(spec, { parent: of }),
        );
        const denials = verdict.kind === "deny" ? verdict.findings : [];
        expect(denials.filter(({ rule, mark }) => (mark ?? ruleOf(rule).mark) !== "G")).toEqual([]);
      }),
    );
  });

  it("has no findings on a profile that says nothing but whose child it is", () => {
    fc.assert(
      fc.property(sound, fc.boolean(), (of, isUpdate) => {
        expect(linesOf(childOf(), { parent: of, old: isUpdate ? childOf() : undefined })).toEqual([]);
      }),
    );
  });

  it("finds a machine type or image valid in a child exactly when it is valid in the parent itself", () => {
    const featureGates = { CloudProfileCapabilities: true, VersionClassificationLifecycle: true };
    fc.assert(
      fc.property(fc.constantFrom(...[D1, D2].map((definitions) => parentOf(definitions))), type, (of, machineType) => {
        const written = { ...machineType, name: "t1" };
        fc.pre(written.capabilities.size > 0);
        const own = { ...childOf(), machineTypes: [written] };
        const spec = { ...of, machineTypes: [...of.machineTypes, written] };
        const direct = validateCloudProfile({ spec, old: undefined, featureGates, now: NOW });
        const isValid = direct.every(({ rule, mark }) => (mark ?? ruleOf(rule).mark) === "Ww");
        expect(findingsOf(own, { parent: of }).length === 0).toBe(isValid);
      }),
    );
  });

  it("reports all stages at once", () => {
    const spec = withVersion({ version: "4.0.0", capabilityFlavors: [{ gpu: [] }], architectures: ["x"] });
    expect(linesOf(spec)).toEqual([
      "CAP-NCP-11 Forbidden spec.machineImages[0].versions[0].architectures",
      'CAP-NCP-26 NotSupported spec.machineImages[0].versions[0].architectures[0] "x"',
      "CAP-NCP-11 Forbidden spec.machineImages[0].versions[0].capabilityFlavors",
      "CAP-NCP-19 Required spec.machineImages[0].versions[0].capabilityFlavors[0].gpu",
      "CAP-NCP-12 Invalid spec.machineImages[0].versions[0].expirationDate null",
      'CAP-NCP-17 Invalid rendered.machineImages[0].versions[0].architectures ["x"]',
      'CAP-NCP-17 NotSupported rendered.machineImages[0].versions[0].architectures[0] "x"',
      'CAP-NCP-17 NotSupported rendered.machineImages[0].versions[0].capabilityFlavors[0] "gpu"',
      "CAP-NCP-17 Required rendered.machineImages[0].versions[0].capabilityFlavors[0].architecture",
      "CAP-NCP-17 Required rendered.machineImages[0].versions[0].cri",
    ]);
  });
});

describe("rendering", () => {
  it("of an empty profile gives the parent", () => {
    fc.assert(
      fc.property(sound, (of) => {
        expect(effectiveSpec(of, childOf())).toEqual(of);
      }),
    );
  });

  it("never throws, and is idempotent: the rendered profile as parent is rendered as it is", () => {
    fc.assert(
      fc.property(parent, child, (of, spec) => {
        const rendered = effectiveSpec(of, spec);
        expect(effectiveSpec(rendered, childOf())).toEqual(rendered);
      }),
    );
  });

  it("of the same profile a second time changes nothing", () => {
    fc.assert(
      fc.property(parent, child, (of, spec) => {
        fc.pre(new Set(spec.machineImages.map((each) => each.name)).size === spec.machineImages.length);
        fc.pre(
          spec.machineImages.every(({ versions: own }) => new Set(own.map((each) => each.version)).size === own.length),
        );
        const rendered = effectiveSpec(of, spec);
        expect(effectiveSpec(rendered, spec)).toEqual(rendered);
      }),
    );
  });
});
