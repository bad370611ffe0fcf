import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { D1, D2 } from "../profiles/reviewed.ts";
import {
  AMD,
  ARM,
  amis,
  configOf,
  FL,
  flavor,
  ids,
  type Json,
  L,
  linesOf,
  os,
  PC,
  PF,
  PI,
  profileOf,
  V,
  type Written,
} from "./mapped.ts";

const D_AZURE: readonly CapabilityDefinition[] = [
  { name: "architecture", values: ["amd64"] },
  { name: "azure-networking", values: ["accelerated", "basic"] },
];

describe("images and versions that are not mapped (CAP-PC-11, CAP-PC-12)", () => {
  const config = (type: string, name: string) => ({
    ...configOf(type, []),
    machineImages: [{ name, versions: [{ version: "2.0.0", ...REFERENCES[type] }] }],
  });
  const REFERENCES: Readonly<Record<string, Json>> = {
    aws: amis("eu"),
    azure: { id: "x" },
    gcp: { image: "x" },
    openstack: ids("eu"),
    alicloud: ids("eu"),
    local: { image: "x" },
  };
  const perArchitecture = [`CAP-PC-12 Required ${V}`, `CAP-PC-12 Required ${V}`];

  it.each<[string, readonly string[]]>([
    ["aws", perArchitecture],
    ["azure", perArchitecture],
    ["gcp", perArchitecture],
    ["openstack", perArchitecture],
    ["alicloud", [`CAP-PC-12 Required ${V}`]],
    ["local", []],
  ])("%s without capabilities", (type, expected) => {
    const spec = profileOf(type, L, os([], ["amd64", "arm64"]));
    const path = type === "local" ? "spec.providerConfig.machineImages[0]" : "spec.machineImages[0]";
    expect(linesOf(spec, config(type, "os")).filter((line) => !line.startsWith("CAP-PC-21"))).toEqual(expected);
    expect(linesOf(spec, config(type, "OS")).filter((line) => !line.startsWith("CAP-PC-21"))).toEqual([
      `CAP-PC-11 Required ${path}`,
    ]);
  });

  it.each(["aws", "gcp", "openstack", "alicloud"])("%s with capabilities", (type) => {
    expect(linesOf(profileOf(type, D1, os([])), config(type, "os"))).toContain(`CAP-PC-12 Required ${V}`);
  });

  it("local prints the indexes of the profile under its own providerConfig", () => {
    const entry = { version: "2.0.0", capabilityFlavors: [flavor({}, { image: "x" })] };
    expect(linesOf(profileOf("local", D1, os([])), configOf("local", [entry]))).toEqual([
      `CAP-PC-12 Required ${PC}`,
      `CAP-PC-21 Invalid ${PC} "2.0.0" (warning)`,
    ]);
  });
});

describe("flavors that are not mapped (CAP-PC-13)", () => {
  const lines = (core: readonly Written[], mapped: readonly Written[], definitions = D2) =>
    linesOf(
      profileOf("gcp", definitions, os(core)),
      configOf("gcp", [{ capabilityFlavors: mapped.map((written) => flavor(written, { image: "x" })) }]),
    );

  it.each<[string, readonly Written[], readonly Written[], readonly string[]]>([
    ["equal as written", [AMD, ARM], [ARM, AMD], []],
    ["equal after defaulting", [{ ...AMD, nic: ["slow", "fast"] }, ARM], [AMD, { ...ARM, tpm: ["v1", "v2"] }], []],
    ["repeated values", [{ ...AMD, nic: ["slow", "slow"] }], [{ ...AMD, nic: ["slow"] }], []],
    [
      "a subset",
      [AMD, ARM],
      [{ ...AMD, nic: ["slow"] }, ARM],
      [`CAP-PC-13 Required ${FL}[0]`, `CAP-PC-15 Forbidden ${PF}[0]`],
    ],
    [
      "an empty list, which is not all",
      [{ ...AMD, nic: [] }],
      [AMD],
      [`CAP-PC-13 Required ${FL}[0]`, `CAP-PC-15 Forbidden ${PF}[0]`],
    ],
    ["one too few", [AMD, ARM], [AMD], [`CAP-PC-13 Required ${FL}[1]`]],
  ])("%s", (_, core, mapped, expected) => {
    expect(lines(core, mapped)).toEqual(expected);
  });

  it("a version without flavors stands for all values", () => {
    expect(lines([], [AMD], D1)).toEqual([]);
    expect(lines([{}], [{}], D1)).toEqual([]);
    expect(lines([], [{ tpm: ["v1"] }], D1)).toEqual([`CAP-PC-13 Required ${FL}[0]`, `CAP-PC-15 Forbidden ${PF}[0]`]);
  });

  it.each<[string, Json, readonly string[]]>([
    ["openstack", { image: "x" }, [`CAP-PC-13 Required ${FL}[0]`]],
    ["openstack", {}, [`CAP-PC-13 Required ${FL}[0]`]],
    ["aws", {}, [`CAP-PC-13 Required ${FL}[0]`, `CAP-PC-08 Required ${PC}.regions`]],
    ["local", {}, [`CAP-PC-13 Required ${PF}[0]`]],
    ["local", { image: "x" }, [`CAP-PC-05 Forbidden ${PC}.image`]],
  ])("%s with %j, which maps nothing", (type, entry, expected) => {
    expect(linesOf(profileOf(type, D1, os([AMD])), configOf(type, [entry]))).toEqual(expected);
  });

  it("azure and local compare only what is sound by itself", () => {
    const unsound = { capabilityFlavors: [flavor({ tpm: ["v9"] }, { image: "x" })] };
    expect(linesOf(profileOf("local", D1, os([AMD])), configOf("local", [unsound]))).toEqual([
      `CAP-PC-06 NotSupported ${PF}[0].capabilities.tpm[0] "v9"`,
    ]);
    expect(linesOf(profileOf("gcp", D1, os([AMD])), configOf("gcp", [unsound]))).toEqual([
      `CAP-PC-13 Required ${FL}[0]`,
      `CAP-PC-15 Forbidden ${PF}[0]`,
      `CAP-PC-06 NotSupported ${PF}[0].capabilities.tpm[0] "v9"`,
    ]);
  });
});

describe("flat entries beside capabilities (CAP-PC-16, CAP-PC-17)", () => {
  const arm = { architecture: "arm64" };

  it.each<[string, readonly Written[], readonly Json[], readonly string[]]>([
    ["aws", [AMD, ARM], [amis("eu")], [`CAP-PC-16 Required ${FL}[1]`]],
    ["aws", [ARM], [{ regions: [{ name: "eu", ami: "x", ...arm }] }], []],
    ["alicloud", [AMD, ARM], [ids("eu")], [`CAP-PC-16 Required ${FL}[1]`]],
    ["openstack", [AMD, ARM], [{ ...ids("eu"), image: "x" }], [`CAP-PC-16 Required ${FL}[1]`]],
    ["gcp", [AMD, ARM], [{ image: "x" }], [`CAP-PC-16 Required ${FL}[1]`]],
    ["gcp", [AMD, ARM], [{ image: "x", ...arm }, { image: "y" }], []],
    [
      "gcp",
      [AMD, { ...ARM, nic: ["fast"] }],
      [{ image: "x", ...arm }, { image: "y" }],
      [`CAP-PC-17 Invalid ${FL}[1] (warning)`],
    ],
    ["gcp", [{ ...ARM, nic: ["fast"] }], [{ image: "y" }], [`CAP-PC-16 Required ${FL}[0]`]],
    ["aws", [{ ...AMD, nic: ["fast", "slow"] }], [amis("eu")], []],
    ["gcp", [], [{ image: "x" }], [`CAP-PC-16 Required ${FL}[0]`]],
  ])("%s %j %j", (type, core, versions, expected) => {
    expect(linesOf(profileOf(type, D2, os(core)), configOf(type, versions))).toEqual(expected);
  });

  it.each<[string, readonly Written[], Json, readonly string[]]>([
    ["basic networking", [{ ...AMD, "azure-networking": ["basic"] }], { id: "x" }, []],
    ["both", [AMD], { id: "x", acceleratedNetworking: true }, []],
    [
      "less than the entry claims",
      [{ ...AMD, "azure-networking": ["basic"] }],
      { id: "x", acceleratedNetworking: true },
      [`CAP-PC-17 Invalid ${FL}[0] (warning)`],
    ],
  ])("azure: %s", (_, core, entry, expected) => {
    expect(linesOf(profileOf("azure", D_AZURE, os(core)), configOf("azure", [entry]))).toEqual(expected);
  });

  it("azure and gcp prefer flavors to flat entries of the same version", () => {
    const versions = [{ image: "x" }, { capabilityFlavors: [flavor(ARM, { image: "y" })] }];
    expect(linesOf(profileOf("gcp", D2, os([AMD])), configOf("gcp", versions))).toEqual([
      `CAP-PC-13 Required ${FL}[0]`,
      `CAP-PC-20 Duplicate ${PI}.versions[1] "1.0.0"`,
      `CAP-PC-15 Forbidden ${PI}.versions[1].capabilityFlavors[0]`,
    ]);
  });
});

describe("architectures without capabilities (CAP-PC-18)", () => {
  const missing = [`CAP-PC-18 Required ${V}`];
  const arm = { architecture: "arm64" };

  it.each<[string, readonly Json[], readonly string[]]>([
    ["aws", [amis("eu")], missing],
    [
      "aws",
      [
        {
          regions: [
            { name: "eu", ami: "x" },
            { name: "eu", ami: "y", ...arm },
          ],
        },
      ],
      [],
    ],
    ["gcp", [{ image: "x" }], missing],
    ["gcp", [{ image: "x" }, { image: "y", ...arm }], []],
    ["azure", [{ id: "x", ...arm }], missing],
    ["openstack", [ids("eu")], missing],
    ["openstack", [{ image: "x" }], []],
    ["openstack", [{}], []],
    ["alicloud", [ids("eu")], []],
    ["local", [{ image: "x" }], []],
  ])("%s %j", (type, versions, expected) => {
    expect(linesOf(profileOf(type, L, os([], ["amd64", "arm64"])), configOf(type, versions))).toEqual(expected);
  });
});
