import { describe, expect, it } from "vitest";
import { updateBaseline } from "../../../src/domain/profiles/update-rules.ts";
import { ENFORCE_ALL, judge } from "../../../src/domain/rules/judge.ts";
import {
  AMD,
  childOf,
  D1,
  D2,
  type Json,
  L,
  parentOf,
  parentVersion,
  withCustomImage,
  withType,
  withVersion,
} from "../namespaced-profiles/reviewed.ts";
import { detailOf, findingsOf, linesOf, updateOf } from "./updated.ts";

const SEVERAL: readonly Json[] = [{ name: "architecture", values: ["amd64", "arm64"] }, ...D1.slice(1)];
const UNSAID = withCustomImage({ capabilityFlavors: [] });
const AT = "Forbidden spec.machineCapabilities";

function changed(before: readonly Json[], after: readonly Json[], child: typeof UNSAID, images: Json = {}) {
  const lines = linesOf([parentOf(before), parentOf(after, images)], { children: { team: child } });
  return lines.filter((text) => /CAP-CP-8[89]/.test(text));
}

describe("children rendered with the new parent", () => {
  it.each<[string, Parameters<typeof changed>, readonly string[]]>([
    ["a custom version that names no architecture", [D1, SEVERAL, UNSAID], [`CAP-CP-88 ${AT}`]],
    ["a custom version with flavors", [D1, SEVERAL, withCustomImage({})], []],
    [
      "a custom version with architectures",
      [D1, SEVERAL, withCustomImage({ capabilityFlavors: [], architectures: ["amd64"] })],
      [],
    ],
    ["a custom version, and there were several architectures before", [D2, SEVERAL, UNSAID], [`CAP-CP-89 ${AT}`]],
    ["a custom version, and there were no definitions before", [L, SEVERAL, UNSAID], [`CAP-CP-89 ${AT}`]],
    [
      "an override of the date only",
      [D1, SEVERAL, withVersion({ version: "4.0.0", expirationDate: "2027-01-01T00:00:00Z" })],
      [],
    ],
    [
      "an override of a strategy only",
      [D1, D2, childOf({ machineImages: [{ name: "os", updateStrategy: "patch" }] })],
      [],
    ],
    [
      "a type of an architecture that is not defined",
      [L, D1, withType({ architecture: "arm64" })],
      [`CAP-CP-89 ${AT}`],
    ],
    ["a type with an architecture field alone", [L, D1, withType({ architecture: "amd64" })], []],
    [
      "a type with an unknown capability, as before",
      [D1, D1, withType({ capabilities: { gpu: ["h100"] } })],
      ["CAP-CP-89 Forbidden spec.machineImages"],
    ],
    ["nothing", [D1, SEVERAL, childOf()], []],
    [
      "equal flavors, where images are mapped by region",
      [D1, SEVERAL, withCustomImage({ capabilityFlavors: [AMD, AMD] }), { type: "aws" }],
      [],
    ],
    ["equal flavors", [D1, SEVERAL, withCustomImage({ capabilityFlavors: [AMD, AMD] })], [`CAP-CP-89 ${AT}`]],
  ])("%s", (_, update, expected) => {
    expect(changed(...update)).toEqual(expected);
  });

  it("leaves to CAP-CP-80 and 81 what they report", () => {
    const child = withVersion({ version: "4.0.0", expirationDate: "2027-01-01T00:00:00Z" });
    const other = {
      machineImages: [{ name: "os", updateStrategy: "minor", versions: [parentVersion(D2, { version: "5.0.0" })] }],
    };
    expect(linesOf([parentOf(D2), parentOf(D2, other)], { children: { team: child } })).toEqual([
      "CAP-CP-80 Forbidden spec.machineImages",
    ]);
    const gone = { machineImages: [{ name: "so", updateStrategy: "minor", versions: [parentVersion(D2)] }] };
    expect(linesOf([parentOf(D2), parentOf(D2, gone)], { children: { team: child } })).toEqual([
      "CAP-CP-80 Forbidden spec.machineImages",
      "CAP-CP-81 Forbidden spec.machineImages",
    ]);
  });

  it("says what is wrong with which element", () => {
    expect(detailOf([parentOf(L), parentOf(D1)], { children: { team: withType({ architecture: "arm64" }) } })).toBe(
      'NamespacedCloudProfile garden-dev/team is not valid when it is rendered with this profile: machine type "t1", ' +
        'architecture: Invalid value: "amd64": machine type "t1" has "arm64" in the field architecture but "amd64" as ' +
        "capability; write the same in both, or remove the field (CAP-CP-27); have it changed first",
    );
    expect(detailOf([parentOf(D1), parentOf(SEVERAL)], { children: { team: UNSAID } })).toBe(
      'NamespacedCloudProfile garden-dev/team does not say for which architecture version "1.0.0" of machine image ' +
        '"custom" is built, which has to be said once there are several; have architectures added to it first',
    );
  });
});

describe("the ratchet", () => {
  it("excuses by the old parent what was wrong before, and nothing else", () => {
    const children = {
      broken: withType({ capabilities: { gpu: ["h100"] } }),
      sound: withType({ architecture: "arm64" }),
    };
    const parents = [parentOf(L), parentOf(D1)] as const;
    const verdict = judge(
      findingsOf(parents, { children }),
      ENFORCE_ALL,
      updateBaseline(updateOf(parents, { children })),
    );
    expect(verdict.kind).toBe("deny");
    const again = [parentOf(D1), parentOf(D1, { volumeTypes: [{ name: "ssd" }] })] as const;
    const second = judge(findingsOf(again, { children }), ENFORCE_ALL, updateBaseline(updateOf(again, { children })));
    expect([second.kind, second.warnings.length]).toEqual(["allow", 2]);
  });
});
