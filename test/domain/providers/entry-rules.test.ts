import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { D1, D2 } from "../profiles/reviewed.ts";
import { AMD, ARM, amis, configOf, flavor, ids, type Json, L, linesOf, os, PC, PF, PI, profileOf } from "./mapped.ts";

/** Rules that compare the entries with the profile; what is left is about the entries alone. */
const COMPARING = /^CAP-PC-(1[1-8]|2[0-3])/;

function entryLines(type: string, definitions: readonly CapabilityDefinition[], entry: Json): readonly string[] {
  const spec = profileOf(type, definitions, os([], definitions.length === 0 ? ["amd64"] : []));
  return linesOf(spec, configOf(type, [entry])).filter((line) => !COMPARING.test(line));
}

const TYPES = ["aws", "azure", "gcp", "openstack", "alicloud", "local"];

/** What each provider refers to an image with. */
const REFERENCES: Readonly<Record<string, Json>> = {
  aws: amis("eu"),
  azure: { urn: "a:b:c:d" },
  gcp: { image: "x" },
  openstack: ids("eu"),
  alicloud: ids("eu"),
  local: { image: "x" },
};

const reference = (type: string): Json => REFERENCES[type] ?? {};

describe("names (CAP-PC-02)", () => {
  it.each(TYPES)("%s", (type) => {
    const config = {
      ...configOf(type, []),
      machineImages: [
        { name: "", versions: [{ version: "1.0.0", ...reference(type) }] },
        { name: "os", versions: [] },
        { name: "os2", versions: [{ ...reference(type) }] },
      ],
    };
    const found = linesOf(profileOf(type, L, os([], ["amd64"])), config).filter((line) => line.startsWith("CAP-PC-02"));
    expect(found).toEqual([
      `CAP-PC-02 Required ${PI}.name`,
      "CAP-PC-02 Required spec.providerConfig.machineImages[1].versions",
      "CAP-PC-02 Required spec.providerConfig.machineImages[2].versions[0].version",
    ]);
  });
});

describe("both shapes (CAP-PC-03, CAP-PC-05)", () => {
  const both = (type: string, more: Json = {}): Json => ({
    ...reference(type),
    ...more,
    capabilityFlavors: [flavor(AMD, reference(type))],
  });

  it.each<[string, Json, readonly string[]]>([
    ["aws", both("aws"), [`CAP-PC-03 Forbidden ${PC}.regions`]],
    ["alicloud", both("alicloud"), [`CAP-PC-03 Forbidden ${PC}.regions`]],
    ["openstack", both("openstack"), [`CAP-PC-03 Forbidden ${PC}`]],
    ["openstack", { image: "x", capabilityFlavors: [flavor(AMD, ids("eu"))] }, []],
    ["gcp", both("gcp"), [`CAP-PC-03 Forbidden ${PC}.image`]],
    [
      "gcp",
      both("gcp", { architecture: "amd64" }),
      [`CAP-PC-03 Forbidden ${PC}.architecture`, `CAP-PC-03 Forbidden ${PC}.image`],
    ],
    ["gcp", { image: "", architecture: "", capabilityFlavors: [flavor(AMD, { image: "x" })] }, []],
    ["azure", both("azure"), [`CAP-PC-03 Forbidden ${PC}.image`]],
    [
      "azure",
      { architecture: "", acceleratedNetworking: false, capabilityFlavors: [flavor(AMD, { id: "x" })] },
      [`CAP-PC-03 Forbidden ${PC}.acceleratedNetworking`, `CAP-PC-03 Forbidden ${PC}.architecture`],
    ],
    ["azure", { skipMarketplaceAgreement: true, capabilityFlavors: [flavor(AMD, { id: "x" })] }, []],
    ["local", both("local"), [`CAP-PC-05 Forbidden ${PC}.image`]],
    ["local", { image: "x" }, [`CAP-PC-05 Forbidden ${PC}.image`]],
    ["local", { image: "", capabilityFlavors: [flavor(AMD, { image: "x" })] }, []],
  ])("%s %j", (type, entry, expected) => {
    expect(entryLines(type, D1, entry)).toEqual(expected);
  });
});

describe("flavors without machineCapabilities (CAP-PC-04)", () => {
  it.each(TYPES)("%s", (type) => {
    const entry = { capabilityFlavors: [flavor({ gpu: [] }, {})] };
    expect(entryLines(type, L, { ...entry, ...reference(type) })).toContain(
      `CAP-PC-04 Forbidden ${PC}.capabilityFlavors`,
    );
    expect(entryLines(type, L, { capabilityFlavors: [], ...reference(type) })).toEqual([]);
    expect(entryLines(type, L, { capabilityFlavors: null, ...reference(type) })).toEqual([]);
  });
});

describe("capabilities of flavors (CAP-PC-06, CAP-PC-07)", () => {
  it.each(TYPES)("%s", (type) => {
    const entry = {
      capabilityFlavors: [
        flavor({ architecture: ["riscv64"], constructor: ["x"] }, reference(type)),
        flavor({ tpm: ["v1", "v9"] }, reference(type)),
        flavor({ architecture: ["amd64", "arm64"] }, reference(type)),
        flavor({ ...ARM, nic: ["slow", "slow"] }, reference(type)),
      ],
    };
    const odd = JSON.parse(JSON.stringify(entry));
    expect(entryLines(type, D2, odd)).toEqual([
      `CAP-PC-06 NotSupported ${PF}[0].capabilities "constructor"`,
      `CAP-PC-06 NotSupported ${PF}[0].capabilities.architecture[0] "riscv64"`,
      `CAP-PC-07 Invalid ${PF}[1].capabilities.architecture []`,
      `CAP-PC-06 NotSupported ${PF}[1].capabilities.tpm[1] "v9"`,
      `CAP-PC-07 Invalid ${PF}[2].capabilities.architecture ["amd64","arm64"]`,
    ]);
  });

  it("needs no architecture where only one is defined", () => {
    expect(entryLines("gcp", D1, { capabilityFlavors: [flavor({}, { image: "x" }), { image: "y" }] })).toEqual([]);
  });
});

describe("references of flavors (CAP-PC-08, CAP-PC-09, CAP-PC-10)", () => {
  it.each<[string, Json, readonly string[]]>([
    ["aws", {}, [`CAP-PC-08 Required ${PF}[0].regions`]],
    ["aws", { regions: [] }, [`CAP-PC-08 Required ${PF}[0].regions`]],
    [
      "aws",
      { regions: [{}, null, { name: "eu", ami: "x", architecture: "amd64" }] },
      [
        `CAP-PC-08 Required ${PF}[0].regions[0].ami`,
        `CAP-PC-08 Required ${PF}[0].regions[0].name`,
        `CAP-PC-08 Required ${PF}[0].regions[1].ami`,
        `CAP-PC-08 Required ${PF}[0].regions[1].name`,
        `CAP-PC-10 Forbidden ${PF}[0].regions[2].architecture`,
      ],
    ],
    ["alicloud", {}, [`CAP-PC-08 Required ${PF}[0].regions`]],
    ["alicloud", { regions: [{ name: "eu" }] }, [`CAP-PC-08 Required ${PF}[0].regions[0].id`]],
    ["openstack", {}, [`CAP-PC-09 Required ${PF}[0]`]],
    ["openstack", { image: "x" }, []],
    ["openstack", { image: "", regions: [] }, [`CAP-PC-09 Required ${PF}[0]`]],
    [
      "openstack",
      { regions: [{ name: "eu", architecture: "arm64" }] },
      [`CAP-PC-10 Forbidden ${PF}[0].regions[0].architecture`, `CAP-PC-08 Required ${PF}[0].regions[0].id`],
    ],
    ["gcp", { image: "" }, [`CAP-PC-08 Required ${PF}[0].image`]],
    ["local", {}, [`CAP-PC-08 Required ${PF}[0].image`]],
    ["azure", {}, [`CAP-PC-08 Required ${PF}[0]`]],
    ["azure", { urn: null, id: "x" }, []],
    ["azure", { id: "" }, [`CAP-PC-08 Required ${PF}[0].id`]],
    ["azure", { urn: "a:b:c" }, [`CAP-PC-08 Invalid ${PF}[0].urn "a:b:c"`]],
    ["azure", { communityGalleryImageID: "/communitygalleries/g/Images/i/versions/1" }, []],
    ["azure", { sharedGalleryImageID: "/SharedGalleries/g/Images/i/Versions/1" }, []],
    [
      "azure",
      { communityGalleryImageID: "/SharedGalleries/g/Images/i/Versions/1" },
      [`CAP-PC-08 Invalid ${PF}[0].communityGalleryImageID "/SharedGalleries/g/Images/i/Versions/1"`],
    ],
    [
      "azure",
      { sharedGalleryImageID: "/SharedGalleries/g/Images/i" },
      [`CAP-PC-08 Invalid ${PF}[0].sharedGalleryImageID "/SharedGalleries/g/Images/i"`],
    ],
  ])("%s %j", (type, written, expected) => {
    expect(entryLines(type, D1, { capabilityFlavors: [flavor(AMD, written)] })).toEqual(expected);
  });
});

describe("the flat shape (CAP-PC-08, CAP-PC-19)", () => {
  it.each<[string, Json, readonly string[], readonly string[]]>([
    ["aws", {}, [`CAP-PC-08 Required ${PC}.regions`], [`CAP-PC-08 Required ${PC}.regions`]],
    ["alicloud", {}, [`CAP-PC-08 Required ${PC}.regions`], [`CAP-PC-08 Required ${PC}.regions`]],
    ["openstack", {}, [], []],
    ["gcp", {}, [`CAP-PC-08 Required ${PC}.image`], [`CAP-PC-08 Required ${PC}.image`]],
    ["azure", {}, [`CAP-PC-08 Required ${PC}.image`], [`CAP-PC-08 Required ${PC}`]],
    ["azure", { id: "x", urn: "a:b:c:d" }, [`CAP-PC-08 Required ${PC}`], [`CAP-PC-08 Required ${PC}`]],
    ["local", {}, [], [`CAP-PC-08 Required ${PC}.image`]],
    [
      "aws",
      { regions: [{ name: "eu", ami: "x", architecture: "" }] },
      [`CAP-PC-19 NotSupported ${PC}.regions[0].architecture ""`],
      [`CAP-PC-19 NotSupported ${PC}.regions[0].architecture ""`],
    ],
    [
      "openstack",
      {
        regions: [
          { name: "eu", id: "x", architecture: "AMD64" },
          { name: "us", id: "x", architecture: null },
        ],
      },
      [`CAP-PC-19 NotSupported ${PC}.regions[0].architecture "AMD64"`],
      [`CAP-PC-19 NotSupported ${PC}.regions[0].architecture "AMD64"`],
    ],
    [
      "gcp",
      { image: "x", architecture: "x86" },
      [`CAP-PC-19 NotSupported ${PC}.architecture "x86"`],
      [`CAP-PC-19 NotSupported ${PC}.architecture "x86"`],
    ],
    [
      "azure",
      { id: "x", architecture: "x86" },
      [`CAP-PC-19 NotSupported ${PC}.architecture "x86"`],
      [`CAP-PC-19 NotSupported ${PC}.architecture "x86"`],
    ],
  ])("%s %j", (type, entry, withCapabilities, legacy) => {
    expect(entryLines(type, D1, entry)).toEqual(withCapabilities);
    expect(entryLines(type, L, entry)).toEqual(legacy);
  });
});
