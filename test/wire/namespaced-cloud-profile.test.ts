import { describe, expect, it } from "vitest";
import { errorText } from "../../src/domain/field/error.ts";
import { namespacedCloudProfileView } from "../../src/wire/namespaced-cloud-profile.ts";

const METADATA = { name: "mine", namespace: "garden-dev", generation: 3 };

describe("reads a NamespacedCloudProfile", () => {
  it("with its rendered status", () => {
    const result = namespacedCloudProfileView({
      metadata: METADATA,
      spec: {
        parent: { kind: "CloudProfile", name: "aws" },
        kubernetes: { versions: [{ version: "1.33.1" }] },
        machineTypes: [{ name: "m" }],
      },
      status: { observedGeneration: 2, cloudProfileSpec: { type: "aws", machineTypes: [{ name: "m" }] } },
    });
    expect(result).toMatchObject({
      ok: true,
      value: {
        name: "mine",
        namespace: "garden-dev",
        generation: 3,
        spec: {
          parent: { kind: "CloudProfile", name: "aws" },
          kubernetesVersions: [{ version: "1.33.1" }],
          machineTypes: [{ name: "m" }],
          machineImages: [],
          volumeTypes: [],
        },
        status: { observedGeneration: 2, cloudProfileSpec: { type: "aws", machineTypes: [{ name: "m" }] } },
      },
    });
  });

  it.each<[string, unknown]>([
    ["no status", undefined],
    ["a null status", null],
    ["an empty status", {}],
    ["a null profile", { cloudProfileSpec: null }],
    [
      "the empty profile that Go serialises",
      {
        cloudProfileSpec: {
          kubernetes: { versions: null },
          machineImages: null,
          machineTypes: null,
          regions: null,
          type: "",
        },
      },
    ],
  ])("as not rendered with %s", (_name, status) => {
    const result = namespacedCloudProfileView({ metadata: METADATA, spec: {}, status });
    expect(result.ok && result.value.status).toEqual({ cloudProfileSpec: undefined, observedGeneration: 0 });
    expect(result.ok && result.value.spec.parent).toEqual({ kind: "", name: "" });
  });
});

describe("refuses a NamespacedCloudProfile", () => {
  it.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ["without a spec", { metadata: METADATA }, ["spec: Required value: must be an object"]],
    [
      "with a broken rendered profile",
      { spec: {}, status: { cloudProfileSpec: { machineTypes: [{ capabilities: { tpm: 1 } }] } } },
      ["status.cloudProfileSpec.machineTypes[0].capabilities.tpm: Invalid value: 1: must be a list"],
    ],
    ["whose parent is a name", { spec: { parent: "aws" } }, ['spec.parent: Invalid value: "aws": must be an object']],
  ])("%s", (_name, object, expected) => {
    const result = namespacedCloudProfileView(object);
    expect(result.ok ? [] : result.errors.map(errorText)).toEqual(expected);
  });
});
