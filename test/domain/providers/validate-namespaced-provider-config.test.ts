import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import type { MachineImage } from "../../../src/domain/profiles/types.ts";
import { D1, D2 } from "../profiles/reviewed.ts";
import {
  AMD,
  ARM,
  amis,
  configOf,
  flavor,
  ids,
  type Json,
  L,
  namespaced,
  namespacedFindingsOf,
  namespacedLinesOf,
  os,
  PC,
  PF,
  PI,
  profileOf,
} from "./mapped.ts";

const LIST = "spec.providerConfig.machineImages";
const TYPES = ["aws", "azure", "gcp", "openstack", "alicloud", "local"];

/** The parent has version 0.9.0 of `os`; custom is 1.0.0. */
function lines(
  type: string,
  definitions: readonly CapabilityDefinition[],
  images: readonly MachineImage[],
  config: unknown,
): readonly string[] {
  const parent = profileOf(type, definitions, os([AMD], ["amd64"], "0.9.0"));
  return namespacedLinesOf(parent, namespaced(...images), config);
}

const REFERENCES: Readonly<Record<string, Json>> = {
  aws: amis("eu"),
  azure: { id: "x", acceleratedNetworking: true },
  gcp: { image: "x" },
  openstack: ids("eu"),
  alicloud: ids("eu"),
  local: { image: "x" },
};

describe.each(TYPES)("custom versions of %s", (type) => {
  const listed = configOf(type, [{ ...REFERENCES[type] }]);

  it("are listed", () => {
    expect(lines(type, D1, [os([])], listed)).toEqual([]);
    expect(lines(type, L, [os([], ["amd64"])], listed)).toEqual([]);
  });

  it("are missing (CAP-PC-30)", () => {
    expect(lines(type, D1, [os([])], undefined)).toEqual([`CAP-PC-30 Required ${LIST}`]);
    expect(lines(type, D1, [{ ...os([]), name: "own" }], null)).toEqual([`CAP-PC-30 Required ${LIST}`]);
    expect(lines(type, L, [os([], ["amd64"])], configOf(type, [], { machineImages: [] }))).toEqual([
      `CAP-PC-30 Required ${LIST}`,
    ]);
  });

  it("overrides need no entry", () => {
    expect(lines(type, D1, [os([], [], "0.9.0")], undefined)).toEqual([]);
  });

  it("the parent's are listed anew (CAP-PC-31)", () => {
    const entry = { version: "0.9.0", ...REFERENCES[type] };
    expect(lines(type, D1, [os([], [], "0.9.0")], configOf(type, [entry]))).toEqual([`CAP-PC-31 Forbidden ${PC}`]);
    expect(lines(type, D1, [os([])], configOf(type, [{ ...REFERENCES[type] }, entry]))).toEqual([
      `CAP-PC-31 Forbidden ${PI}.versions[1]`,
      `CAP-PC-32 Invalid ${PI}.versions[1] "os@0.9.0"`,
    ]);
  });

  it("others are listed (CAP-PC-32)", () => {
    const other = { version: "1.0.0", ...REFERENCES[type] };
    expect(lines(type, D1, [os([], [], "0.9.0")], configOf(type, [other]))).toEqual([
      `CAP-PC-32 Invalid ${PC} "os@1.0.0"`,
    ]);
    expect(lines(type, D1, [], listed)).toEqual([`CAP-PC-32 Required ${PI}`]);
  });

  it("cannot be read", () => {
    expect(lines(type, D1, [os([])], configOf(type, [], { x: 1 }))).toEqual([
      "WIRE-01 Forbidden spec.providerConfig.x (warning)",
    ]);
  });
});

describe("entries of custom versions", () => {
  it.each<[string, Json, readonly string[]]>([
    [
      "aws",
      { capabilityFlavors: [flavor({ gpu: ["x"] }, {})] },
      [
        `CAP-PC-13 Required ${LIST}`,
        `CAP-PC-15 Forbidden ${LIST}`,
        `CAP-PC-06 NotSupported ${PF}[0].capabilities "gpu"`,
        `CAP-PC-07 Invalid ${PF}[0].capabilities.architecture []`,
        `CAP-PC-08 Required ${PF}[0].regions`,
      ],
    ],
    ["local", { capabilityFlavors: [flavor({ gpu: ["x"] }, {})] }, []],
    ["local", { image: "x" }, []],
    ["gcp", { capabilityFlavors: [flavor(AMD, { image: "x" })] }, []],
    [
      "gcp",
      { capabilityFlavors: [flavor(AMD, { image: "x" }), flavor(AMD, { image: "y" })] },
      [`CAP-PC-14 Duplicate ${PF}[1] {"architecture":["amd64"]}`],
    ],
    ["gcp", { image: "x", architecture: "arm64" }, [`CAP-PC-15 Forbidden ${LIST}`, `CAP-PC-16 Required ${LIST}`]],
    [
      "aws",
      {
        regions: [
          { name: "eu", ami: "x" },
          { name: "eu", ami: "x", architecture: "arm64" },
        ],
      },
      [`CAP-PC-15 Forbidden ${LIST}`],
    ],
    ["alicloud", ids("eu"), []],
  ])("%s %j", (type, entry, expected) => {
    expect(lines(type, D2, [os([AMD])], configOf(type, [entry]))).toEqual(expected);
  });

  it("strays are the provider's to refuse here", () => {
    const parent = profileOf("aws", D2, os([AMD], [], "0.9.0"));
    const config = configOf("aws", [{ capabilityFlavors: [flavor(AMD, amis("eu")), flavor(ARM, amis("eu"))] }]);
    const found = namespacedFindingsOf(parent, namespaced(os([AMD])), config);
    expect(found.map(({ rule, mark }) => [rule, mark])).toEqual([["CAP-PC-15", "P"]]);
  });

  it("are compared in the format of the parent", () => {
    const entry = { capabilityFlavors: [flavor(AMD, { image: "x" }), flavor(ARM, { image: "x" })] };
    expect(lines("gcp", D2, [os([], ["arm64", "amd64"])], configOf("gcp", [entry]))).toEqual([]);
  });

  it.each<[string, Json, readonly string[]]>([
    ["aws", amis("eu"), [`CAP-PC-18 Required ${LIST}`]],
    ["gcp", { image: "x" }, [`CAP-PC-18 Required ${LIST}`]],
    ["alicloud", ids("eu"), []],
    ["openstack", { image: "x" }, []],
    [
      "gcp",
      { image: "x", capabilityFlavors: [flavor(AMD, { image: "x" })] },
      [`CAP-PC-18 Required ${LIST}`, `CAP-PC-04 Forbidden ${PC}.capabilityFlavors`, `CAP-PC-03 Forbidden ${PC}.image`],
    ],
  ])("without capabilities: %s %j", (type, entry, expected) => {
    expect(lines(type, L, [os([], ["amd64", "arm64"])], configOf(type, [entry]))).toEqual(expected);
  });

  it("without capabilities: an architecture too many", () => {
    const regions = [
      { name: "eu", id: "x" },
      { name: "eu", id: "x", architecture: "arm64" },
    ];
    expect(lines("openstack", L, [os([], ["amd64"])], configOf("openstack", [{ regions }]))).toEqual([
      `CAP-PC-15 Forbidden ${LIST}`,
    ]);
  });
});

describe("regions of custom versions (CAP-PC-33)", () => {
  const missing = [`CAP-PC-33 Required ${LIST}`];

  it.each<[string, Json, Json, readonly string[]]>([
    ["aws", amis("eu"), amis("eu"), []],
    ["aws", amis("eu"), amis("eu", "us"), missing],
    ["alicloud", ids("eu"), ids("us"), [...missing, ...missing]],
    ["openstack", ids("eu"), { ...ids("eu", "us"), image: "x" }, missing],
    ["gcp", { image: "x" }, { image: "x" }, []],
  ])("%s %j %j", (type, amd, arm, expected) => {
    const entry = { capabilityFlavors: [flavor(AMD, amd), flavor(ARM, arm)] };
    expect(lines(type, D2, [os([AMD, ARM])], configOf(type, [entry]))).toEqual(expected);
  });
});

describe("settings beside images (CAP-PC-34)", () => {
  it.each<[string, Json, readonly string[]]>([
    ["azure", { countFaultDomains: [], machineTypes: [{ name: "m" }] }, []],
    ["azure", { countFaultDomains: [{ region: "eu", count: 1 }] }, ["countFaultDomains"]],
    ["azure", { countUpdateDomains: [{}], cloudConfiguration: {} }, ["cloudConfiguration", "countUpdateDomains"]],
    ["openstack", { constraints: { floatingPools: [] }, keystoneURL: "", keystoneForceInsecure: false }, []],
    ["openstack", { constraints: { floatingPools: [{ name: "x" }] } }, [""]],
    ["openstack", { useSNAT: false, dnsServers: ["1.1.1.1"] }, [""]],
  ])("%s %j", (type, others, fields) => {
    const config = configOf(type, [{ ...REFERENCES[type] }], others);
    expect(lines(type, D1, [os([])], config)).toEqual(
      fields.map((field) => `CAP-PC-34 Forbidden spec.providerConfig${field === "" ? "" : `.${field}`}`),
    );
  });
});

it("has no opinion on unknown providers", () => {
  expect(lines("equinix", D1, [os([])], { x: 1 })).toEqual([]);
});
