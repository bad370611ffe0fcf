import { describe, expect, it } from "vitest";
import { validateCloudProfile } from "../../../src/domain/profiles/validate-cloud-profile.ts";
import { compareFindings } from "../../../src/domain/rules/finding.ts";
import { cloudProfileView } from "../../../src/wire/cloud-profile.ts";
import { parsedValue } from "../../support/parsed.ts";
import { line, NOW } from "./reviewed.ts";

type Json = Readonly<Record<string, unknown>>;

const L: readonly Json[] = [];
const D1 = [
  { name: "architecture", values: ["amd64"] },
  { name: "tpm", values: ["v2", "v1"] },
];
const D2 = [
  { name: "architecture", values: ["amd64", "arm64"] },
  { name: "tpm", values: ["v2", "v1"] },
  { name: "nic", values: ["fast", "slow"] },
];
const AMD = { architecture: ["amd64"] };
const ARM = { architecture: ["arm64"] };

const MT = "spec.machineTypes[0]";
const V = "spec.machineImages[0].versions[0]";
const FL = `${V}.capabilityFlavors`;

interface Parts {
  readonly types?: readonly Json[];
  readonly versions?: readonly Json[];
  readonly type?: string;
}

/** Denials and warnings about a profile as the API server hands it over; no warnings about what fits what. */
function reviewed(definitions: readonly Json[], { types, versions, type = "local" }: Parts): readonly string[] {
  const spec = {
    type,
    machineCapabilities: definitions,
    kubernetes: { versions: [{ version: "1.34.2" }] },
    machineTypes: (types ?? [{}]).map((each, index) => ({ name: `m${index}`, usable: true, ...each })),
    machineImages: [{ name: "os", updateStrategy: "major", versions: (versions ?? [{}]).map(versionOf) }],
  };
  const view = parsedValue(cloudProfileView({ kind: "CloudProfile", metadata: { name: "p" }, spec }));
  const featureGates = { CloudProfileCapabilities: true, VersionClassificationLifecycle: false };
  return validateCloudProfile({ spec: view.spec, old: undefined, featureGates, now: NOW })
    .filter(({ rule }) => rule !== "CAP-CP-33" && rule !== "CAP-CP-58")
    .toSorted(compareFindings)
    .map(line);
}

function versionOf(parts: Json): Json {
  return { version: "1.0.0", cri: [{ name: "containerd" }], ...parts };
}

describe("edge cases of the contract, section 10", () => {
  const amd = { capabilities: AMD };
  const withAmd = { capabilityFlavors: [AMD] };

  it.each<[number, string, readonly Json[], Parts, readonly string[]]>([
    [
      1,
      "legacy profile of arm64",
      L,
      { types: [{ architecture: "arm64" }], versions: [{ architectures: ["arm64"] }] },
      [],
    ],
    [
      2,
      "no definitions but type capabilities",
      L,
      { types: [{ architecture: "amd64", capabilities: { tpm: ["v2"] } }], versions: [{ architectures: ["amd64"] }] },
      [`CAP-CP-23 Forbidden ${MT}.capabilities`],
    ],
    [3, "no architecture defined", D2.slice(1), {}, ["CAP-CP-04 Required spec.machineCapabilities.architecture"]],
    [
      4,
      "an unknown architecture",
      [{ name: "architecture", values: ["amd64", "riscv64"] }],
      { types: [amd], versions: [withAmd] },
      ['CAP-CP-05 Invalid spec.machineCapabilities.architecture "riscv64"'],
    ],
    [
      5,
      "an architecture in capitals",
      [{ name: "architecture", values: ["AMD64"] }],
      {},
      ['CAP-CP-05 Invalid spec.machineCapabilities.architecture "AMD64"'],
    ],
    [
      6,
      "a reserved name",
      [...D1, { name: "gardener-rollout", values: ["a"] }],
      {},
      ["CAP-CP-03 Forbidden spec.machineCapabilities[2].name"],
    ],
    [
      7,
      "almost reserved names",
      [...D1, { name: "gardener", values: ["a"] }, { name: "Gardener-zone", values: ["a"] }],
      {},
      [],
    ],
    [
      8,
      "a prefixed name",
      [...D1, { name: "vendor.io/tpm", values: ["a"] }],
      {},
      ['CAP-CP-07 Invalid spec.machineCapabilities "vendor.io/tpm"'],
    ],
    [
      9,
      "a capability called constructor",
      [...D1, { name: "constructor", values: ["a", "b"] }],
      { versions: [{ capabilityFlavors: [{ ...AMD, constructor: ["a"] }] }] },
      [],
    ],
    [10, "a name of 63 characters", [...D1, { name: "n".repeat(63), values: ["a"] }], {}, []],
    [
      10,
      "a name of 64 characters",
      [...D1, { name: "n".repeat(64), values: ["a"] }],
      {},
      [`CAP-CP-07 Invalid spec.machineCapabilities "${"n".repeat(64)}"`],
    ],
    [
      11,
      "values out of grammar",
      [...D1, { name: "v", values: ["-v2", "v2_"] }],
      {},
      [
        'CAP-CP-10 Invalid spec.machineCapabilities.v[0] "-v2"',
        'CAP-CP-10 Invalid spec.machineCapabilities.v[1] "v2_"',
      ],
    ],
    [
      12,
      "a repeated value",
      [...D1.slice(0, 1), { name: "tpm", values: ["v2", "v2"] }],
      {},
      ['CAP-CP-11 Duplicate spec.machineCapabilities[1].values[1] "v2"'],
    ],
    [
      13,
      "a repeated architecture without flavors",
      [{ name: "architecture", values: ["amd64", "amd64"] }],
      { types: [amd] },
      ['CAP-CP-11 Duplicate spec.machineCapabilities[0].values[1] "amd64"', `CAP-CP-45 Required ${FL}`],
    ],
    [
      14,
      "a repeated definition",
      [...D1, { name: "nic", values: ["fast"] }, { name: "nic", values: ["slow"] }],
      { types: [{ capabilities: { nic: ["fast"] } }], versions: [{ capabilityFlavors: [{ nic: ["slow"] }] }] },
      [
        'CAP-CP-02 Duplicate spec.machineCapabilities[3].name "nic"',
        `CAP-CP-25 NotSupported ${MT}.capabilities.nic[0] "fast"`,
      ],
    ],
    [15, "one architecture and nothing written", D1, {}, []],
    [16, "an empty flavor", D1, { versions: [{ capabilityFlavors: [{}] }] }, []],
    [16, "a null flavor", D1, { versions: [{ capabilityFlavors: [null] }] }, []],
    [
      17,
      "an empty and a null flavor",
      D1,
      { versions: [{ capabilityFlavors: [{}, null] }] },
      [`CAP-CP-54 Duplicate ${FL}[1] {}`],
    ],
    [
      18,
      "an empty list on a type",
      D1,
      { types: [{ capabilities: { tpm: [] } }] },
      [`CAP-CP-31 Required ${MT}.capabilities.tpm`],
    ],
    [
      18,
      "a null list on a type",
      D1,
      { types: [{ capabilities: { tpm: null } }] },
      [`CAP-CP-31 Required ${MT}.capabilities.tpm`],
    ],
    [
      19,
      "no flavors and an unknown legacy architecture",
      D2,
      { types: [amd], versions: [{ architectures: ["riscv64"] }] },
      [`CAP-CP-45 Required ${FL}`],
    ],
    [
      20,
      "a flavor without architecture",
      D2,
      { types: [amd], versions: [{ capabilityFlavors: [{ tpm: ["v2"] }] }] },
      [`CAP-CP-46 Required ${FL}[0].architecture`],
    ],
    [
      21,
      "a flavor of two architectures",
      D2,
      { types: [amd], versions: [{ capabilityFlavors: [{ architecture: ["amd64", "arm64"] }] }] },
      [`CAP-CP-47 Invalid ${FL}[0].architecture ["amd64","arm64"]`],
    ],
    [
      22,
      "a flavor with its architecture twice",
      D1,
      { versions: [{ capabilityFlavors: [{ architecture: ["amd64", "amd64"] }] }] },
      [`CAP-CP-47 Invalid ${FL}[0].architecture ["amd64","amd64"]`],
    ],
    [
      23,
      "an undefined capability",
      D2,
      { types: [amd], versions: [{ capabilityFlavors: [{ ...AMD, gpu: ["h100"] }] }] },
      [`CAP-CP-50 NotSupported ${FL}[0] "gpu"`],
    ],
    [
      24,
      "an undefined value",
      D2,
      { types: [amd], versions: [{ capabilityFlavors: [{ ...AMD, nic: ["fast", "turbo"] }] }] },
      [`CAP-CP-51 NotSupported ${FL}[0].nic[1] "turbo"`],
    ],
    [
      25,
      "a legacy list that lacks an architecture",
      D2,
      { types: [amd], versions: [{ capabilityFlavors: [AMD, ARM], architectures: ["amd64"] }] },
      [`CAP-CP-57 Invalid ${V}.architectures ["amd64"] (warning)`],
    ],
    [
      26,
      "a legacy list with one architecture more",
      D2,
      { types: [amd], versions: [{ capabilityFlavors: [AMD], architectures: ["amd64", "arm64"] }] },
      [`CAP-CP-48 Invalid ${V}.architectures ["amd64","arm64"]`],
    ],
    [
      27,
      "a legacy field of another architecture",
      D1,
      { types: [{ architecture: "arm64" }] },
      [`CAP-CP-30 Invalid ${MT}.architecture "arm64"`],
    ],
    [
      28,
      "a type without architecture",
      D2,
      { types: [{ capabilities: { nic: ["slow"] } }], versions: [withAmd] },
      [`CAP-CP-29 Required ${MT}.capabilities.architecture`],
    ],
    [
      29,
      "a type with the legacy field alone",
      D2,
      { types: [{ architecture: "arm64", capabilities: { nic: ["slow"] } }], versions: [withAmd] },
      [`CAP-CP-34 Required ${MT}.capabilities.architecture (warning)`],
    ],
    [
      30,
      "field and capability differ",
      D2,
      { types: [{ architecture: "amd64", capabilities: ARM }], versions: [withAmd] },
      [`CAP-CP-27 Invalid ${MT}.architecture "arm64"`],
    ],
    [31, "a type that the API server filled in", D2, { types: [{ capabilities: AMD }], versions: [withAmd] }, []],
    [
      32,
      "flavors equal after defaulting on gcp",
      D2,
      { type: "gcp", types: [amd], versions: [{ capabilityFlavors: [{ ...AMD, nic: ["fast", "slow"] }, AMD] }] },
      [`CAP-CP-54 Duplicate ${FL}[1] {"architecture":["amd64"]}`],
    ],
    [
      32,
      "flavors equal after defaulting on aws",
      D2,
      { type: "aws", types: [amd], versions: [{ capabilityFlavors: [{ ...AMD, nic: ["fast", "slow"] }, AMD] }] },
      [`CAP-CP-54 Duplicate ${FL}[1] {"architecture":["amd64"]} (warning)`],
    ],
    [
      33,
      "flavors with different sets",
      D2,
      {
        types: [amd],
        versions: [
          {
            capabilityFlavors: [
              { ...AMD, nic: ["slow", "fast"] },
              { ...AMD, nic: ["fast"] },
            ],
          },
        ],
      },
      [],
    ],
    [
      41,
      "legacy profile with flavors",
      L,
      {
        types: [{ architecture: "amd64" }],
        versions: [{ architectures: ["amd64"], capabilityFlavors: [{ tpm: ["v1"] }] }],
      },
      [`CAP-CP-53 Forbidden ${FL}`],
    ],
    [
      100,
      "a version and its variant, both supported",
      D1,
      {
        versions: [
          { version: "6.1.0", classification: "supported" },
          { version: "6.1.0-fips", classification: "supported" },
        ],
      },
      [
        "CAP-CP-66 Forbidden spec.machineImages[0].versions[0]",
        "CAP-CP-66 Forbidden spec.machineImages[0].versions[1]",
      ],
    ],
    [
      100,
      "a version and its variant, the variant unclassified",
      D1,
      { versions: [{ version: "6.1.0", classification: "supported" }, { version: "6.1.0-fips" }] },
      [],
    ],
  ])("row %i: %s", (_, __, definitions, parts, expected) => {
    expect(reviewed(definitions, parts)).toEqual(expected);
  });

  it("row 98: 400 versions with 12 flavors each are judged in time", () => {
    const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
    const definitions = [...D1, { name: "form", values: names }];
    const versions = Array.from({ length: 400 }, (_, index) => ({
      version: `1.${index}.0`,
      classification: "supported",
      capabilityFlavors: names.map((name) => ({ form: [name] })),
    }));
    const types = Array.from({ length: 1_000 }, (_, index) => ({ capabilities: { form: [names[index % 12]] } }));
    const started = performance.now();
    expect(reviewed(definitions, { types, versions })).toEqual([]);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
