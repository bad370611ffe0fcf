import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { capabilities, D1, D2, findingsOf, linesOf, profile } from "./reviewed.ts";

const AMD: CapabilityDefinition = { name: "architecture", values: ["amd64"] };
const LETTERS_63 = "a".repeat(63);

function definition(name: string, ...values: readonly string[]): CapabilityDefinition {
  return { name, values };
}

describe("definitions", () => {
  it.each<[string, readonly CapabilityDefinition[], readonly string[]]>([
    ["none", [], []],
    ["one architecture", D1, []],
    ["two architectures", D2, []],
    [
      "a name that starts almost like the reserved ones",
      [AMD, definition("gardener", "x"), definition("Gardener-zone", "x")],
      [],
    ],
    ["a name of 63 characters", [AMD, definition(LETTERS_63, "x")], []],
    ["names of an object's members", [AMD, definition("constructor", "a"), definition("toString", "a")], []],
    ["case makes another name and value", [AMD, definition("tpm", "v1", "V1"), definition("TPM", "v1")], []],
    [
      "a repeated name",
      [AMD, definition("nic", "fast"), definition("nic", "slow")],
      ['CAP-CP-02 Duplicate spec.machineCapabilities[2].name "nic"'],
    ],
    [
      "a reserved name",
      [AMD, definition("gardener-rollout", "x")],
      ["CAP-CP-03 Forbidden spec.machineCapabilities[1].name"],
    ],
    ["no architecture", [definition("tpm", "v2")], ["CAP-CP-04 Required spec.machineCapabilities.architecture"]],
    [
      "unknown architectures",
      [definition("architecture", "riscv64", "AMD64", "riscv64")],
      [
        'CAP-CP-05 Invalid spec.machineCapabilities.architecture "AMD64"',
        'CAP-CP-05 Invalid spec.machineCapabilities.architecture "riscv64"',
        'CAP-CP-11 Duplicate spec.machineCapabilities[0].values[2] "riscv64"',
      ],
    ],
    [
      "an empty name without values",
      [AMD, definition("")],
      ["CAP-CP-06 Required spec.machineCapabilities", "CAP-CP-08 Required spec.machineCapabilities[]"],
    ],
    [
      "a prefixed name",
      [AMD, definition("vendor.io/tpm", "v2")],
      ['CAP-CP-07 Invalid spec.machineCapabilities "vendor.io/tpm"'],
    ],
    [
      "the name of an object's prototype",
      [AMD, definition("__proto__", "x")],
      ['CAP-CP-07 Invalid spec.machineCapabilities "__proto__"'],
    ],
    [
      "a name of 64 characters",
      [AMD, definition(`${LETTERS_63}a`, "x")],
      [`CAP-CP-07 Invalid spec.machineCapabilities "${LETTERS_63}a"`],
    ],
    ["no values", [AMD, definition("tpm")], ["CAP-CP-08 Required spec.machineCapabilities.tpm"]],
    [
      "no values of the architecture",
      [definition("architecture")],
      ["CAP-CP-08 Required spec.machineCapabilities.architecture"],
    ],
    ["an empty value", [AMD, definition("tpm", "v2", "")], ["CAP-CP-09 Required spec.machineCapabilities.tpm[1]"]],
    [
      "values out of grammar",
      [AMD, definition("tpm", "-v2", "v2_", "a/b", "v.2")],
      [
        'CAP-CP-10 Invalid spec.machineCapabilities.tpm[0] "-v2"',
        'CAP-CP-10 Invalid spec.machineCapabilities.tpm[1] "v2_"',
        'CAP-CP-10 Invalid spec.machineCapabilities.tpm[2] "a/b"',
      ],
    ],
    [
      "a repeated value",
      [AMD, definition("tpm", "v2", "v2")],
      ['CAP-CP-11 Duplicate spec.machineCapabilities[1].values[1] "v2"'],
    ],
    [
      "of repeated names, the last counts",
      [AMD, definition("tpm", "v2", "v2", "-"), definition("tpm", "v1", "v1")],
      [
        'CAP-CP-11 Duplicate spec.machineCapabilities[2].values[1] "v1"',
        'CAP-CP-02 Duplicate spec.machineCapabilities[2].name "tpm"',
      ],
    ],
  ])("%s", (_, definitions, expected) => {
    const found = linesOf(profile(definitions)).filter((text) => text.includes("spec.machineCapabilities"));
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  it("judges uses of a repeated name by its last definition", () => {
    const definitions = [AMD, definition("nic", "fast"), definition("nic", "slow")];
    const flavors = [capabilities({ nic: ["slow"] }), capabilities({ nic: ["fast"] })];
    expect(linesOf(profile(definitions, { version: { capabilityFlavors: flavors } }))).toEqual([
      'CAP-CP-02 Duplicate spec.machineCapabilities[2].name "nic"',
      "CAP-CP-58 Invalid spec.machineImages[0].versions[0].capabilityFlavors[1] (warning)",
      'CAP-CP-51 NotSupported spec.machineImages[0].versions[0].capabilityFlavors[1].nic[0] "fast"',
    ]);
  });

  it("treats two equal architectures as several, as Gardener does", () => {
    const definitions = [definition("architecture", "amd64", "amd64")];
    const spec = profile(definitions, { version: { capabilityFlavors: [] } });
    expect(linesOf(spec)).toEqual([
      'CAP-CP-11 Duplicate spec.machineCapabilities[0].values[1] "amd64"',
      "CAP-CP-45 Required spec.machineImages[0].versions[0].capabilityFlavors",
    ]);
  });

  it("needs the feature gate", () => {
    const featureGates = { CloudProfileCapabilities: false, VersionClassificationLifecycle: false };
    expect(linesOf(profile(D1), { featureGates })).toEqual(["CAP-CP-01 Forbidden spec.machineCapabilities"]);
    expect(linesOf(profile([]), { featureGates })).toEqual([]);
  });

  it("lists the allowed architectures", () => {
    const [found] = findingsOf(profile([definition("architecture", "riscv64")]));
    expect(found?.error.detail).toBe("allowed architectures are amd64, arm64");
  });
});
