import { describe, expect, it } from "vitest";
import { comparePreference, type FlavorSelection, selectFlavor } from "../../../src/domain/capabilities/select.ts";
import { effectiveCapabilities } from "../../../src/domain/capabilities/set.ts";
import type { Capabilities, CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { vocabularyOf } from "../../../src/domain/capabilities/vocabulary.ts";

type Written = Readonly<Record<string, readonly string[]>>;

function capabilities(written: Written): Capabilities {
  return new Map(Object.entries(written));
}

function select(definitions: readonly CapabilityDefinition[], machine: Written, flavors: readonly Written[]) {
  const vocabulary = vocabularyOf(definitions);
  const entries = flavors.map((flavor, index) => ({ capabilities: capabilities(flavor), image: `image-${index}` }));
  return selectFlavor(vocabulary, entries, effectiveCapabilities(vocabulary, capabilities(machine)));
}

function found(index: number): FlavorSelection {
  return { kind: "found", index };
}

function ambiguous(...indexes: readonly number[]): FlavorSelection {
  return { kind: "ambiguous", indexes };
}

const INCOMPATIBLE: FlavorSelection = { kind: "incompatible" };

const D: readonly CapabilityDefinition[] = [
  { name: "architecture", values: ["amd64", "arm64"] },
  { name: "firmware", values: ["uefi", "bios"] },
  { name: "disk", values: ["nvme", "virtio", "ide"] },
];

/** Of an amd64 machine type or flavor. */
function amd(others: Written = {}): Written {
  return { architecture: ["amd64"], ...others };
}

describe("selectFlavor by the worked examples", () => {
  it.each<[string, Written, readonly Written[], FlavorSelection]>([
    [
      "E1: an earlier capability outranks a later one",
      amd(),
      [amd({ firmware: ["bios"] }), amd({ firmware: ["uefi"], disk: ["ide"] })],
      found(1),
    ],
    [
      "E2: a second value decides before the next capability",
      amd(),
      [amd({ firmware: ["uefi"], disk: ["nvme"] }), amd({ firmware: ["uefi", "bios"], disk: ["virtio"] })],
      found(1),
    ],
    [
      "E3: a value counts that the machine type lacks",
      amd({ disk: ["ide"] }),
      [amd({ firmware: ["uefi"], disk: ["virtio", "ide"] }), amd({ firmware: ["uefi"], disk: ["ide"] })],
      found(0),
    ],
    [
      "E4: so it does in an earlier capability",
      amd({ firmware: ["bios"] }),
      [amd({ firmware: ["uefi", "bios"], disk: ["ide"] }), amd({ firmware: ["bios"], disk: ["nvme"] })],
      found(0),
    ],
    ["E5: flavors equal after defaulting tie", amd(), [amd(), amd({ firmware: ["bios", "uefi"] })], ambiguous(0, 1)],
    [
      "E6: a tie below the winner does not matter",
      amd(),
      [amd({ firmware: ["bios"] }), amd({ firmware: ["uefi"] }), amd({ firmware: ["bios"] })],
      found(1),
    ],
    [
      "E6: until the winner drops out",
      amd({ firmware: ["bios"] }),
      [amd({ firmware: ["bios"] }), amd({ firmware: ["uefi"] }), amd({ firmware: ["bios"] })],
      ambiguous(0, 2),
    ],
    [
      "E7: values of one capability decide one after another",
      amd({ disk: ["ide", "virtio"] }),
      [amd({ disk: ["nvme", "ide"] }), amd({ disk: ["nvme", "virtio"] }), amd({ disk: ["virtio", "ide"] })],
      found(1),
    ],
  ])("%s", (_, machine, flavors, expected) => {
    expect(select(D, machine, flavors)).toEqual(expected);
  });
});

describe("selectFlavor by the edge cases of section 10", () => {
  const D2: readonly CapabilityDefinition[] = [
    { name: "architecture", values: ["amd64", "arm64"] },
    { name: "tpm", values: ["v2", "v1"] },
    { name: "nic", values: ["fast", "slow"] },
  ];

  it("row 96: the wider flavor wins although the machine type cannot use what it has more", () => {
    const flavors = [amd({ nic: ["slow"] }), amd({ nic: ["fast", "slow"] })];
    expect(select(D2, amd({ nic: ["slow"] }), flavors)).toEqual(found(1));
  });

  it("row 97: equal flavors below the winner are no error", () => {
    const flavors = [amd({ tpm: ["v1"] }), amd({ tpm: ["v1"], nic: ["slow", "fast"] }), amd({ tpm: ["v2"] })];
    expect(select(D2, amd(), flavors)).toEqual(found(2));
  });
});

describe("selectFlavor", () => {
  it.each<[string, Written, readonly Written[], FlavorSelection]>([
    ["has nothing to choose from", amd(), [], INCOMPATIBLE],
    ["finds no flavor of the architecture", amd(), [{ architecture: ["arm64"] }], INCOMPATIBLE],
    ["never aggregates flavors", amd({ disk: ["ide"] }), [amd({ disk: ["nvme"] }), { disk: [] }], INCOMPATIBLE],
    ["takes the only flavor that fits", amd(), [{ architecture: ["arm64"] }, amd({ disk: ["ide"] })], found(1)],
    ["finds nothing for a machine type without a value", amd({ disk: [] }), [amd(), amd()], INCOMPATIBLE],
    ["names all flavors that tie", amd(), [amd(), { architecture: ["arm64"] }, amd(), amd()], ambiguous(0, 2, 3)],
    ["ignores undefined names and values", amd(), [amd({ gpu: ["h100"] }), amd({ disk: ["tape", "ide"] })], found(0)],
  ])("%s", (_, machine, flavors, expected) => {
    expect(select(D, machine, flavors)).toEqual(expected);
  });

  it("is not misled by a value that is defined twice", () => {
    const definitions = [{ name: "disk", values: ["nvme", "ide", "nvme"] }];
    expect(select(definitions, {}, [{ disk: ["ide"] }, { disk: ["nvme"] }])).toEqual(found(1));
    expect(select(definitions, {}, [{ disk: ["ide", "nvme"] }, {}])).toEqual(ambiguous(0, 1));
  });

  it("knows names of members of objects", () => {
    const definitions = [{ name: "constructor", values: ["toString", "valueOf"] }];
    expect(select(definitions, {}, [{ constructor: ["valueOf"] }, { constructor: ["toString"] }])).toEqual(found(1));
    expect(select(definitions, { constructor: ["valueOf"] }, [{}, { constructor: ["toString"] }])).toEqual(found(0));
  });

  it("chooses among several only by what is defined", () => {
    expect(select([], {}, [amd()])).toEqual(found(0));
    expect(select([], {}, [amd(), { architecture: ["arm64"] }])).toEqual(ambiguous(0, 1));
  });
});

describe("comparePreference", () => {
  it("is zero exactly for flavors that are equal after defaulting", () => {
    const vocabulary = vocabularyOf(D);
    const [all, spelledOut, less] = [{}, { disk: ["ide", "nvme", "virtio", "ide"] }, { disk: ["nvme", "virtio"] }].map(
      (written) => effectiveCapabilities(vocabulary, capabilities(written)),
    );
    expect(comparePreference(all ?? [], spelledOut ?? [])).toBe(0);
    expect(comparePreference(all ?? [], less ?? [])).toBeGreaterThan(0);
    expect(comparePreference(less ?? [], all ?? [])).toBeLessThan(0);
  });
});
