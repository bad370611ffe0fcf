import { describe, expect, it } from "vitest";
import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { vocabularyOf } from "../../../src/domain/capabilities/vocabulary.ts";
import { D1, D2 } from "../../support/case-pools.ts";

describe("a vocabulary", () => {
  it.each<
    [string, readonly CapabilityDefinition[], { mode: boolean; multi: boolean; architectures: readonly string[] }]
  >([
    ["without definitions", [], { mode: false, multi: false, architectures: [] }],
    ["of one architecture", D1, { mode: true, multi: false, architectures: ["amd64"] }],
    ["of two architectures", D2, { mode: true, multi: true, architectures: ["amd64", "arm64"] }],
    ["without architecture", [{ name: "tpm", values: ["v2"] }], { mode: true, multi: false, architectures: [] }],
    [
      "with the same architecture twice, which counts twice",
      [{ name: "architecture", values: ["amd64", "amd64"] }],
      { mode: true, multi: true, architectures: ["amd64", "amd64"] },
    ],
  ])("%s knows its mode", (_, definitions, expected) => {
    const vocabulary = vocabularyOf(definitions);
    expect(vocabulary.isCapabilityMode).toBe(expected.mode);
    expect(vocabulary.isMultiArch).toBe(expected.multi);
    expect(vocabulary.architectures).toEqual(expected.architectures);
  });

  it("goes by the last definition of a repeated name, in the place of the first", () => {
    const [first, second] = [
      { name: "nic", values: ["old"] },
      { name: "nic", values: ["new"] },
    ];
    const vocabulary = vocabularyOf([first, { name: "tpm", values: ["v2"] }, second]);
    expect(vocabulary.valuesOf("nic")).toEqual(["new"]);
    expect(vocabulary.definitions.map(({ name }) => name)).toEqual(["nic", "tpm"]);
  });

  it.each(["constructor", "__proto__", "tpm"])("does not define %s by itself", (name) => {
    expect(vocabularyOf([]).valuesOf(name)).toBeUndefined();
  });
});
