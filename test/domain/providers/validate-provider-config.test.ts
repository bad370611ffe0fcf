import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import type { CloudProfileSpec } from "../../../src/domain/profiles/types.ts";
import { linesOf as coreLinesOf, D1, D2, profile } from "../profiles/reviewed.ts";
import {
  AMD,
  ARM,
  amis,
  configOf,
  FL,
  findingsOf,
  flavor,
  type Json,
  L,
  linesOf,
  namespaced,
  namespacedLinesOf,
  os,
  PC,
  PF,
  profileOf,
  V,
  type Written,
} from "./mapped.ts";

/** A profile whose only image version has these flavors, beside one entry in the providerConfig. */
function lines(
  type: string,
  definitions: readonly CapabilityDefinition[],
  core: readonly Written[],
  entry: Json,
): readonly string[] {
  return linesOf(profileOf(type, definitions, os(core)), configOf(type, [entry]));
}

describe("rows 85 to 95 of the contract", () => {
  const SPREAD = { capabilityFlavors: [flavor(AMD, amis("eu")), flavor(ARM, amis("eu", "us"))] };

  it("85: a flavor that is missing in a region is fine in a CloudProfile", () => {
    expect(linesOf(profileOf("aws", D2, os([AMD, ARM]), ["eu"]), configOf("aws", [SPREAD]))).toEqual([]);
    expect(linesOf(profileOf("aws", D2, os([AMD, ARM]), ["eu", "us"]), configOf("aws", [SPREAD]))).toEqual([
      `CAP-PC-22 Invalid ${PF}[0].regions (warning)`,
    ]);
  });

  it("85: it is not in a NamespacedCloudProfile", () => {
    const parent = profileOf("aws", D2, os([AMD], [], "0.9.0"));
    expect(namespacedLinesOf(parent, namespaced(os([AMD, ARM])), configOf("aws", [SPREAD]))).toEqual([
      "CAP-PC-33 Required spec.providerConfig.machineImages",
    ]);
  });

  const WHOLE = { ...AMD, nic: ["fast", "slow"], tpm: ["v1", "v2"] };

  it("86: two equal provider flavors in one region", () => {
    expect(
      lines("aws", D2, [AMD], { capabilityFlavors: [flavor(AMD, amis("eu")), flavor(WHOLE, amis("eu"))] }),
    ).toEqual([`CAP-PC-14 Duplicate ${PF}[1] {"architecture":["amd64"],"nic":["fast","slow"],"tpm":["v1","v2"]}`]);
  });

  it("87: two equal provider flavors in different regions", () => {
    const spec = profileOf("aws", D2, os([AMD, WHOLE]), ["eu", "us"]);
    const entry = { capabilityFlavors: [flavor(AMD, amis("eu")), flavor(WHOLE, amis("us"))] };
    expect(linesOf(spec, configOf("aws", [entry]))).toEqual([]);
    const core = profile(D2, { spec: { type: "aws", machineImages: spec.machineImages } });
    expect(coreLinesOf(core).map((line) => line.slice(0, 10))).toEqual(["CAP-CP-54 "]);
  });

  it("88: regions beside flavors", () => {
    expect(lines("aws", D2, [AMD], { ...amis("eu"), capabilityFlavors: [flavor(AMD, amis("eu"))] })).toEqual([
      `CAP-PC-03 Forbidden ${PC}.regions`,
    ]);
  });

  it("89: a flat entry for a flavor with restrictions", () => {
    expect(lines("aws", D2, [{ ...AMD, nic: ["fast"] }], amis("eu"))).toEqual([`CAP-PC-17 Invalid ${FL}[0] (warning)`]);
  });

  it("90: a flat azure entry without the capability that its provider adds", () => {
    expect(lines("azure", D1, [], { urn: "a:b:c:d" })).toEqual(["CAP-PC-23 Required spec.machineCapabilities"]);
  });

  it("91: an azure flavor with two references", () => {
    expect(lines("azure", D1, [AMD], { capabilityFlavors: [flavor(AMD, { urn: "a:b:c:d", id: "x" })] })).toEqual([
      `CAP-PC-08 Required ${PF}[0]`,
    ]);
  });

  it("92: a gcp flavor without image", () => {
    expect(lines("gcp", D1, [AMD], { capabilityFlavors: [flavor(AMD, {})] })).toEqual([
      `CAP-PC-08 Required ${PF}[0].image`,
    ]);
  });

  it("93: an openstack flavor without regions and image", () => {
    expect(lines("openstack", D1, [AMD], { capabilityFlavors: [flavor(AMD, {})] })).toEqual([
      `CAP-PC-09 Required ${PF}[0]`,
    ]);
  });

  const ALL_OF_D1 = { capabilityFlavors: [flavor({ ...AMD, tpm: ["v1", "v2"] }, { image: "x" })] };

  it("94: a local flavor that spells out all values", () => {
    expect(lines("local", D1, [], ALL_OF_D1)).toEqual([]);
  });

  it("95: the same after a value was added", () => {
    const grown = D1.map(({ name, values }) =>
      name === "tpm" ? { name, values: [...values, "v3"] } : { name, values },
    );
    expect(lines("local", grown, [], ALL_OF_D1)).toEqual([
      `CAP-PC-13 Required ${PF}[0]`,
      `CAP-PC-15 Forbidden ${PF}[0]`,
    ]);
  });
});

describe("a providerConfig as a whole", () => {
  const spec: CloudProfileSpec = profileOf("aws", L, os([], ["amd64"]));

  it.each<[string, string, unknown, readonly string[]]>([
    ["none", "aws", undefined, ["CAP-PC-01 Required spec.providerConfig (warning)"]],
    ["null", "gcp", null, ["CAP-PC-01 Required spec.providerConfig (warning)"]],
    ["none, of an unknown provider", "equinix", undefined, []],
    ["anything, of an unknown provider", "equinix", { machineImages: 7 }, []],
    ["none, of a provider named like a member of objects", "constructor", undefined, []],
    ["a text", "aws", "x", ['WIRE-01 TypeInvalid spec.providerConfig "x"']],
    [
      "no images",
      "aws",
      configOf("aws", [], { machineImages: null }),
      ["CAP-PC-11 Required spec.machineImages[0]", "CAP-PC-02 Required spec.providerConfig.machineImages"],
    ],
    [
      "no images, of a provider that then asks no further",
      "azure",
      configOf("azure", [], { machineImages: [] }),
      ["CAP-PC-02 Required spec.providerConfig.machineImages"],
    ],
  ])("%s", (_, type, config, expected) => {
    expect(linesOf({ ...spec, type }, config)).toEqual(expected);
  });

  it("reports nothing else when it cannot be read", () => {
    expect(linesOf(spec, configOf("aws", [{ image: "x" }]))).toEqual([`WIRE-01 Forbidden ${PC}.image (warning)`]);
  });
});

describe("findings", () => {
  it("say what to do", () => {
    const [found] = findingsOf(profileOf("aws", D2, os([AMD, ARM])), configOf("aws", [amis("eu")]));
    expect(found?.error.detail).toBe(
      'give version "1.0.0" of machine image "os" an image for arm64 in spec.providerConfig.machineImages',
    );
    expect(found?.error.path.join(".")).toBe("spec.machineImages.0.versions.0.capabilityFlavors.1");
  });

  it("have keys of names", () => {
    const [found] = findingsOf(
      profileOf("gcp", L, os([], ["amd64"])),
      configOf("gcp", [{ version: "2.0.0", image: "x" }]),
    );
    expect(found).toMatchObject({ rule: "CAP-PC-12", key: '"os"/"1.0.0"/"amd64"' });
    expect(V).toBe("spec.machineImages[0].versions[0]");
  });
});
