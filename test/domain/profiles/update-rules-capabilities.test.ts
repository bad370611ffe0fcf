import { describe, expect, it } from "vitest";
import {
  AMD,
  ARM,
  childOf,
  D1,
  D2,
  type Json,
  L,
  parentOf,
  withCustomImage,
  withType,
} from "../namespaced-profiles/reviewed.ts";
import { detailOf, linesOf } from "./updated.ts";

const ARCHITECTURES: Json = { name: "architecture", values: ["amd64", "arm64"] };
const [AMD_ONLY = {}, TPM = {}] = D1;
const NIC: Json = { name: "nic", values: ["fast", "slow"] };
const FAST_ONLY: Json = { name: "nic", values: ["fast"] };

const SLOW_TYPE = withType({ capabilities: { ...AMD, nic: ["slow"] } });
const SLOW_FLAVOR = withCustomImage({ capabilityFlavors: [AMD, { ...AMD, nic: ["slow"] }] });
const FAST_TYPE = withType({ capabilities: { ...AMD, nic: ["fast"] } });
const ARM_TYPE = withType({ capabilities: ARM });

const AT = "Forbidden spec.machineCapabilities";

/** Findings about an update from one list of definitions to another; the parent's own elements fit both. */
function changed(before: readonly Json[], after: readonly Json[], children: Readonly<Record<string, typeof ARM_TYPE>>) {
  return linesOf([parentOf(before), parentOf(after)], { children }).filter((text) => !text.includes("CAP-CP-91"));
}

describe("capabilities and values that go", () => {
  it.each<[string, Parameters<typeof changed>, readonly string[]]>([
    ["a value that a type names", [D2, [ARCHITECTURES, TPM, FAST_ONLY], { team: SLOW_TYPE }], [`CAP-CP-83 ${AT}`]],
    ["a value that a flavor names", [D2, [ARCHITECTURES, TPM, FAST_ONLY], { team: SLOW_FLAVOR }], [`CAP-CP-83 ${AT}`]],
    ["a value that nobody names", [D2, [ARCHITECTURES, TPM, FAST_ONLY], { team: FAST_TYPE }], []],
    ["a capability that a type names", [D2, [ARCHITECTURES, TPM], { team: FAST_TYPE }], [`CAP-CP-83 ${AT}`]],
    ["a capability that nobody names", [D2, [ARCHITECTURES, TPM], { team: ARM_TYPE }], []],
    [
      "a capability that a type names without values",
      [D2, [ARCHITECTURES, TPM], { team: withType({ capabilities: { ...AMD, nic: [] } }) }],
      [`CAP-CP-83 ${AT}`],
    ],
    [
      "an architecture, and no child names anything else",
      [D2, [AMD_ONLY, TPM, NIC], { team: ARM_TYPE }],
      [`CAP-CP-85 ${AT}`],
    ],
    [
      "an architecture, and another child names something else",
      [D2, [AMD_ONLY, TPM, NIC], { team: ARM_TYPE, other: FAST_TYPE }],
      [`CAP-CP-83 ${AT}`],
    ],
    [
      "an architecture in the legacy field of a type",
      [D2, [AMD_ONLY, TPM, NIC], { team: withType({ architecture: "arm64", capabilities: { nic: ["slow"] } }) }],
      [`CAP-CP-85 ${AT}`],
    ],
    [
      "an architecture in the legacy field of a version",
      [D2, [AMD_ONLY, TPM, NIC], { team: withCustomImage({ capabilityFlavors: [], architectures: ["arm64"] }) }],
      [`CAP-CP-85 ${AT}`],
    ],
    ["an architecture that nobody uses", [D2, [AMD_ONLY, TPM, NIC], { team: withType({ capabilities: AMD }) }], []],
    ["all definitions, and children name only architectures", [D2, L, { team: ARM_TYPE }], []],
    [
      "all definitions, and a child names another capability",
      [D2, L, { team: FAST_TYPE }],
      [`CAP-CP-83 ${AT}`, `CAP-CP-83 ${AT}`],
    ],
    ["nothing, because there were no definitions", [L, D2, { team: ARM_TYPE }], []],
    [
      "nothing, but the order changes",
      [D2, [ARCHITECTURES, NIC, TPM], { team: SLOW_TYPE }],
      [`CAP-CP-90 ${AT} (warning)`],
    ],
  ])("%s", (_, update, expected) => {
    expect(changed(...update)).toEqual(expected);
  });

  it("names the children and where they use it", () => {
    const parents = [parentOf(D2), parentOf([ARCHITECTURES, TPM, FAST_ONLY])] as const;
    expect(detailOf(parents, { children: { team: SLOW_TYPE, own: SLOW_FLAVOR, none: childOf() } })).toBe(
      'value "slow" of capability "nic" is named by NamespacedCloudProfiles garden-dev/own (version "1.0.0" of machine ' +
        'image "custom"), garden-dev/team (machine type "t1"); have these changed first',
    );
  });
});
