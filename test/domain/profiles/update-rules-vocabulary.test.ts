import { describe, expect, it } from "vitest";
import { AMD, D1, D2, type Json, L, parentOf, parentVersion } from "../namespaced-profiles/reviewed.ts";
import { detailOf, linesOf } from "./updated.ts";

const [ARCHITECTURES = {}, TPM = {}, NIC = {}] = D2;
const AT = "Forbidden spec.machineCapabilities";

/** A profile in which everything names every capability. */
function explicit(definitions: readonly Json[], capabilities: Json) {
  return parentOf(definitions, {
    machineTypes: [{ name: "m1", usable: true, capabilities }],
    machineImages: [
      { name: "os", updateStrategy: "minor", versions: [parentVersion(D2, { capabilityFlavors: [capabilities] })] },
    ],
  });
}

const ALL = { ...AMD, tpm: ["v2"], nic: ["fast"], gpu: ["none"] };

describe("the order of definitions and values", () => {
  it.each<[string, readonly Json[], readonly string[]]>([
    ["stays", D2, []],
    ["of definitions changes", [ARCHITECTURES, NIC, TPM], [`CAP-CP-90 ${AT} (warning)`]],
    [
      "of values changes",
      [ARCHITECTURES, TPM, { name: "nic", values: ["slow", "fast"] }],
      [`CAP-CP-90 ${AT}[2].values (warning)`],
    ],
    [
      "of both changes",
      [NIC, ARCHITECTURES, { name: "tpm", values: ["v1", "v2"] }],
      [`CAP-CP-90 ${AT} (warning)`, `CAP-CP-90 ${AT}[2].values (warning)`],
    ],
    ["of the others stays when one goes", [ARCHITECTURES, NIC], []],
    ["of the others stays when one comes between", [ARCHITECTURES, { name: "gpu", values: ["none"] }, TPM, NIC], []],
    [
      "of values stays when one comes first",
      [ARCHITECTURES, TPM, { name: "nic", values: ["faster", "fast", "slow"] }],
      [],
    ],
  ])("%s", (_, after, expected) => {
    expect(linesOf([explicit(D2, ALL), explicit(after, ALL)])).toEqual(expected);
  });
});

describe("new capabilities and values", () => {
  const more: readonly Json[] = [ARCHITECTURES, { name: "tpm", values: ["v2", "v1", "v3"] }, NIC];
  it.each<[string, Parameters<typeof linesOf>[0], readonly string[]]>([
    ["a value, and a flavor omits the capability", [parentOf(D2), parentOf(more)], [`CAP-CP-91 ${AT}[1] (warning)`]],
    ["a value, and everything names the capability", [explicit(D2, ALL), explicit(more, ALL)], []],
    ["a capability that everything omits", [parentOf(D1), parentOf([...D1, NIC])], [`CAP-CP-91 ${AT}[2] (warning)`]],
    [
      "a capability that everything names",
      [explicit(D2, ALL), explicit([...D2, { name: "gpu", values: ["none"] }], ALL)],
      [],
    ],
    ["definitions where there were none", [parentOf(L), parentOf(D2)], []],
    [
      "a value, and only new elements omit the capability",
      [explicit(D2, ALL), parentOf(more, { machineImages: [] })],
      [],
    ],
    [
      "an architecture, and a machine type keeps to its own by the legacy field",
      [
        explicit(D1, { architecture: ["amd64"], tpm: ["v2"] }),
        parentOf([ARCHITECTURES, TPM], {
          machineTypes: [{ name: "m1", architecture: "amd64", capabilities: { tpm: ["v2"] } }],
        }),
      ],
      [],
    ],
  ])("%s", (_, profiles, expected) => {
    expect(linesOf(profiles)).toEqual(expected);
  });

  it("names what widens", () => {
    expect(detailOf([parentOf(D2), parentOf(more)])).toBe(
      'value "v3" of capability "tpm" is new, and claimed at once by what omits the capability: flavor 0 of os:4.0.0; ' +
        "name it there where this is not meant",
    );
    expect(detailOf([parentOf(D1), parentOf([...D1, NIC])])).toBe(
      'capability "nic" is new, and claimed at once by what omits the capability: machine type "m1", flavor 0 of ' +
        "os:4.0.0; name it there where this is not meant",
    );
  });
});
