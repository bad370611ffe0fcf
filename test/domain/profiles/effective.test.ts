import { describe, expect, it } from "vitest";
import { compileProfile } from "../../../src/domain/profiles/compile.ts";
import { effectiveProfile, effectiveSpec } from "../../../src/domain/profiles/effective.ts";
import type {
  CloudProfileSpec,
  MachineImage,
  MachineImageVersion,
  MachineType,
  NamespacedCloudProfileSpec,
} from "../../../src/domain/profiles/types.ts";
import { capabilities, D1, D2 } from "../../support/case-pools.ts";
import { cloudProfileSpec, imageVersion, machineType } from "../../support/profiles.ts";

const [AMD, ARM] = [capabilities({ architecture: ["amd64"] }), capabilities({ architecture: ["arm64"] })];
const DATE = Date.parse("2027-06-01T00:00:00Z");

function image(name: string, versions: readonly MachineImageVersion[], updateStrategy?: string): MachineImage {
  return { name, updateStrategy, versions };
}

/** An NCP entry as it is written: without the defaults that the API server gives CloudProfiles. */
function override(parts: Partial<MachineImageVersion>): MachineImageVersion {
  return imageVersion({ cri: [], ...parts });
}

function own(parts: Partial<NamespacedCloudProfileSpec>): NamespacedCloudProfileSpec {
  return {
    parent: { kind: "CloudProfile", name: "p" },
    machineTypes: [],
    machineImages: [],
    kubernetesVersions: [],
    volumeTypes: [],
    providerConfig: undefined,
    ...parts,
  };
}

const PARENT = cloudProfileSpec({
  machineCapabilities: D2,
  machineTypes: [
    machineType({
      name: "m1",
      architecture: "amd64",
      capabilities: capabilities({ architecture: ["amd64"], tpm: ["v2"] }),
    }),
  ],
  machineImages: [
    image(
      "os",
      [
        imageVersion({
          version: "4.0.0",
          capabilityFlavors: [AMD, ARM],
          architectures: ["amd64", "arm64"],
          kubeletVersionConstraint: ">= 1.30",
        }),
      ],
      "minor",
    ),
    image("other", [imageVersion({ version: "1.0.0", capabilityFlavors: [AMD] })], "major"),
  ],
  kubernetesVersions: [
    { version: "1.33.1", classification: "supported", expirationDate: undefined, lifecycle: [] },
    { version: "1.32.1", classification: "deprecated", expirationDate: DATE, lifecycle: [] },
  ],
  regions: [{ name: "eu", zones: [] }],
  volumeTypes: [{ name: "ssd" }],
});

function images(spec: CloudProfileSpec): Readonly<Record<string, readonly MachineImageVersion[]>> {
  return Object.fromEntries(spec.machineImages.map(({ name, versions }) => [name, versions]));
}

function typeOf(spec: CloudProfileSpec, name: string): MachineType | undefined {
  return spec.machineTypes.find((candidate) => candidate.name === name);
}

function renderedVersion(version: MachineImageVersion, parent = PARENT): MachineImageVersion | undefined {
  const spec = effectiveSpec(parent, own({ machineImages: [image("os", [version])] }));
  return images(spec)["os"]?.find((candidate) => candidate.version === version.version);
}

describe("the effective spec (contract, section 4.2)", () => {
  it("is the parent's where nothing is written", () => {
    const { machineImages, ...rest } = effectiveSpec(PARENT, own({}));
    const { machineImages: parentImages, ...parentRest } = PARENT;
    expect(rest).toEqual(parentRest);
    expect(machineImages[0]).toEqual(parentImages[0]);
  });

  it("takes only the expiration date of known Kubernetes versions, also where it is absent", () => {
    const version = (text: string, expirationDate?: number) => ({
      version: text,
      classification: "expired",
      expirationDate,
      lifecycle: [],
    });
    const { kubernetesVersions } = effectiveSpec(
      PARENT,
      own({ kubernetesVersions: [version("1.33.1", DATE), version("1.32.1"), version("1.31.0", DATE)] }),
    );
    expect(kubernetesVersions).toEqual([
      { version: "1.33.1", classification: "supported", expirationDate: DATE, lifecycle: [] },
      { version: "1.32.1", classification: "deprecated", expirationDate: undefined, lifecycle: [] },
    ]);
  });

  it("has the parent's images first, then those of its own in their order", () => {
    const spec = effectiveSpec(
      PARENT,
      own({ machineImages: [image("zeta", []), image("os", []), image("alpha", [])] }),
    );
    expect(spec.machineImages.map(({ name }) => name)).toEqual(["os", "other", "zeta", "alpha"]);
  });

  it.each<[string, string | undefined, string]>([
    ["what is set", "patch", "patch"],
    ["the parent's where none is set", undefined, "minor"],
    ["the parent's where it is empty", "", "minor"],
  ])("has as update strategy of an overridden image %s", (_, written, expected) => {
    const spec = effectiveSpec(PARENT, own({ machineImages: [image("os", [], written)] }));
    expect(spec.machineImages[0]?.updateStrategy).toBe(expected);
  });

  it.each<[string, Partial<MachineImageVersion>]>([
    ["an expiration date", { expirationDate: DATE }],
    [
      "a lifecycle, which is ignored",
      { expirationDate: DATE, lifecycle: [{ classification: "preview", startTime: undefined }] },
    ],
    [
      "in-place updates, which are ignored",
      { expirationDate: DATE, inPlaceUpdates: { supported: true, minVersionForUpdate: undefined } },
    ],
    ["an empty list of flavors (row 66)", { expirationDate: DATE, capabilityFlavors: [] }],
    ["an empty classification", { expirationDate: DATE, classification: "" }],
    ["an empty kubelet constraint", { expirationDate: DATE, kubeletVersionConstraint: "" }],
  ])("keeps the parent's version where an override writes %s", (_, parts) => {
    const [base] = images(PARENT)["os"] ?? [];
    expect(renderedVersion(override({ version: "4.0.0", ...parts }))).toEqual({ ...base, expirationDate: DATE });
  });

  it("takes the parent's expiration date away where an override has none", () => {
    const parent = {
      ...PARENT,
      machineImages: [
        image("os", [imageVersion({ version: "4.0.0", capabilityFlavors: [AMD], expirationDate: DATE })]),
      ],
    };
    expect(renderedVersion(override({ version: "4.0.0" }), parent)?.expirationDate).toBeUndefined();
  });

  it.each<[string, Partial<MachineImageVersion>]>([
    ["architectures", { architectures: ["amd64"] }],
    ["flavors (row 67)", { capabilityFlavors: [AMD] }],
    ["a CRI", { cri: [{ name: "containerd", containerRuntimes: [] }] }],
    ["a kubelet constraint", { kubeletVersionConstraint: "< 2" }],
    ["a classification", { classification: "preview" }],
  ])("replaces the parent's version whole where an override writes %s", (_, parts) => {
    const rendered = renderedVersion(override({ version: "4.0.0", ...parts }));
    expect(rendered?.kubeletVersionConstraint).toBe(parts.kubeletVersionConstraint);
    expect(rendered?.cri).toEqual(parts.cri ?? []);
  });

  it("turns architectures of a custom version into flavors (row 70)", () => {
    const rendered = renderedVersion(imageVersion({ version: "4.9.0", architectures: ["arm64"] }));
    expect(rendered?.capabilityFlavors).toEqual([ARM]);
    expect(rendered?.architectures).toEqual(["arm64"]);
  });

  it("leaves a custom version without flavors and CRI where it says nothing of them (row 71)", () => {
    const rendered = renderedVersion(override({ version: "4.9.0" }));
    expect(rendered).toMatchObject({ capabilityFlavors: [], cri: [], architectures: ["amd64", "arm64"] });
  });

  it("keeps only the architectures of flavors under a legacy parent (row 72)", () => {
    const parent = { ...PARENT, machineCapabilities: [] };
    const flavor = capabilities({ architecture: ["arm64"], tpm: ["v2"] });
    const rendered = renderedVersion(override({ version: "4.9.0", capabilityFlavors: [flavor] }), parent);
    expect(rendered).toMatchObject({ capabilityFlavors: [], architectures: ["arm64"] });
  });

  it("replaces a machine type whole, so that its other capabilities widen (row 73)", () => {
    const spec = effectiveSpec(PARENT, own({ machineTypes: [machineType({ name: "m1" })] }));
    expect(spec.machineTypes).toEqual([machineType({ name: "m1", architecture: "amd64", capabilities: AMD })]);
  });

  it.each<[string, CloudProfileSpec, Partial<MachineType>, string]>([
    ["that of its capability", PARENT, { capabilities: ARM }, "arm64"],
    [
      "the only one of the profile",
      { ...PARENT, machineCapabilities: D1 },
      { capabilities: capabilities({ tpm: ["v2"] }) },
      "amd64",
    ],
    ["amd64 where there is none", PARENT, { capabilities: capabilities({ tpm: ["v2"] }) }, "amd64"],
    ["amd64 where it is set but empty", PARENT, { architecture: "" }, "amd64"],
    ["what is set", PARENT, { architecture: "arm64", capabilities: AMD }, "arm64"],
    ["amd64 under a legacy parent", { ...PARENT, machineCapabilities: [] }, {}, "amd64"],
  ])("fills in as architecture of a machine type %s", (_, parent, parts, expected) => {
    const spec = effectiveSpec(parent, own({ machineTypes: [machineType({ name: "new", ...parts })] }));
    expect(typeOf(spec, "new")?.architecture).toBe(expected);
  });

  it.each<[string, Partial<MachineImageVersion>, readonly string[]]>([
    ["those of its flavors", { capabilityFlavors: [ARM] }, ["arm64"]],
    ["amd64 where there are none", { capabilityFlavors: [capabilities({ architecture: [] })] }, ["amd64"]],
    ["what is set", { capabilityFlavors: [ARM], architectures: ["amd64"] }, ["amd64"]],
  ])("fills in as architectures of an image version %s", (_, parts, expected) => {
    expect(renderedVersion(override({ version: "4.9.0", ...parts }))?.architectures).toEqual(expected);
  });

  it("replaces and adds volume types", () => {
    expect(effectiveSpec(PARENT, own({ volumeTypes: [{ name: "hdd" }, { name: "ssd" }] })).volumeTypes).toEqual([
      { name: "ssd" },
      { name: "hdd" },
    ]);
  });
});

describe("the effective profile", () => {
  const child = { namespace: "n", name: "c", spec: own({}), profile: undefined, isDeleting: false, isStale: false };
  const fact = (name: string) => ({ name, profile: compileProfile(PARENT) });

  it("is compiled once for a pair of facts, and anew for another parent", () => {
    const [parent, other] = [fact("p"), fact("p")];
    expect(effectiveProfile(parent, child)).toBe(effectiveProfile(parent, child));
    expect(effectiveProfile(other, child)).not.toBe(effectiveProfile(parent, child));
  });
});
