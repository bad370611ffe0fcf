import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { findImageVersion } from "../../../src/domain/profiles/compile.ts";
import { clashText, machineTypeText } from "../../../src/domain/profiles/explain-fit.ts";
import { capabilities, D1, D2, profile } from "../../support/case-pools.ts";
import { imageVersion, machineType } from "../../support/profiles.ts";

type Written = Readonly<Record<string, readonly string[]>>;

function explained(
  definitions: readonly CapabilityDefinition[],
  type: Written,
  flavors: readonly Written[],
  architecture?: string,
) {
  const version = imageVersion({ capabilityFlavors: flavors.map(capabilities) });
  const found = profile({
    machineCapabilities: definitions,
    machineTypes: [machineType({ name: "m", architecture, capabilities: capabilities(type) })],
    machineImages: [{ name: "os", updateStrategy: undefined, versions: [version] }],
  });
  const [compiledType, compiledVersion] = [found.machineTypes.get("m"), findImageVersion(found, "os", "1.0.0")];
  if (compiledType === undefined || compiledVersion === undefined) {
    throw new Error("the profile has no such pair");
  }
  return { type: machineTypeText(found, compiledType), clash: clashText(found, compiledType, compiledVersion) };
}

describe("machineTypeText", () => {
  it.each<[string, readonly CapabilityDefinition[], Written, string | undefined, string]>([
    [
      "what is declared, in the order of the vocabulary",
      D2,
      { nic: ["slow", "fast"], tpm: ["v1"] },
      undefined,
      "tpm=v1, nic=fast|slow",
    ],
    ["nothing where nothing is declared", D2, {}, undefined, "no restrictions"],
    ["an architecture that only the field tells", D2, { tpm: ["v2"] }, "arm64", "architecture=arm64, tpm=v2"],
    ["an empty list", D1, { tpm: [] }, undefined, "tpm=(none)"],
    ["nothing of undefined capabilities", D1, { gpu: ["a"] }, undefined, "no restrictions"],
    ["the architecture in legacy mode", [], { tpm: ["v2"] }, "arm64", "architecture=arm64"],
  ])("tells %s", (_, definitions, type, architecture, expected) => {
    expect(explained(definitions, type, [], architecture).type).toBe(expected);
  });
});

describe("clashText", () => {
  it.each<[string, Written, readonly Written[], string]>([
    [
      "the first capability that clashes, flavor by flavor",
      { architecture: ["amd64"], tpm: ["v2"] },
      [
        { architecture: ["amd64"], tpm: ["v1"] },
        { architecture: ["arm64"], tpm: ["v1"] },
      ],
      "flavor 0 has tpm=v1 where the machine type has tpm=v2; flavor 1 has architecture=arm64 where the machine type has architecture=amd64",
    ],
    [
      "flavors with the same clash together",
      { tpm: ["v2"] },
      [{ tpm: ["v1"] }, { nic: [] }, { tpm: ["v1"], nic: ["slow"] }],
      "flavors 0, 2 have tpm=v1 where the machine type has tpm=v2; flavor 1 has nic=(none) where the machine type has nic=fast|slow",
    ],
    [
      "nothing of flavors that fit",
      { tpm: ["v2"] },
      [{}, { tpm: ["v1"] }],
      "flavor 1 has tpm=v1 where the machine type has tpm=v2",
    ],
  ])("tells %s", (_, type, flavors, expected) => {
    expect(explained(D2, type, flavors).clash).toBe(expected);
  });

  it("spells out four kinds of clashes and counts the others", () => {
    const values = ["a", "b", "c", "d", "e", "f", "g"];
    const definitions = [
      { name: "architecture", values: ["amd64"] },
      { name: "x", values },
    ];
    const flavors = values.slice(1).map((value) => ({ x: [value] }));
    const { clash } = explained(definitions, { x: ["a"] }, flavors);
    expect(clash.split("; ")).toHaveLength(5);
    expect(clash).toMatch(
      /^flavor 0 has x=b .*; flavor 3 has x=e where the machine type has x=a; 2 further kinds of clashes$/,
    );
  });
});
