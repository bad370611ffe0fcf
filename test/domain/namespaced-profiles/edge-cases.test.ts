import { describe, expect, it } from "vitest";
import { effectiveSpec } from "../../../src/domain/profiles/effective.ts";
import {
  AMD,
  ARM,
  CRI,
  childOf,
  D2,
  FUTURE,
  L,
  linesOf,
  parentOf,
  withCustomImage,
  withType,
  withVersion,
} from "./reviewed.ts";

const V = "spec.machineImages[0].versions[0]";
const DATED = { version: "4.0.0", expirationDate: FUTURE };
const CUSTOM = { version: "4.9.0", cri: CRI };

describe("edge cases of the contract, section 10", () => {
  it.each<[number, string, Parameters<typeof linesOf>, readonly string[]]>([
    [66, "an override with a date and empty flavors", [withVersion({ ...DATED, capabilityFlavors: [] })], []],
    [
      67,
      "an override with flavors",
      [withVersion({ ...DATED, capabilityFlavors: [AMD] })],
      [`CAP-NCP-11 Forbidden ${V}.capabilityFlavors`, "CAP-NCP-17 Required rendered.machineImages[0].versions[0].cri"],
    ],
    [
      68,
      "an override without date",
      [withVersion({ version: "4.0.0" })],
      [`CAP-NCP-12 Invalid ${V}.expirationDate null`],
    ],
    [
      69,
      "an override with date and lifecycle",
      [withVersion({ ...DATED, lifecycle: [{ classification: "supported" }] })],
      [`CAP-NCP-20 Forbidden ${V}.lifecycle`],
    ],
    [70, "a custom version with architectures", [withVersion({ ...CUSTOM, architectures: ["arm64"] })], []],
    [
      71,
      "a custom version with nothing",
      [withVersion({ version: "4.9.0" })],
      [
        `CAP-NCP-09 Required ${V}.capabilityFlavors`,
        "CAP-NCP-17 Required rendered.machineImages[0].versions[1].capabilityFlavors",
        "CAP-NCP-10 Required rendered.machineImages[0].versions[1].cri",
      ],
    ],
    [
      72,
      "a custom version with capabilities under a legacy parent",
      [withVersion({ ...CUSTOM, capabilityFlavors: [{ ...ARM, tpm: ["v2"] }] }), { parent: parentOf(L) }],
      [`CAP-NCP-18 Forbidden ${V}.capabilityFlavors[0] (warning)`],
    ],
    [
      73,
      "a machine type of the parent without its capabilities",
      [withType({ name: "m1", cpu: "8" })],
      ["CAP-NCP-21 Required spec.machineTypes[0].capabilities.tpm (warning)"],
    ],
    [
      74,
      "an unknown capability",
      [withType({ capabilities: { ...AMD, sev: ["x"] } })],
      ['CAP-NCP-16 NotSupported rendered.machineTypes[1].capabilities "sev"'],
    ],
    [
      75,
      "a custom image without update strategy",
      [withCustomImage({}, { updateStrategy: null })],
      ["CAP-NCP-08 Required rendered.machineImages[1].updateStrategy"],
    ],
    [
      76,
      "another update strategy of an overridden image",
      [withVersion(DATED, { updateStrategy: "patch" }), { old: withVersion(DATED, { updateStrategy: "minor" }) }],
      ["CAP-NCP-15 Forbidden spec.machineImages[0].updateStrategy"],
    ],
    [
      77,
      "another parent",
      [childOf({ parent: { kind: "CloudProfile", name: "other" } }), { old: childOf() }],
      ['CAP-NCP-03 Invalid spec.parent {"kind":"CloudProfile","name":"other"}'],
    ],
  ])("row %i: %s", (_, __, parameters, expected) => {
    expect(linesOf(...parameters)).toEqual(expected);
  });

  function renderedVersion(...[spec, { parent = parentOf(D2) } = {}]: Parameters<typeof linesOf>) {
    return effectiveSpec(parent, spec).machineImages[0]?.versions.find(({ version }) => version === "4.9.0");
  }

  it("row 70: the architectures become flavors", () => {
    const rendered = renderedVersion(withVersion({ ...CUSTOM, architectures: ["arm64"] }));
    expect(rendered?.capabilityFlavors).toEqual([new Map([["architecture", ["arm64"]]])]);
    expect(rendered?.architectures).toEqual(["arm64"]);
  });

  it("row 72: nothing but the architecture is left", () => {
    const spec = withVersion({ ...CUSTOM, capabilityFlavors: [{ ...ARM, tpm: ["v2"] }] });
    const rendered = renderedVersion(spec, { parent: parentOf(L) });
    expect(rendered?.capabilityFlavors).toEqual([]);
    expect(rendered?.architectures).toEqual(["arm64"]);
  });

  it("row 73: the machine type has all other values", () => {
    const [machineType] = effectiveSpec(parentOf(D2), withType({ name: "m1", cpu: "8" })).machineTypes;
    expect(machineType?.capabilities).toEqual(new Map([["architecture", ["amd64"]]]));
  });

  it("row 79: what the parent adds later, the profile keeps as its own", () => {
    const stored = withVersion({ ...CUSTOM, capabilityFlavors: [{ ...AMD, nic: ["fast"] }] });
    const versions = [{ ...CUSTOM, capabilityFlavors: [ARM], architectures: ["arm64"] }];
    const parent = parentOf(D2, { machineImages: [{ name: "os", updateStrategy: "minor", versions }] });
    expect(linesOf(stored, { old: stored, parent })).toEqual([]);
    expect(renderedVersion(stored, { parent })?.architectures).toEqual(["amd64"]);
  });
});
