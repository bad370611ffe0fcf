import { describe, expect, it } from "vitest";
import { AMD, ARM, D2, type Json, L, linesOf, parentOf, withType } from "./reviewed.ts";

const T = "spec.machineTypes[0].capabilities";
const PARENT = parentOf(D2, {
  machineTypes: [{ name: "m1", capabilities: { ...AMD, tpm: ["v2"], nic: ["slow", "fast"] }, architecture: "amd64" }],
});

describe("a machine type that replaces one of the parent", () => {
  it.each<[string, Json, readonly string[]]>([
    ["repeats the restriction", { capabilities: { ...AMD, tpm: ["v2"] } }, []],
    ["restricts otherwise", { capabilities: { ...ARM, tpm: ["v1"] } }, []],
    ["repeats nothing; the architecture is filled in", {}, [`CAP-NCP-21 Required ${T}.tpm (warning)`]],
    ["leaves a restriction out", { capabilities: AMD }, [`CAP-NCP-21 Required ${T}.tpm (warning)`]],
    [
      "leaves the architecture to the field",
      { capabilities: { tpm: ["v2"] }, architecture: "amd64" },
      [`CAP-NCP-21 Required ${T}.architecture (warning)`],
    ],
    ["has another name", { name: "m2" }, []],
  ])("%s", (_, parts, expected) => {
    expect(linesOf(withType({ name: "m1", ...parts }), { parent: PARENT })).toEqual(expected);
  });

  it("widens nothing where the parent restricts nothing", () => {
    expect(linesOf(withType({ name: "m1" }), { parent: parentOf(L) })).toEqual([]);
    const parent = parentOf(D2, { machineTypes: [{ name: "m1", capabilities: AMD }] });
    expect(linesOf(withType({ name: "m1" }), { parent })).toEqual([]);
  });
});
