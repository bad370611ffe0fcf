import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { vocabularyOf } from "../../../src/domain/capabilities/vocabulary.ts";
import { normalisedImage, normalisedMachineType } from "../../../src/domain/profiles/normalise.ts";
import { capabilities, D1, D2 } from "../../support/case-pools.ts";
import { imageVersion, machineType } from "../../support/profiles.ts";

type Written = Readonly<Record<string, readonly string[]>>;

/** What the parent has, what is written, and what becomes of it. */
interface VersionRow {
  readonly parent: readonly CapabilityDefinition[];
  readonly written: { readonly flavors?: readonly Written[]; readonly architectures?: readonly string[] };
  readonly expected: { readonly flavors: readonly Written[]; readonly architectures: readonly string[] };
}

describe("a version in the format of its parent (contract, section 4.1)", () => {
  it.each<[string, VersionRow]>([
    [
      "architectures become flavors",
      {
        parent: D2,
        written: { architectures: ["arm64", "amd64"] },
        expected: {
          flavors: [{ architecture: ["arm64"] }, { architecture: ["amd64"] }],
          architectures: ["arm64", "amd64"],
        },
      },
    ],
    ["nothing stays nothing", { parent: D2, written: {}, expected: { flavors: [], architectures: [] } }],
    [
      "flavors stay as they are",
      {
        parent: D2,
        written: { flavors: [{ tpm: ["v2"] }], architectures: ["arm64"] },
        expected: { flavors: [{ tpm: ["v2"] }], architectures: ["arm64"] },
      },
    ],
    [
      "flavors become architectures of a legacy parent",
      {
        parent: [],
        written: { flavors: [{ architecture: ["arm64"], tpm: ["v2"] }, { architecture: ["arm64", "amd64"] }] },
        expected: { flavors: [], architectures: ["arm64", "amd64"] },
      },
    ],
    [
      "flavors beside architectures vanish under a legacy parent",
      {
        parent: [],
        written: { flavors: [{ architecture: ["arm64"] }], architectures: ["amd64"] },
        expected: { flavors: [], architectures: ["amd64"] },
      },
    ],
    [
      "flavors without architecture vanish under a legacy parent",
      { parent: [], written: { flavors: [{ tpm: ["v2"] }, {}] }, expected: { flavors: [], architectures: [] } },
    ],
  ])("%s", (_, { parent, written, expected }) => {
    const version = imageVersion({
      capabilityFlavors: (written.flavors ?? []).map(capabilities),
      architectures: written.architectures ?? [],
    });
    const image = { name: "os", updateStrategy: undefined, versions: [version] };
    const [normalised] = normalisedImage(vocabularyOf(parent), image).versions;
    expect(normalised?.capabilityFlavors).toEqual(expected.flavors.map(capabilities));
    expect(normalised?.architectures).toEqual(expected.architectures);
  });
});

describe("a machine type in the format of its parent (contract, section 4.1)", () => {
  it.each<[string, readonly CapabilityDefinition[], Written, string | undefined, Written, string | undefined]>([
    ["nothing becomes the only architecture", D1, {}, undefined, { architecture: ["amd64"] }, undefined],
    ["the only architecture outranks the field", D1, {}, "arm64", { architecture: ["amd64"] }, "arm64"],
    ["the field becomes a capability", D2, {}, "arm64", { architecture: ["arm64"] }, "arm64"],
    ["nothing becomes amd64", D2, {}, undefined, { architecture: ["amd64"] }, undefined],
    ["an empty field becomes an empty value", D2, {}, "", { architecture: [""] }, ""],
    ["capabilities stay, also without architecture", D2, { tpm: ["v2"] }, undefined, { tpm: ["v2"] }, undefined],
    [
      "the first architecture becomes the field of a legacy parent",
      [],
      { architecture: ["arm64", "amd64"], tpm: ["v2"] },
      undefined,
      {},
      "arm64",
    ],
    ["a set field stays under a legacy parent", [], { architecture: ["arm64"] }, "amd64", {}, "amd64"],
    ["other capabilities vanish under a legacy parent", [], { tpm: ["v2"] }, undefined, {}, undefined],
  ])("%s", (_, parent, written, architecture, expected, expectedField) => {
    const given = machineType({ capabilities: capabilities(written), architecture });
    const normalised = normalisedMachineType(vocabularyOf(parent), given);
    expect(normalised.capabilities).toEqual(capabilities(expected));
    expect(normalised.architecture).toBe(expectedField);
  });
});
