import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorText } from "../../src/domain/field/error.ts";
import type { Parsed } from "../../src/domain/parsed.ts";
import type { CloudProfileSpec } from "../../src/domain/profiles/types.ts";
import { cloudProfileSpec, cloudProfileView } from "../../src/wire/cloud-profile.ts";

function texts(result: Parsed<unknown>): readonly string[] {
  return result.ok ? [] : result.errors.map(errorText);
}

function specOf(spec: unknown): CloudProfileSpec {
  const result = cloudProfileView({ metadata: { name: "p" }, spec });
  if (!result.ok) {
    throw new Error(texts(result).join("\n"));
  }
  return result.value.spec;
}

const EMPTY_VERSION = {
  capabilityFlavors: [],
  architectures: [],
  cri: [],
  classification: undefined,
  expirationDate: undefined,
  lifecycle: [],
  kubeletVersionConstraint: undefined,
  inPlaceUpdates: undefined,
};

describe("reads a CloudProfile", () => {
  it("with every field that rules look at", () => {
    const result = cloudProfileView({
      apiVersion: "core.gardener.cloud/v1beta1",
      kind: "CloudProfile",
      metadata: { name: "aws", managedFields: [{ manager: "kubectl" }] },
      spec: {
        type: "aws",
        caBundle: 7,
        machineCapabilities: [{ name: "architecture", values: ["amd64", "arm64"] }],
        machineTypes: [
          { name: "m5.large", cpu: "2", usable: false, capabilities: { architecture: ["amd64"] } },
          { name: "old", architecture: "" },
        ],
        machineImages: [
          {
            name: "gardenlinux",
            updateStrategy: "minor",
            versions: [
              {
                version: "1.0.0",
                classification: "supported",
                expirationDate: "2027-01-01T00:00:00Z",
                lifecycle: [
                  { classification: "preview" },
                  { classification: "supported", startTime: "2026-01-01T00:00:00+01:00" },
                ],
                capabilityFlavors: [{ architecture: ["amd64"] }],
                architectures: ["amd64"],
                cri: [{ name: "containerd", containerRuntimes: [{ type: "gvisor" }] }],
                kubeletVersionConstraint: ">= 1.30",
                inPlaceUpdates: { supported: true, minVersionForUpdate: "0.9.0" },
              },
            ],
          },
        ],
        kubernetes: { versions: [{ version: "1.33.1", classification: "deprecated" }] },
        regions: [{ name: "eu", zones: [{ name: "eu-a", unavailableMachineTypes: ["old"] }] }],
        volumeTypes: [{ name: "gp3", class: "standard" }],
        bastion: { machineType: { name: "m5.large" }, machineImage: { name: "gardenlinux", version: "" } },
      },
    });

    expect(result).toEqual({
      ok: true,
      value: {
        name: "aws",
        spec: {
          type: "aws",
          machineCapabilities: [{ name: "architecture", values: ["amd64", "arm64"] }],
          machineTypes: [
            { name: "m5.large", usable: false, capabilities: new Map([["architecture", ["amd64"]]]) },
            { name: "old", architecture: "", capabilities: new Map() },
          ],
          machineImages: [
            {
              name: "gardenlinux",
              updateStrategy: "minor",
              versions: [
                {
                  version: "1.0.0",
                  classification: "supported",
                  expirationDate: 1798761600000,
                  lifecycle: [{ classification: "preview" }, { classification: "supported", startTime: 1767222000000 }],
                  capabilityFlavors: [new Map([["architecture", ["amd64"]]])],
                  architectures: ["amd64"],
                  cri: [{ name: "containerd", containerRuntimes: [{ type: "gvisor" }] }],
                  kubeletVersionConstraint: ">= 1.30",
                  inPlaceUpdates: { supported: true, minVersionForUpdate: "0.9.0" },
                },
              ],
            },
          ],
          kubernetesVersions: [{ version: "1.33.1", classification: "deprecated", lifecycle: [] }],
          regions: [{ name: "eu", zones: [{ name: "eu-a", unavailableMachineTypes: ["old"] }] }],
          volumeTypes: [{ name: "gp3" }],
          bastion: { machineType: { name: "m5.large" }, machineImage: { name: "gardenlinux", version: "" } },
        },
      },
    });
  });

  it.each<[string, unknown]>([
    ["absent fields", {}],
    [
      "null fields",
      {
        type: null,
        machineCapabilities: null,
        machineTypes: null,
        machineImages: null,
        kubernetes: null,
        regions: null,
        volumeTypes: null,
        bastion: null,
      },
    ],
    ["nulls one level deeper", { kubernetes: { versions: null } }],
  ])("as empty where it has %s", (_name, spec) => {
    expect(specOf(spec)).toEqual({
      type: "",
      machineCapabilities: [],
      machineTypes: [],
      machineImages: [],
      kubernetesVersions: [],
      regions: [],
      volumeTypes: [],
      bastion: undefined,
    });
  });

  it("with null list entries as Go's zero values", () => {
    const spec = specOf({
      machineCapabilities: [null, { name: "tpm", values: [null, "v2"] }],
      machineTypes: [null],
      machineImages: [null, { versions: [null] }],
      regions: [{ zones: [null] }],
    });
    expect(spec.machineCapabilities).toEqual([
      { name: "", values: [] },
      { name: "tpm", values: ["", "v2"] },
    ]);
    expect(spec.machineTypes).toEqual([{ name: "", capabilities: new Map() }]);
    expect(spec.machineImages).toEqual([
      { name: "", versions: [] },
      { name: "", versions: [{ version: "", ...EMPTY_VERSION }] },
    ]);
    expect(spec.regions).toEqual([{ name: "", zones: [{ name: "", unavailableMachineTypes: [] }] }]);
  });

  it("telling omitted, null and empty capabilities apart", () => {
    const spec = specOf({
      machineImages: [{ versions: [{ capabilityFlavors: [null, {}, { tpm: null, nic: [], disk: ["nvme"] }] }] }],
    });
    expect(spec.machineImages[0]?.versions[0]?.capabilityFlavors).toEqual([
      new Map(),
      new Map(),
      new Map([
        ["tpm", []],
        ["nic", []],
        ["disk", ["nvme"]],
      ]),
    ]);
  });

  it("keeping capabilities with the names of object members", () => {
    const object = JSON.parse(
      '{"spec":{"machineTypes":[{"name":"m","capabilities":{"__proto__":["a"],"constructor":["b"],"toString":null}}]}}',
    );
    const result = cloudProfileView(object);
    expect(result.ok && [...(result.value.spec.machineTypes[0]?.capabilities ?? [])]).toEqual([
      ["__proto__", ["a"]],
      ["constructor", ["b"]],
      ["toString", []],
    ]);
  });
});

describe("refuses a CloudProfile", () => {
  it.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ["without a spec", { metadata: { name: "p" } }, ["spec: Required value: must be an object"]],
    ["with a null spec", { spec: null }, ["spec: Required value: must be an object"]],
    ["whose spec is a list", { spec: [] }, ["spec: Invalid value: must be an object, not a list"]],
    ["whose metadata is a text", { metadata: "x", spec: {} }, ['metadata: Invalid value: "x": must be an object']],
    [
      "with several wrong types, all reported",
      { metadata: { name: 7 }, spec: { type: true, machineTypes: {}, regions: [{ zones: [{ name: [] }] }] } },
      [
        "metadata.name: Invalid value: 7: must be a string",
        "spec.type: Invalid value: true: must be a string",
        "spec.machineTypes: Invalid value: must be a list, not an object",
        "spec.regions[0].zones[0].name: Invalid value: must be a string, not a list",
      ],
    ],
    [
      "whose Kubernetes version is a number",
      { spec: { kubernetes: { versions: [{ version: 1.33 }] } } },
      ["spec.kubernetes.versions[0].version: Invalid value: 1.33: must be a string"],
    ],
    [
      "with broken flavors, at their exact paths",
      {
        spec: {
          machineImages: [{ versions: [{}, { capabilityFlavors: [{ tpm: "v2", nic: ["fast", 7] }, [], "amd64"] }] }],
        },
      },
      [
        'spec.machineImages[0].versions[1].capabilityFlavors[0].tpm: Invalid value: "v2": must be a list',
        "spec.machineImages[0].versions[1].capabilityFlavors[0].nic[1]: Invalid value: 7: must be a string",
        "spec.machineImages[0].versions[1].capabilityFlavors[1]: Invalid value: must be an object, not a list",
        'spec.machineImages[0].versions[1].capabilityFlavors[2]: Invalid value: "amd64": must be an object',
      ],
    ],
    [
      "with an unreadable time",
      { spec: { machineImages: [{ versions: [{ expirationDate: "tomorrow", lifecycle: [{ startTime: "" }] }] }] } },
      [
        'spec.machineImages[0].versions[0].expirationDate: Invalid value: "tomorrow": must be a time such as 2027-01-31T00:00:00Z',
        'spec.machineImages[0].versions[0].lifecycle[0].startTime: Invalid value: "": must be a time such as 2027-01-31T00:00:00Z',
      ],
    ],
  ])("%s", (_name, object, expected) => {
    expect(new Set(texts(cloudProfileView(object)))).toEqual(new Set(expected));
  });
});

describe("reads a bare spec", () => {
  it("reporting paths below its place in the object", () => {
    expect(texts(cloudProfileSpec({ machineTypes: 1 }, ["status", "cloudProfileSpec"]))).toEqual([
      "status.cloudProfileSpec.machineTypes: Invalid value: 1: must be a list",
    ]);
    expect(texts(cloudProfileSpec(null, ["spec"]))).toEqual(["spec: Required value: must be an object"]);
  });
});

describe("laws", () => {
  const keys = fc.constantFrom(
    ...["metadata", "name", "spec", "type", "machineTypes", "capabilities", "machineImages", "versions", "kubernetes"],
    ...["capabilityFlavors", "lifecycle", "startTime", "expirationDate", "__proto__", "constructor", "bastion", "cri"],
  );
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "medium" },
      fc.constantFrom(null, "", "x", 0, 1.5, true, "2027-01-01T00:00:00Z"),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.array(fc.tuple(keys, tie("value")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
    ),
  })).value;

  it("never throws, and never reports an error without a text", () => {
    fc.assert(
      fc.property(fc.oneof(json, fc.jsonValue()), (value) => {
        for (const object of [
          { spec: value },
          { metadata: value, spec: { machineTypes: value, machineImages: value } },
        ]) {
          const result = cloudProfileView(object);
          expect(result.ok || (result.errors.length > 0 && result.errors.every((e) => errorText(e) !== ""))).toBe(true);
        }
      }),
    );
  });

  it("does not change the object it reads", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (spec) => {
        const before = JSON.stringify({ spec });
        const object = JSON.parse(before);
        cloudProfileView(object);
        expect(JSON.stringify(object)).toBe(before);
      }),
    );
  });
});
