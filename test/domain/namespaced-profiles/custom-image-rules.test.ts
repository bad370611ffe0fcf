import { describe, expect, it } from "vitest";
import {
  AMD,
  ARM,
  CRI,
  childOf,
  D1,
  D2,
  FUTURE,
  type Json,
  L,
  linesOf,
  PAST,
  parentOf,
  withCustomImage,
  withVersion,
} from "./reviewed.ts";

const I = "spec.machineImages[0]";
const V = `${I}.versions[0]`;

function specLines(...parameters: Parameters<typeof linesOf>): readonly string[] {
  return linesOf(...parameters).filter((text) => text.includes(" spec."));
}

describe("a custom image", () => {
  it.each<[string, readonly Json[], Json, readonly string[]]>([
    ["flavors", D2, {}, []],
    ["architectures instead of flavors", D2, { capabilityFlavors: null, architectures: ["arm64", "amd64"] }, []],
    ["neither, one architecture", D1, { capabilityFlavors: null }, []],
    ["neither, several", D2, { capabilityFlavors: null }, [`CAP-NCP-07 Required ${V}.capabilityFlavors`]],
    ["neither, legacy", L, { capabilityFlavors: null }, [`CAP-NCP-07 Required ${V}.architectures`]],
    [
      "a flavor without architecture",
      D2,
      { capabilityFlavors: [{ tpm: ["v2"] }] },
      [`CAP-NCP-07 Required ${V}.capabilityFlavors[0].architecture`],
    ],
    [
      "a flavor with two architectures",
      D2,
      { capabilityFlavors: [{ architecture: ["amd64", "arm64"] }] },
      [`CAP-NCP-07 Invalid ${V}.capabilityFlavors[0].architecture ["amd64","arm64"]`],
    ],
    [
      "a list that contradicts the flavors",
      D2,
      { architectures: ["arm64"] },
      [`CAP-NCP-07 Invalid ${V}.architectures ["arm64"]`],
    ],
    [
      "what the parent does not define",
      D2,
      { capabilityFlavors: [{ ...AMD, gpu: ["x"], nic: ["turbo"] }] },
      [
        `CAP-NCP-07 NotSupported ${V}.capabilityFlavors[0] "gpu"`,
        `CAP-NCP-07 NotSupported ${V}.capabilityFlavors[0].nic[0] "turbo"`,
      ],
    ],
    [
      "an unknown architecture, told once",
      D2,
      { capabilityFlavors: null, architectures: ["riscv64"] },
      [
        `CAP-NCP-26 NotSupported ${V}.architectures[0] "riscv64"`,
        `CAP-NCP-07 NotSupported ${V}.capabilityFlavors[0].architecture[0] "riscv64"`,
      ],
    ],
    [
      "classification and lifecycle",
      D2,
      { classification: "golden", lifecycle: [{ classification: "golden" }] },
      [
        `CAP-NCP-07 Forbidden ${V}`,
        `CAP-NCP-07 NotSupported ${V}.classification "golden"`,
        `CAP-NCP-07 NotSupported ${V}.lifecycle[0].classification "golden"`,
      ],
    ],
    ["no CRI", D2, { cri: null }, [`CAP-NCP-07 Required ${V}.cri`]],
    [
      "an unknown CRI with a malformed runtime",
      D2,
      { cri: [{ name: "docker", containerRuntimes: [{ type: "a/b" }] }] },
      [
        `CAP-NCP-07 Invalid ${V}.cri[0].containerRuntimes[0].type "a/b"`,
        `CAP-NCP-07 NotSupported ${V}.cri[0].name "docker"`,
      ],
    ],
    ["a past date", D2, { expirationDate: PAST }, []],
  ])("%s", (_, definitions, version, expected) => {
    expect(specLines(withCustomImage(version), { parent: parentOf(definitions) })).toEqual(expected);
  });

  it("has a version; an image of the parent needs none", () => {
    expect(specLines(withCustomImage({}, { versions: [] }))).toEqual([`CAP-NCP-06 Required ${I}.versions`]);
    expect(linesOf(childOf({ machineImages: [{ name: "os", updateStrategy: "patch" }] }))).toEqual([]);
  });

  it("has one supported version per minor", () => {
    const versions = ["1.0.0", "1.0.1"].map((version) => ({
      version,
      cri: CRI,
      capabilityFlavors: [AMD],
      classification: "supported",
    }));
    expect(specLines(withCustomImage({}, { versions }))).toEqual([
      `CAP-NCP-07 Forbidden ${I}.versions[0]`,
      `CAP-NCP-07 Forbidden ${I}.versions[1]`,
    ]);
  });

  it("has an update strategy, which shows in the rendered profile", () => {
    expect(linesOf(withCustomImage({}, { updateStrategy: null }))).toEqual([
      "CAP-NCP-08 Required rendered.machineImages[1].updateStrategy",
    ]);
    expect(linesOf(withVersion({ version: "4.0.0", expirationDate: FUTURE }))).toEqual([]);
  });

  it("shows its mistakes in the rendered profile, too", () => {
    expect(linesOf(withCustomImage({ cri: null, capabilityFlavors: [] }))).toEqual([
      `CAP-NCP-07 Required ${V}.capabilityFlavors`,
      `CAP-NCP-07 Required ${V}.cri`,
      "CAP-NCP-17 Required rendered.machineImages[1].versions[0].capabilityFlavors",
      "CAP-NCP-10 Required rendered.machineImages[1].versions[0].cri",
    ]);
  });

  it("needs the feature gate for a lifecycle", () => {
    const spec = withCustomImage({ lifecycle: [{ classification: "preview" }] });
    const featureGates = { VersionClassificationLifecycle: false };
    expect(linesOf(spec)).toEqual([]);
    expect(linesOf(spec, { featureGates })).toEqual([
      `CAP-NCP-07 Forbidden ${V}.lifecycle`,
      "CAP-NCP-10 Forbidden rendered.machineImages[1].versions[0].lifecycle",
    ]);
  });
});

describe("a custom version of an image of the parent", () => {
  function customVersion(parts: Json) {
    return withVersion({ version: "4.9.0", cri: CRI, capabilityFlavors: [ARM], ...parts });
  }

  it.each<[string, Json, readonly string[]]>([
    ["flavors", {}, []],
    [
      "no flavors",
      { capabilityFlavors: [] },
      [
        `CAP-NCP-09 Required ${V}.capabilityFlavors`,
        "CAP-NCP-17 Required rendered.machineImages[0].versions[1].capabilityFlavors",
      ],
    ],
    [
      "what the parent does not define",
      { capabilityFlavors: [{ ...ARM, gpu: [] }] },
      [
        `CAP-NCP-09 NotSupported ${V}.capabilityFlavors[0] "gpu"`,
        `CAP-NCP-19 Required ${V}.capabilityFlavors[0].gpu`,
        'CAP-NCP-17 NotSupported rendered.machineImages[0].versions[1].capabilityFlavors[0] "gpu"',
      ],
    ],
    ["no CRI", { cri: [] }, ["CAP-NCP-10 Required rendered.machineImages[0].versions[1].cri"]],
    [
      "an unknown classification",
      { classification: "golden" },
      ['CAP-NCP-10 NotSupported rendered.machineImages[0].versions[1].classification "golden"'],
    ],
    [
      "a contradictory lifecycle",
      { lifecycle: [{ classification: "preview" }], expirationDate: FUTURE },
      ["CAP-NCP-10 Forbidden rendered.machineImages[0].versions[1]"],
    ],
  ])("%s", (_, parts, expected) => {
    expect(linesOf(customVersion(parts))).toEqual(expected);
  });

  it("makes the parent's supported version of the same minor an overlap", () => {
    const version = { version: "4.0.0", classification: "supported", cri: CRI, capabilityFlavors: [AMD] };
    const parent = parentOf(D2, { machineImages: [{ name: "os", updateStrategy: "minor", versions: [version] }] });
    const spec = withVersion({ ...version, version: "4.0.1" });
    expect(linesOf(spec, { parent })).toEqual([
      "CAP-NCP-17 Forbidden rendered.machineImages[0].versions[0]",
      "CAP-NCP-10 Forbidden rendered.machineImages[0].versions[1]",
    ]);
  });
});
