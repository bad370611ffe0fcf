import { describe, expect, it } from "vitest";
import {
  areCompatible,
  capabilitySetKey,
  commonClash,
  effectiveCapabilities,
  firstClash,
  valuesIn,
} from "../../../src/domain/capabilities/set.ts";
import { vocabularyOf } from "../../../src/domain/capabilities/vocabulary.ts";
import { capabilities, D2 } from "../../support/case-pools.ts";

const VOCABULARY = vocabularyOf(D2);

type Written = Readonly<Record<string, readonly string[]>>;

function effective(written: Written) {
  const set = effectiveCapabilities(VOCABULARY, capabilities(written));
  return D2.map((_, index) => valuesIn(VOCABULARY, set, index));
}

describe("effective capabilities", () => {
  it.each<[string, Written, readonly (readonly string[])[]]>([
    [
      "nothing: all values of everything",
      {},
      [
        ["amd64", "arm64"],
        ["v2", "v1"],
        ["fast", "slow"],
      ],
    ],
    ["one value: that one", { tpm: ["v1"] }, [["amd64", "arm64"], ["v1"], ["fast", "slow"]]],
    [
      "values in any order: in registered order",
      { nic: ["slow", "fast"] },
      [
        ["amd64", "arm64"],
        ["v2", "v1"],
        ["fast", "slow"],
      ],
    ],
    ["a value twice: once", { tpm: ["v2", "v2"] }, [["amd64", "arm64"], ["v2"], ["fast", "slow"]]],
    ["an empty list: none", { tpm: [] }, [["amd64", "arm64"], [], ["fast", "slow"]]],
    ["an undefined value: not that one", { tpm: ["v1", "v9"] }, [["amd64", "arm64"], ["v1"], ["fast", "slow"]]],
    [
      "an undefined capability: no part of it",
      { gpu: [] },
      [
        ["amd64", "arm64"],
        ["v2", "v1"],
        ["fast", "slow"],
      ],
    ],
    ["a value in another case: not that one", { architecture: ["AMD64"] }, [[], ["v2", "v1"], ["fast", "slow"]]],
  ])("of %s", (_, written, expected) => {
    expect(effective(written)).toEqual(expected);
  });

  it("know names that every object has only where they are written", () => {
    const vocabulary = vocabularyOf([
      { name: "constructor", values: ["a", "b"] },
      { name: "toString", values: ["x"] },
    ]);
    const written = capabilities({ constructor: ["b"] });
    expect(effectiveCapabilities(vocabulary, written)).toEqual([0b01n, 0b1n]);
    expect(effectiveCapabilities(vocabulary, new Map())).toEqual([0b11n, 0b1n]);
  });

  it("hold more values than a machine word has bits", () => {
    const values = Array.from({ length: 200 }, (_, index) => `v${index}`);
    const vocabulary = vocabularyOf([{ name: "many", values }]);
    const set = effectiveCapabilities(vocabulary, capabilities({ many: ["v0", "v199"] }));
    expect(valuesIn(vocabulary, set, 0)).toEqual(["v0", "v199"]);
  });

  it("have the most preferred value as their highest bit", () => {
    expect(effectiveCapabilities(VOCABULARY, capabilities({ tpm: ["v2"], nic: ["slow"] }))).toEqual([
      0b11n,
      0b10n,
      0b01n,
    ]);
  });

  it("share a key exactly when they are equal", () => {
    const key = (written: Written) => capabilitySetKey(effectiveCapabilities(VOCABULARY, capabilities(written)));
    expect(key({ nic: ["slow", "fast"], gpu: ["x"] })).toBe(key({}));
    expect(key({ nic: ["slow"] })).not.toBe(key({ nic: ["fast"] }));
    expect(key({ nic: [] })).not.toBe(key({}));
  });
});

describe("compatibility", () => {
  it.each<[string, Written, Written, number | undefined]>([
    ["omitted and omitted", {}, {}, undefined],
    ["omitted and one value", {}, { tpm: ["v1"] }, undefined],
    ["overlapping values", { tpm: ["v1", "v2"] }, { tpm: ["v2"] }, undefined],
    ["different values", { tpm: ["v1"] }, { tpm: ["v2"] }, 1],
    ["an empty list and everything", { nic: [] }, {}, 2],
    ["an empty list and an empty list", { nic: [] }, { nic: [] }, 2],
    [
      "several clashes: the first counts",
      { architecture: ["amd64"], nic: ["fast"] },
      { architecture: ["arm64"], nic: ["slow"] },
      0,
    ],
    ["different values of what is not defined", { gpu: ["a"] }, { gpu: ["b"] }, undefined],
  ])("of %s", (_, a, b, clash) => {
    const [first, second] = [a, b].map((written) => effectiveCapabilities(VOCABULARY, capabilities(written)));
    expect(firstClash(first ?? [], second ?? [])).toBe(clash);
    expect(areCompatible(second ?? [], first ?? [])).toBe(clash === undefined);
  });
});

describe("commonClash", () => {
  const set = (written: Written) => effectiveCapabilities(VOCABULARY, capabilities(written));
  const machine = set({ architecture: ["amd64"], tpm: ["v1"], nic: ["slow"] });

  it.each<[string, readonly Written[], number | undefined]>([
    ["nothing without flavors", [], undefined],
    ["nothing where a flavor fits", [{ tpm: ["v2"] }, {}], undefined],
    ["what a single flavor lacks first", [{ tpm: ["v2"], nic: ["fast"] }], 1],
    [
      "what all flavors lack, though it is not the first for each",
      [{ architecture: ["arm64"], nic: ["fast"] }, { nic: [] }],
      2,
    ],
    ["nothing where each lacks something else", [{ tpm: ["v2"] }, { nic: ["fast"] }], undefined],
  ])("is %s", (_, flavors, expected) => {
    expect(commonClash(flavors.map(set), machine)).toBe(expected);
  });

  it("is nothing without definitions", () => {
    expect(commonClash([[]], [])).toBeUndefined();
  });
});
