import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import type { MachineType } from "../../../src/domain/profiles/types.ts";
import { machineType } from "../../support/profiles.ts";
import { capabilities, D1, D2, findingsOf, linesOf, profile } from "./reviewed.ts";

const L: readonly CapabilityDefinition[] = [];
const AT = "spec.machineTypes[0]";

describe("a machine type", () => {
  it.each<[string, readonly CapabilityDefinition[], Partial<MachineType>, readonly string[]]>([
    ["legacy: field alone", L, { architecture: "arm64" }, []],
    ["legacy: no architecture", L, { architecture: undefined }, [`CAP-CP-22 Required ${AT}.architecture`]],
    ["legacy: empty architecture", L, { architecture: "" }, [`CAP-CP-22 Required ${AT}.architecture`]],
    [
      "legacy: unknown architecture",
      L,
      { architecture: "AMD64" },
      [`CAP-CP-28 NotSupported ${AT}.architecture "AMD64"`],
    ],
    [
      "legacy: capabilities",
      L,
      { capabilities: capabilities({ tpm: [], gpu: ["x", "x"] }) },
      [`CAP-CP-23 Forbidden ${AT}.capabilities`],
    ],
    ["one architecture: nothing written", D1, {}, []],
    ["one architecture: field equal", D1, { architecture: "amd64" }, []],
    ["one architecture: empty field", D1, { architecture: "" }, []],
    [
      "one architecture: field of another",
      D1,
      { architecture: "arm64" },
      [`CAP-CP-30 Invalid ${AT}.architecture "arm64"`],
    ],
    [
      "an undefined capability",
      D1,
      { capabilities: capabilities({ gpu: ["h100"] }) },
      [`CAP-CP-24 NotSupported ${AT}.capabilities "gpu"`],
    ],
    [
      "names of an object's members are undefined too",
      D1,
      { capabilities: capabilities({ constructor: ["a"], toString: ["b"] }) },
      [
        `CAP-CP-24 NotSupported ${AT}.capabilities "constructor"`,
        `CAP-CP-24 NotSupported ${AT}.capabilities "toString"`,
      ],
    ],
    [
      "undefined values",
      D1,
      { capabilities: capabilities({ tpm: ["v2", "v3", ""] }) },
      [`CAP-CP-25 NotSupported ${AT}.capabilities.tpm[1] "v3"`, `CAP-CP-25 NotSupported ${AT}.capabilities.tpm[2] ""`],
    ],
    [
      "two architectures",
      D2,
      { capabilities: capabilities({ architecture: ["amd64", "arm64"] }) },
      [`CAP-CP-26 Invalid ${AT}.capabilities.architecture ["amd64","arm64"]`],
    ],
    [
      "the same architecture twice",
      D2,
      { capabilities: capabilities({ architecture: ["amd64", "amd64"] }) },
      [
        `CAP-CP-26 Invalid ${AT}.capabilities.architecture ["amd64","amd64"]`,
        `CAP-CP-32 Duplicate ${AT}.capabilities.architecture[1] "amd64"`,
      ],
    ],
    ["field and capability equal", D2, { architecture: "amd64" }, []],
    ["field and capability differ", D2, { architecture: "arm64" }, [`CAP-CP-27 Invalid ${AT}.architecture "amd64"`]],
    [
      "field and capability differ, field unknown",
      D2,
      { architecture: "sparc" },
      [`CAP-CP-27 Invalid ${AT}.architecture "amd64"`, `CAP-CP-28 NotSupported ${AT}.architecture "sparc"`],
    ],
    [
      "several architectures defined, none written",
      D2,
      { capabilities: capabilities({ nic: ["slow"] }) },
      [`CAP-CP-29 Required ${AT}.capabilities.architecture`],
    ],
    [
      "several architectures defined, empty field",
      D2,
      { architecture: "", capabilities: capabilities({}) },
      [`CAP-CP-29 Required ${AT}.capabilities.architecture`],
    ],
    [
      "several architectures defined, field alone",
      D2,
      { architecture: "amd64", capabilities: capabilities({ nic: ["slow"] }) },
      [`CAP-CP-34 Required ${AT}.capabilities.architecture (warning)`],
    ],
    [
      "an empty list of architectures",
      D2,
      { architecture: "arm64", capabilities: capabilities({ architecture: [] }) },
      [
        "CAP-CP-58 Invalid spec.machineImages[0].versions[0].capabilityFlavors[0] (warning)",
        `CAP-CP-33 Invalid ${AT} (warning)`,
        `CAP-CP-31 Required ${AT}.capabilities.architecture`,
      ],
    ],
    [
      "an empty list",
      D1,
      { capabilities: capabilities({ tpm: [] }) },
      [`CAP-CP-33 Invalid ${AT} (warning)`, `CAP-CP-31 Required ${AT}.capabilities.tpm`],
    ],
    [
      "a repeated value",
      D1,
      { capabilities: capabilities({ tpm: ["v2", "v1", "v2"] }) },
      [`CAP-CP-32 Duplicate ${AT}.capabilities.tpm[2] "v2"`],
    ],
    ["no name", D1, { name: "" }, [`CAP-CP-21 Required ${AT}.name`]],
    ["a name out of grammar", D1, { name: "a b" }, [`CAP-CP-21 Invalid ${AT}.name "a b"`]],
  ])("%s", (_, definitions, type, expected) => {
    expect(linesOf(profile(definitions, { type }))).toEqual(expected);
  });

  it("is needed", () => {
    expect(linesOf(profile(D1, { spec: { machineTypes: [] } }))).toEqual(["CAP-CP-20 Required spec.machineTypes"]);
    expect(linesOf(profile(D1, { version: { capabilityFlavors: [new Map()] }, spec: { machineTypes: [] } }))).toEqual([
      "CAP-CP-58 Invalid spec.machineImages[0].versions[0].capabilityFlavors[0] (warning)",
      "CAP-CP-20 Required spec.machineTypes",
    ]);
  });

  it("that repeats a name is looked into no further, but for legacy mode", () => {
    const broken = machineType({ architecture: "sparc", capabilities: capabilities({ gpu: [] }) });
    const types = [machineType({ architecture: "amd64" }), broken, machineType({ name: "", architecture: "" })];
    expect(linesOf(profile(D1, { spec: { machineTypes: types } }))).toEqual([
      'CAP-CP-21 Duplicate spec.machineTypes[1].name "m"',
      "CAP-CP-21 Required spec.machineTypes[2].name",
    ]);
    expect(linesOf(profile(L, { spec: { machineTypes: [...types, types[2] ?? broken] } }))).toEqual([
      "CAP-CP-23 Forbidden spec.machineTypes[1].capabilities",
      'CAP-CP-21 Duplicate spec.machineTypes[1].name "m"',
      "CAP-CP-22 Required spec.machineTypes[2].architecture",
      "CAP-CP-21 Required spec.machineTypes[2].name",
      "CAP-CP-22 Required spec.machineTypes[3].architecture",
      'CAP-CP-21 Duplicate spec.machineTypes[3].name ""',
      "CAP-CP-21 Required spec.machineTypes[3].name",
    ]);
  });

  it("is warned about when no active version has a flavor for it", () => {
    const type = { capabilities: capabilities({ architecture: ["amd64"], tpm: ["v2"] }) };
    const fitting = { version: "2.0.0", capabilityFlavors: [capabilities({ architecture: ["amd64"] })] };
    const other = { capabilityFlavors: [capabilities({ architecture: ["amd64"], tpm: ["v1"] })] };
    const unreachable = "CAP-CP-58 Invalid spec.machineImages[0].versions[0].capabilityFlavors[0] (warning)";
    expect(linesOf(profile(D2, { type, versions: [other, fitting] }))).toEqual([unreachable]);
    expect(linesOf(profile(D2, { type, versions: [other, { ...fitting, expirationDate: 1 }] }))).toEqual([
      unreachable,
      "CAP-CP-33 Invalid spec.machineTypes[0] (warning)",
    ]);
    expect(linesOf(profile(D2, { type: { ...type, usable: false }, versions: [other] }))).toEqual([unreachable]);
  });

  it("is matched under the architecture of its field", () => {
    const type = { architecture: "arm64", capabilities: capabilities({ nic: ["slow"] }) };
    const flavors = [
      capabilities({ architecture: ["amd64"], nic: ["slow"] }),
      capabilities({ architecture: ["arm64"], nic: ["fast"] }),
    ];
    expect(linesOf(profile(D2, { type, version: { capabilityFlavors: flavors } }))).toEqual([
      "CAP-CP-58 Invalid spec.machineImages[0].versions[0].capabilityFlavors[0] (warning)",
      "CAP-CP-58 Invalid spec.machineImages[0].versions[0].capabilityFlavors[1] (warning)",
      "CAP-CP-33 Invalid spec.machineTypes[0] (warning)",
      "CAP-CP-34 Required spec.machineTypes[0].capabilities.architecture (warning)",
    ]);
  });

  it("is named in every message, with what to write instead", () => {
    const findings = findingsOf(profile(D1, { type: { capabilities: capabilities({ tpm: ["v3"] }) } }));
    expect(findings.find(({ rule }) => rule === "CAP-CP-25")?.error.detail).toBe(
      'supported values: "v2", "v1"; add the value to capability "tpm" in spec.machineCapabilities, or remove it from machine type "m"',
    );
  });
});
