import { describe, expect, it } from "vitest";
import { AMD, ARM, CRI, D2, type Json, L, linesOf, parentOf, withType, withVersion } from "./reviewed.ts";

const LEGACY = { parent: parentOf(L) };

describe("capabilities under a legacy parent", () => {
  const FL = "spec.machineImages[0].versions[0].capabilityFlavors";

  it.each<[string, readonly Json[], readonly string[]]>([
    ["the architecture alone", [AMD, ARM], []],
    ["another one", [AMD, { ...ARM, tpm: ["v2"] }], [`CAP-NCP-18 Forbidden ${FL}[1] (warning)`]],
    [
      "several in several flavors",
      [
        { ...AMD, tpm: ["v2"], nic: [] },
        { ...ARM, constructor: ["x"] },
      ],
      [`CAP-NCP-18 Forbidden ${FL}[0] (warning)`, `CAP-NCP-18 Forbidden ${FL}[1] (warning)`],
    ],
  ])("on a flavor: %s", (_, capabilityFlavors, expected) => {
    expect(linesOf(withVersion({ version: "4.9.0", cri: CRI, capabilityFlavors }), LEGACY)).toEqual(expected);
  });

  it("on a machine type", () => {
    const capabilities = { ...AMD, tpm: ["v2"] };
    expect(linesOf(withType({ capabilities: AMD }), LEGACY)).toEqual([]);
    expect(linesOf(withType({ capabilities }), LEGACY)).toEqual([
      "CAP-NCP-18 Forbidden spec.machineTypes[0].capabilities (warning)",
    ]);
    expect(linesOf(withType({ capabilities }), { parent: parentOf(D2) })).toEqual([]);
  });
});
