import { describe, expect, it } from "vitest";
import { effectiveSpec } from "../../../src/domain/profiles/effective.ts";
import {
  AMD,
  ARM,
  CRI,
  childOf,
  D1,
  D2,
  FUTURE,
  type Json,
  L,
  parentOf,
  parentVersion,
  withType,
  withVersion,
} from "./reviewed.ts";

const DATE = Date.parse(FUTURE);

function renderedType(definitions: readonly Json[], parts: Json) {
  const types = effectiveSpec(parentOf(definitions), withType(parts)).machineTypes;
  const { capabilities, architecture } = types.find(({ name }) => name === "t1") ?? types[0] ?? {};
  return [Object.fromEntries(capabilities ?? []), architecture];
}

function renderedFlavors(definitions: readonly Json[], parts: Json) {
  const spec = withVersion({ version: "4.9.0", ...parts });
  const version = effectiveSpec(parentOf(definitions), spec).machineImages[0]?.versions[1];
  return [version?.capabilityFlavors.map((flavor) => Object.fromEntries(flavor)), version?.architectures];
}

describe("a machine type in the parent's format", () => {
  it.each<[string, readonly Json[], Json, unknown]>([
    ["nothing", D2, {}, [AMD, "amd64"]],
    ["nothing, one architecture", [{ name: "architecture", values: ["arm64"] }], {}, [ARM, "arm64"]],
    ["the field", D2, { architecture: "arm64" }, [ARM, "arm64"]],
    ["the field, one architecture", D1, { architecture: "arm64" }, [AMD, "arm64"]],
    ["an empty field", D2, { architecture: "" }, [{ architecture: [""] }, "amd64"]],
    ["an empty field, one architecture", D1, { architecture: "" }, [AMD, ""]],
    ["capabilities", D2, { capabilities: ARM }, [ARM, "arm64"]],
    ["capabilities without architecture", D2, { capabilities: { nic: [] } }, [{ nic: [] }, "amd64"]],
    ["both, in contradiction", D2, { capabilities: ARM, architecture: "amd64" }, [ARM, "amd64"]],
    ["nothing, legacy", L, {}, [{}, "amd64"]],
    ["an empty field, legacy", L, { architecture: "" }, [{}, "amd64"]],
    ["capabilities, legacy", L, { capabilities: { ...ARM, tpm: ["v2"] } }, [{}, "arm64"]],
    ["both, legacy", L, { capabilities: ARM, architecture: "amd64" }, [{}, "amd64"]],
    ["capabilities without architecture, legacy", L, { capabilities: { tpm: ["v2"] } }, [{}, "amd64"]],
  ])("%s", (_, definitions, parts, expected) => {
    expect(renderedType(definitions, parts)).toEqual(expected);
  });
});

describe("a custom image version in the parent's format", () => {
  it.each<[string, readonly Json[], Json, unknown]>([
    [
      "architectures",
      D2,
      { architectures: ["arm64", "amd64"] },
      [
        [ARM, AMD],
        ["arm64", "amd64"],
      ],
    ],
    ["nothing", D2, {}, [[], ["amd64", "arm64"]]],
    ["nothing, one architecture", D1, {}, [[], ["amd64"]]],
    [
      "flavors",
      D2,
      { capabilityFlavors: [{ ...ARM, tpm: ["v2"] }, AMD] },
      [
        [{ ...ARM, tpm: ["v2"] }, AMD],
        ["amd64", "arm64"],
      ],
    ],
    ["both", D2, { capabilityFlavors: [ARM], architectures: ["amd64"] }, [[ARM], ["amd64"]]],
    [
      "a flavor of an undefined architecture",
      D2,
      { capabilityFlavors: [{ architecture: ["sparc"] }] },
      [[{ architecture: ["sparc"] }], ["sparc"]],
    ],
    [
      "a flavor that lost its architecture",
      D2,
      { capabilityFlavors: [{ architecture: [] }] },
      [[{ architecture: [] }], ["amd64"]],
    ],
    ["a flavor without architecture", D1, { capabilityFlavors: [{}] }, [[{}], ["amd64"]]],
    ["flavors, legacy", L, { capabilityFlavors: [ARM, { ...ARM, tpm: [] }, AMD] }, [[], ["arm64", "amd64"]]],
    ["both, legacy", L, { capabilityFlavors: [ARM], architectures: ["amd64"] }, [[], ["amd64"]]],
    ["nothing, legacy", L, {}, [[], ["amd64"]]],
  ])("%s", (_, definitions, parts, expected) => {
    expect(renderedFlavors(definitions, parts)).toEqual(expected);
  });
});

describe("the effective profile", () => {
  it("has the parent's entries first, and custom ones behind", () => {
    const spec = childOf({
      machineImages: [{ name: "b", versions: [] }, { name: "os", versions: [{ version: "5" }, DATED] }, { name: "a" }],
      machineTypes: [{ name: "z" }, { name: "m1" }, { name: "a" }],
      volumeTypes: [{ name: "ssd" }],
    });
    const { machineImages, machineTypes, volumeTypes } = effectiveSpec(parentOf(D2), spec);
    expect(machineImages.map(({ name }) => name)).toEqual(["os", "b", "a"]);
    expect(machineImages[0]?.versions.map(({ version }) => version)).toEqual(["4.0.0", "5"]);
    expect(machineTypes.map(({ name }) => name)).toEqual(["m1", "z", "a"]);
    expect(volumeTypes).toEqual([{ name: "ssd" }]);
  });

  it("keeps what only the parent can say", () => {
    const parts = { type: "aws", regions: [{ name: "eu", zones: [] }], bastion: { machineType: { name: "m1" } } };
    const parent = parentOf(D2, parts);
    const { type, regions, bastion, machineCapabilities } = effectiveSpec(parent, childOf());
    expect({ type, regions, bastion, machineCapabilities }).toEqual({
      type: "aws",
      regions: parent.regions,
      bastion: parent.bastion,
      machineCapabilities: parent.machineCapabilities,
    });
  });

  it("has other dates of known Kubernetes versions only", () => {
    const versions = [
      { version: "1.33.6", expirationDate: FUTURE, classification: "preview" },
      { version: "1.32.0", expirationDate: FUTURE },
    ];
    const rendered = effectiveSpec(parentOf(D2), childOf({ kubernetes: { versions } })).kubernetesVersions;
    expect(
      rendered.map(({ version, expirationDate, classification }) => [version, expirationDate, classification]),
    ).toEqual([
      ["1.34.2", undefined, undefined],
      ["1.33.6", DATE, undefined],
    ]);
  });
});

const DATED = { version: "4.0.0", expirationDate: FUTURE };

describe("an override of an image version", () => {
  function rendered(parts: Json, image: Json = {}) {
    const versions = [parentVersion(D2, { classification: "supported", expirationDate: "2026-01-01T00:00:00Z" })];
    const parent = parentOf(D2, { machineImages: [{ name: "os", updateStrategy: "minor", versions }] });
    const [found] = effectiveSpec(parent, withVersion({ version: "4.0.0", ...parts }, image)).machineImages;
    const [version] = found?.versions ?? [];
    return {
      strategy: found?.updateStrategy,
      date: version?.expirationDate,
      class: version?.classification,
      cri: version?.cri.length,
    };
  }

  const kept = { strategy: "minor", date: DATE, class: "supported", cri: 1 };

  it.each<[string, Json, Json, unknown]>([
    ["changes the date", DATED, {}, kept],
    ["takes the date away", {}, {}, { ...kept, date: undefined }],
    ["is not whole by in-place updates and lifecycle", { ...DATED, inPlaceUpdates: {}, lifecycle: [{}] }, {}, kept],
    [
      "is not whole by empty fields",
      { ...DATED, classification: "", kubeletVersionConstraint: "", cri: [], architectures: [], capabilityFlavors: [] },
      {},
      kept,
    ],
    [
      "is whole by a classification",
      { ...DATED, classification: "preview" },
      {},
      { ...kept, class: "preview", cri: 0 },
    ],
    [
      "is whole by a kubelet constraint",
      { ...DATED, kubeletVersionConstraint: "*" },
      {},
      { ...kept, class: undefined, cri: 0 },
    ],
    ["is whole by architectures", { ...DATED, architectures: ["amd64"] }, {}, { ...kept, class: undefined, cri: 0 }],
    ["is whole by flavors", { ...DATED, capabilityFlavors: [null] }, {}, { ...kept, class: undefined, cri: 0 }],
    ["is whole by a CRI", { ...DATED, cri: CRI }, {}, { ...kept, class: undefined }],
    ["changes the update strategy", DATED, { updateStrategy: "patch" }, { ...kept, strategy: "patch" }],
    ["leaves the update strategy alone by an empty one", DATED, { updateStrategy: "" }, kept],
  ])("%s", (_, parts, image, expected) => {
    expect(rendered(parts, image)).toEqual(expected);
  });
});
