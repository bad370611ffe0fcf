import { describe, expect, it } from "vitest";
import type { MachineImageVersion, VersionLife } from "../../../src/domain/profiles/types.ts";
import { imageVersion } from "../../support/profiles.ts";
import { D1, image, linesOf, NOW, profile } from "./reviewed.ts";

const V = "spec.machineImages[0].versions";

function stage(classification: string, startTime?: number) {
  return { classification, startTime };
}

describe("classification and lifecycle", () => {
  it.each<[string, Partial<VersionLife>, readonly string[]]>([
    ["nothing", {}, []],
    ["each classification", { classification: "deprecated", expirationDate: NOW + 1 }, []],
    [
      "an unknown classification",
      { classification: "golden" },
      [`CAP-CP-60 NotSupported ${V}[0].classification "golden"`],
    ],
    ["unavailable", { classification: "unavailable" }, [`CAP-CP-60 NotSupported ${V}[0].classification "unavailable"`]],
    ["an empty classification", { classification: "" }, [`CAP-CP-60 NotSupported ${V}[0].classification ""`]],
    ["expired", { classification: "expired" }, [`CAP-CP-61 Forbidden ${V}[0].classification`]],
    ["a whole lifecycle", { lifecycle: [stage("preview"), stage("supported", 1), stage("expired", 1)] }, []],
    ["a lifecycle that skips stages", { lifecycle: [stage("deprecated", 5)] }, []],
    [
      "a lifecycle with expirationDate",
      { lifecycle: [stage("preview")], expirationDate: NOW },
      [`CAP-CP-63 Forbidden ${V}[0]`],
    ],
    [
      "a lifecycle with classification expired",
      { lifecycle: [stage("preview")], classification: "expired" },
      [`CAP-CP-63 Forbidden ${V}[0]`],
    ],
    [
      "an unknown stage, which ranks lowest",
      { lifecycle: [stage("golden"), stage("preview", 1)] },
      [`CAP-CP-64 NotSupported ${V}[0].lifecycle[0].classification "golden"`],
    ],
    [
      "an unknown stage behind another",
      { lifecycle: [stage("preview"), stage("golden", 1)] },
      [
        `CAP-CP-64 Invalid ${V}[0].lifecycle[1].classification "golden"`,
        `CAP-CP-64 NotSupported ${V}[0].lifecycle[1].classification "golden"`,
      ],
    ],
    [
      "a repeated stage",
      { lifecycle: [stage("preview"), stage("preview", 1)] },
      [`CAP-CP-64 Duplicate ${V}[0].lifecycle[1].classification "preview"`],
    ],
    [
      "stages out of order",
      { lifecycle: [stage("supported"), stage("deprecated", 1), stage("preview", 2)] },
      [`CAP-CP-64 Invalid ${V}[0].lifecycle[2].classification "preview"`],
    ],
    [
      "stages without start",
      { lifecycle: [stage("preview"), stage("supported"), stage("deprecated", 1)] },
      [`CAP-CP-65 Required ${V}[0].lifecycle[1]`],
    ],
    [
      "a start before that of the last stage with start",
      { lifecycle: [stage("preview", 5), stage("supported"), stage("deprecated", 4), stage("expired", 4)] },
      [`CAP-CP-65 Required ${V}[0].lifecycle[1]`, `CAP-CP-65 Invalid ${V}[0].lifecycle[2]`],
    ],
  ])("%s", (_, version, expected) => {
    const found = linesOf(profile(D1, { version }));
    expect(found.filter((text) => !text.includes("machineTypes"))).toEqual(expected);
  });

  it("needs the feature gate, which leaves CAP-CP-66 and 67 alone", () => {
    const featureGates = { CloudProfileCapabilities: true, VersionClassificationLifecycle: false };
    const broken = { classification: "golden", expirationDate: 1, lifecycle: [stage("golden", NOW), stage("preview")] };
    const spec = profile(D1, { versions: [broken, { version: "2", lifecycle: [] }] });
    expect(linesOf(spec, { featureGates, old: profile(D1) })).toEqual([`CAP-CP-62 Forbidden ${V}[0].lifecycle`]);
    const unavailable = profile(D1, { versions: [{ lifecycle: [stage("preview", NOW)] }, { version: "2" }] });
    expect(linesOf(unavailable, { featureGates, old: profile(D1) })).toEqual([
      `CAP-CP-67 Forbidden ${V}[0]`,
      `CAP-CP-62 Forbidden ${V}[0].lifecycle`,
    ]);
  });
});

describe("supported versions of one minor", () => {
  const supported = { classification: "supported" };

  it.each<[string, readonly Partial<MachineImageVersion>[], readonly string[]]>([
    [
      "of different minors",
      [
        { ...supported, version: "6.1.0" },
        { ...supported, version: "6.2.0" },
      ],
      [],
    ],
    [
      "that differ in a suffix",
      [
        { ...supported, version: "6.1.0" },
        { ...supported, version: "6.1.0-fips" },
      ],
      [`CAP-CP-66 Forbidden ${V}[0]`, `CAP-CP-66 Forbidden ${V}[1]`],
    ],
    ["of which one is not classified", [{ ...supported, version: "6.1.0" }, { version: "6.1.0-fips" }], []],
    [
      "of which one has another class",
      [
        { ...supported, version: "6.1.0" },
        { classification: "preview", version: "6.1.1" },
      ],
      [],
    ],
    [
      "of which one has expired",
      [
        { ...supported, version: "6.1.0" },
        { ...supported, version: "6.1.1", expirationDate: 1 },
      ],
      [`CAP-CP-66 Forbidden ${V}[0]`],
    ],
    [
      "of which one has a stage to come",
      [
        { ...supported, version: "6.1.0" },
        { version: "6.1.1", lifecycle: [stage("supported", NOW + 5)] },
      ],
      [`CAP-CP-66 Forbidden ${V}[0]`],
    ],
    [
      "of equal precedence",
      [
        { ...supported, version: "6.1.0" },
        { ...supported, version: "6.1" },
      ],
      [],
    ],
    [
      "three of them",
      ["6.1.0", "6.1.0+b", "6.1.1", "6.1.2"].map((version) => ({ ...supported, version })),
      [0, 1, 2, 3].map((index) => `CAP-CP-66 Forbidden ${V}[${index}]`),
    ],
  ])("%s", (_, versions, expected) => {
    expect(linesOf(profile(D1, { versions }))).toEqual(expected);
  });

  it("may be one per image", () => {
    const machineImages = [
      image("a", [imageVersion({ ...supported, version: "6.1.0" })]),
      image("b", [imageVersion({ ...supported, version: "6.1.1" })]),
    ];
    expect(linesOf(profile(D1, { spec: { machineImages } }))).toEqual([]);
  });
});

describe("a version that becomes unavailable", () => {
  const unavailable = { lifecycle: [stage("preview", NOW + 5)] };
  const sound = { version: "2.0.0" };

  it.each<[string, Partial<MachineImageVersion>, readonly string[]]>([
    ["after being available", {}, [`CAP-CP-67 Forbidden ${V}[0]`]],
    ["after being expired", { expirationDate: 1 }, [`CAP-CP-67 Forbidden ${V}[0]`]],
    ["after being unavailable", { lifecycle: [stage("supported", NOW)] }, []],
    ["and is new", { version: "3.0.0" }, []],
  ])("%s", (_, former, expected) => {
    const spec = profile(D1, { versions: [unavailable, sound] });
    expect(linesOf(spec, { old: profile(D1, { versions: [former, sound] }) })).toEqual(expected);
  });

  it("is allowed on CREATE", () => {
    expect(linesOf(profile(D1, { versions: [unavailable, sound] }))).toEqual([]);
  });

  it("is compared with the last entry of a repeated image", () => {
    const machineImages = [
      image("os", [imageVersion({ lifecycle: [stage("supported", NOW)] })]),
      image("os", [imageVersion({})]),
    ];
    const spec = profile(D1, { versions: [unavailable, sound] });
    expect(linesOf(spec, { old: profile(D1, { spec: { machineImages } }) })).toEqual([`CAP-CP-67 Forbidden ${V}[0]`]);
  });
});

describe("Kubernetes versions", () => {
  function versions(...written: readonly (readonly [string, number?])[]) {
    const kubernetesVersions = written.map(([version, expirationDate]) => ({
      version,
      expirationDate,
      classification: undefined,
      lifecycle: [],
    }));
    return profile(D1, { spec: { kubernetesVersions } });
  }

  it("do not expire when they are the latest", () => {
    const expected = ['CAP-CP-72 Invalid spec.kubernetes.versions[].expirationDate "1.34.10"'];
    expect(linesOf(versions(["1.34.9"], ["1.34.10", NOW + 5]))).toEqual(expected);
    expect(linesOf(versions(["1.34.10", 1], ["1.34.9"]))).toEqual(expected);
  });

  it("may expire otherwise", () => {
    expect(linesOf(versions(["1.34.9", 1], ["1.34.10"]))).toEqual([]);
    expect(linesOf(versions())).toEqual([]);
  });

  it("are left to Gardener where one cannot be read", () => {
    expect(linesOf(versions(["latest", 1], ["1.34.10", 1]))).toEqual([]);
  });

  it("have nothing to do with image versions, the latest of which may expire", () => {
    expect(linesOf(profile(D1, { version: { expirationDate: NOW + 5 } }))).toEqual([]);
  });
});
