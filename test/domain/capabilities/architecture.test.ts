import { describe, expect, it } from "vitest";
import {
  effectiveFlavors,
  machineTypeArchitecture,
  narrowedCapabilities,
  versionArchitectures,
  wideCapabilities,
} from "../../../src/domain/capabilities/architecture.ts";
import { valuesIn } from "../../../src/domain/capabilities/set.ts";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { vocabularyOf } from "../../../src/domain/capabilities/vocabulary.ts";
import { capabilities, D1, D2 } from "../../support/case-pools.ts";

type Written = Readonly<Record<string, readonly string[]>>;
const [AMD, ARM]: readonly [Written, Written] = [{ architecture: ["amd64"] }, { architecture: ["arm64"] }];

describe("the architecture of a machine type (contract, section 2.3)", () => {
  it.each<[string, readonly CapabilityDefinition[], Written, string | undefined, string, readonly string[]]>([
    ["one defined, nothing written", D1, {}, undefined, "amd64", ["amd64"]],
    ["one defined, another in the field", D1, {}, "arm64", "amd64", ["amd64"]],
    ["two defined, one as capability", D2, AMD, undefined, "amd64", ["amd64"]],
    ["two defined, one as capability and the same in the field", D2, AMD, "amd64", "amd64", ["amd64"]],
    ["two defined, one as capability and another in the field", D2, AMD, "arm64", "amd64", ["amd64"]],
    ["two defined, only the field", D2, {}, "arm64", "arm64", ["arm64"]],
    ["two defined, nothing written", D2, {}, undefined, "", ["amd64", "arm64"]],
    ["two defined, an empty field", D2, {}, "", "", ["amd64", "arm64"]],
    ["two defined, both as capability", D2, { architecture: ["amd64", "arm64"] }, undefined, "", ["amd64", "arm64"]],
    [
      "two defined, both as capability and one in the field",
      D2,
      { architecture: ["amd64", "arm64"] },
      "arm64",
      "arm64",
      ["amd64", "arm64"],
    ],
    ["an empty list", D2, { architecture: [] }, undefined, "", []],
    ["an empty list and the field", D2, { architecture: [] }, "arm64", "arm64", []],
    ["one defined, an empty list", D1, { architecture: [] }, undefined, "", []],
    ["two defined, an undefined one in the field", D2, {}, "mips", "mips", []],
  ])("%s", (_, definitions, written, architecture, expected, matched) => {
    const vocabulary = vocabularyOf(definitions);
    const machineType = { architecture, capabilities: capabilities(written) };
    expect(machineTypeArchitecture(vocabulary, machineType)).toBe(expected);
    expect(valuesIn(vocabulary, narrowedCapabilities(vocabulary, machineType), 0)).toEqual(matched);
  });

  it.each<[string, string | undefined, string]>([
    ["the field", "arm64", "arm64"],
    ["an empty field", "", ""],
    ["no field", undefined, ""],
  ])("in legacy mode is %s, whatever the capabilities are", (_, architecture, expected) => {
    expect(machineTypeArchitecture(vocabularyOf([]), { architecture, capabilities: capabilities(AMD) })).toBe(expected);
  });

  it("is not narrowed for Gardener, which goes by both where only the field tells", () => {
    const vocabulary = vocabularyOf(D2);
    const machineType = { architecture: "arm64", capabilities: capabilities({ nic: ["slow"] }) };
    expect(valuesIn(vocabulary, wideCapabilities(vocabulary, machineType), 0)).toEqual(["amd64", "arm64"]);
    expect(valuesIn(vocabulary, narrowedCapabilities(vocabulary, machineType), 2)).toEqual(["slow"]);
  });
});

describe("flavors and architectures of an image version (contract, sections 2.2 and 2.4)", () => {
  it.each<[string, readonly CapabilityDefinition[], readonly Written[], readonly string[], number, readonly string[]]>([
    ["one defined, no flavors", D1, [], [], 1, ["amd64"]],
    ["one defined, no flavors, another in the field", D1, [], ["arm64"], 1, ["amd64"]],
    ["one defined, an empty flavor", D1, [{}], [], 1, ["amd64"]],
    ["one defined, a flavor that omits it", D1, [{ tpm: ["v2"] }], [], 1, ["amd64"]],
    ["two defined, no flavors", D2, [], [], 1, ["amd64", "arm64"]],
    ["two defined, no flavors, one in the field", D2, [], ["arm64"], 1, ["arm64"]],
    ["two defined, no flavors, both in the field", D2, [], ["arm64", "amd64"], 2, ["amd64", "arm64"]],
    ["two defined, an empty flavor", D2, [{}], ["arm64"], 1, ["amd64", "arm64"]],
    ["two defined, a flavor for each, second first", D2, [ARM, AMD], [], 2, ["amd64", "arm64"]],
    ["two defined, flavors for one", D2, [AMD, { ...AMD, tpm: ["v1"] }], ["amd64", "arm64"], 2, ["amd64"]],
    ["two defined, an undefined one", D2, [{ architecture: ["mips"] }], [], 1, []],
    ["legacy mode, flavors and field", [], [AMD], ["arm64"], 0, ["arm64"]],
  ])("%s", (_, definitions, flavors, architectures, count, expected) => {
    const vocabulary = vocabularyOf(definitions);
    const version = { architectures, capabilityFlavors: flavors.map(capabilities) };
    expect(effectiveFlavors(vocabulary, version)).toHaveLength(count);
    expect(versionArchitectures(vocabulary, version)).toEqual(expected);
  });
});
