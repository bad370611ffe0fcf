import { describe, expect, it } from "vitest";
import { type FitQuestion, machineTypesFor, offersFor } from "../../../src/domain/maintenance/offers.ts";
import { compileProfile } from "../../../src/domain/profiles/compile.ts";
import type { CloudProfileSpec, MachineImage, MachineImageVersion } from "../../../src/domain/profiles/types.ts";
import { capabilities, D1, D2, NOW } from "../../support/case-pools.ts";
import { cloudProfileSpec, imageVersion, machineType } from "../../support/profiles.ts";
import { DEPRECATED, EXPIRED, PREVIEW, UNAVAILABLE, version } from "./maintained.ts";

type Written = Readonly<Record<string, readonly string[]>>;

function question(spec: Partial<CloudProfileSpec>, parts: Partial<FitQuestion> = {}): FitQuestion {
  return {
    profile: compileProfile(cloudProfileSpec(spec)),
    region: "eu",
    zones: [],
    cri: undefined,
    kubeletVersion: undefined,
    regionObstacle: undefined,
    now: NOW,
    ...parts,
  };
}

function image(name: string, ...versions: readonly MachineImageVersion[]): MachineImage {
  return { name, updateStrategy: "major", versions };
}

/** A version of these flavors. */
function flavored(text: string, ...flavors: readonly Written[]): MachineImageVersion {
  return imageVersion({ version: text, capabilityFlavors: flavors.map(capabilities) });
}

/** Offers for the machine type `m` as texts. */
function offers(asked: FitQuestion) {
  const type = asked.profile.machineTypes.get("m");
  const found = type && offersFor(asked, type);
  return {
    offered: found?.offered.map((each) => `${each.image}:${each.version}`),
    preselected: found?.preselected && `${found.preselected.image}:${found.preselected.version}`,
    rejected: found?.rejected.map(({ version: each, reasons, capability }) => ({
      version: `${each.image}:${each.version}`,
      reasons,
      capability,
    })),
    machineTypeObstacles: found?.machineTypeObstacles,
  };
}

/** Machine types for the version 1.0.0 of `os` as texts. */
function types(asked: FitQuestion) {
  const found = asked.profile.machineImages.get("os")?.get("1.0.0");
  const answer = found && machineTypesFor(asked, found);
  return {
    offered: answer?.offered.map(({ name }) => name),
    rejected: answer?.rejected.map(({ machineType: { name }, reasons, capability }) => ({ name, reasons, capability })),
    versionObstacles: answer?.versionObstacles,
  };
}

const AMD: Written = { architecture: ["amd64"] };
const ARM: Written = { architecture: ["arm64"] };

const LEGACY = { machineTypes: [machineType({ architecture: "amd64" })] };

describe("offersFor", () => {
  it("offers by architecture in legacy mode", () => {
    const images = [image("a", version("1.0.0", { architectures: ["arm64"] })), image("b", version("1.0.0"))];
    expect(offers(question({ ...LEGACY, machineImages: images }))).toEqual({
      offered: ["b:1.0.0"],
      preselected: "b:1.0.0",
      rejected: [
        {
          version: "a:1.0.0",
          reasons: ["is built for arm64, the machine type has amd64"],
          capability: "architecture",
        },
      ],
      machineTypeObstacles: [],
    });
  });

  it("offers only images that fit, even if an earlier one has the architecture (row 65)", () => {
    const asked = question({
      machineCapabilities: D2,
      machineTypes: [machineType({ capabilities: capabilities({ ...AMD, tpm: ["v2"] }) })],
      machineImages: [
        image("a", flavored("1.0.0", { ...AMD, tpm: ["v1"] })),
        image("b", flavored("1.0.0", { ...AMD, tpm: ["v2"] })),
      ],
    });
    expect(offers(asked)).toEqual({
      offered: ["b:1.0.0"],
      preselected: "b:1.0.0",
      rejected: [
        {
          version: "a:1.0.0",
          reasons: ['has no flavor that fits machine type "m": flavor 0 has tpm=v1 where the machine type has tpm=v2'],
          capability: "tpm",
        },
      ],
      machineTypeObstacles: [],
    });
  });

  it.each<[string, readonly Written[], string | undefined]>([
    [
      "a capability that every flavor lacks",
      [
        { ...AMD, nic: ["fast"] },
        { ...AMD, tpm: ["v1"], nic: ["fast"] },
      ],
      "nic",
    ],
    ["the first of several", [{ ...AMD, nic: ["fast"], tpm: ["v1"] }], "tpm"],
    ["the architecture", [ARM, { ...ARM, tpm: ["v1"] }], "architecture"],
    [
      "none where each flavor lacks another",
      [
        { ...AMD, tpm: ["v1"] },
        { ...AMD, nic: ["fast"] },
      ],
      undefined,
    ],
    ["none where another architecture would fit", [ARM, { ...AMD, tpm: ["v1"] }], undefined],
  ])("names %s", (_, flavors, capability) => {
    const asked = question({
      machineCapabilities: D2,
      machineTypes: [machineType({ capabilities: capabilities({ ...AMD, tpm: ["v2"], nic: ["slow"] }) })],
      machineImages: [image("os", flavored("1.0.0", ...flavors))],
    });
    expect(offers(asked).rejected).toEqual([{ version: "os:1.0.0", capability, reasons: [expect.any(String)] }]);
  });

  it("names none where a version without flavors is rejected for something else", () => {
    const asked = question({
      machineCapabilities: D1,
      machineTypes: [machineType({ capabilities: capabilities({ tpm: [] }) })],
      machineImages: [image("os", imageVersion({}), imageVersion({ version: "1.0.1", ...EXPIRED }))],
    });
    expect(offers(asked).offered).toEqual(["os:1.0.0"]);
    expect(offers(asked).rejected).toEqual([
      { version: "os:1.0.1", capability: undefined, reasons: ["is expired since 2026-10-31"] },
    ]);
  });

  it("narrows a machine type to the architecture of its legacy field", () => {
    const asked = question({
      machineCapabilities: D2,
      machineTypes: [machineType({ architecture: "arm64", capabilities: capabilities({ nic: ["slow"] }) })],
      machineImages: [image("os", flavored("1.0.0", { ...AMD, nic: ["slow"] }, { ...ARM, nic: ["fast"] }))],
    });
    expect(offers(asked).offered).toEqual([]);
  });

  it("offers nothing to a machine type without architecture", () => {
    const asked = question({
      machineCapabilities: D2,
      machineTypes: [machineType({ capabilities: capabilities({ nic: ["slow"] }) })],
      machineImages: [image("os", flavored("1.0.0", AMD))],
    });
    expect(offers(asked).rejected).toEqual([
      {
        version: "os:1.0.0",
        reasons: ["is built for amd64, the machine type has none"],
        capability: "architecture",
      },
    ]);
  });

  it("asks for life, CRI and kubelet", () => {
    const gvisor = { name: "containerd", containerRuntimes: [{ type: "gvisor" }] };
    const versions = [
      version("1.0.0", { cri: [gvisor] }),
      version("1.0.1", { cri: [gvisor], ...EXPIRED }),
      version("1.0.2", { cri: [gvisor], ...UNAVAILABLE }),
      version("1.0.3"),
      version("1.0.4", { cri: [gvisor], kubeletVersionConstraint: ">= 1.34" }),
      version("1.0.5", { ...EXPIRED, kubeletVersionConstraint: ">= 1.34" }),
    ];
    const images = [image("os", ...versions)];
    const asked = question({ ...LEGACY, machineImages: images }, { cri: gvisor, kubeletVersion: "1.33.4" });
    expect(offers(asked).rejected?.map((each) => [each.version, ...each.reasons])).toEqual([
      ["os:1.0.1", "is expired since 2026-10-31"],
      ["os:1.0.2", "is not available yet"],
      ["os:1.0.3", 'does not offer the container runtime "gvisor" (it offers none)'],
      ["os:1.0.4", "needs a kubelet version >= 1.34, not 1.33.4"],
      [
        "os:1.0.5",
        "is expired since 2026-10-31",
        'does not offer the container runtime "gvisor" (it offers none)',
        "needs a kubelet version >= 1.34, not 1.33.4",
      ],
    ]);
    const unasked = question({ ...LEGACY, machineImages: images });
    expect(offers(unasked).offered).toEqual(["os:1.0.0", "os:1.0.3", "os:1.0.4"]);
  });

  it("asks the provider for the region", () => {
    const images = [image("os", version("1.0.0"), version("1.0.1"))];
    const asked = question(
      { ...LEGACY, machineImages: images },
      {
        regionObstacle: (each, type) =>
          each.version === "1.0.1" && type.name === "m" ? "has no image in region eu" : undefined,
      },
    );
    expect(offers(asked)).toEqual({
      offered: ["os:1.0.0"],
      preselected: "os:1.0.0",
      rejected: [{ version: "os:1.0.1", reasons: ["has no image in region eu"], capability: undefined }],
      machineTypeObstacles: [],
    });
  });

  it("says why the machine type cannot be had, and offers versions all the same", () => {
    const zones = [
      { name: "eu-a", unavailableMachineTypes: ["m"] },
      { name: "eu-b", unavailableMachineTypes: [] },
    ];
    const spec = {
      machineTypes: [machineType({ architecture: "amd64", usable: false })],
      machineImages: [image("os", version("1.0.0"))],
      regions: [{ name: "eu", zones }],
    };
    const { offered, machineTypeObstacles } = offers(question(spec, { zones: ["eu-a", "eu-b"] }));
    expect(offered).toEqual(["os:1.0.0"]);
    expect(machineTypeObstacles).toEqual(["is marked unusable in the profile", "is not available in zone eu-a"]);
  });
});

describe("offersFor preselects", () => {
  it.each<[string, readonly MachineImage[], string | undefined]>([
    ["nothing without offers", [], undefined],
    [
      "the highest version of the first image",
      [image("a", version("1.0.0"), version("1.10.0"), version("1.9.0")), image("b", version("2.0.0"))],
      "a:1.10.0",
    ],
    [
      "from the first image with a supported offer",
      [
        image("a", version("3.0.0", PREVIEW), version("2.0.0", DEPRECATED), version("1.0.0", EXPIRED)),
        image("b", version("1.0.0")),
      ],
      "b:1.0.0",
    ],
    [
      "no preview and nothing deprecated",
      [image("a", version("3.0.0", PREVIEW), version("2.0.0", DEPRECATED), version("1.0.0"))],
      "a:1.0.0",
    ],
    [
      "nothing where nothing is supported",
      [image("a", version("1.0.0", PREVIEW), version("0.9.0", DEPRECATED))],
      undefined,
    ],
  ])("%s", (_, machineImages, expected) => {
    expect(offers(question({ ...LEGACY, machineImages })).preselected).toBe(expected);
  });
});

describe("machineTypesFor", () => {
  const ZONES = [
    { name: "eu-a", unavailableMachineTypes: [] },
    { name: "eu-b", unavailableMachineTypes: ["elsewhere"] },
  ];

  it("offers usable types of the architecture that fit and are in all zones", () => {
    const asked = question(
      {
        machineCapabilities: D2,
        machineTypes: [
          machineType({ name: "fits", capabilities: capabilities(AMD) }),
          machineType({ name: "unusable", capabilities: capabilities(AMD), usable: false }),
          machineType({ name: "elsewhere", capabilities: capabilities(AMD) }),
          machineType({ name: "arm", capabilities: capabilities(ARM) }),
          machineType({ name: "slow", capabilities: capabilities({ ...AMD, nic: ["slow"] }) }),
        ],
        machineImages: [image("os", flavored("1.0.0", { ...AMD, nic: ["fast"] }))],
        regions: [{ name: "eu", zones: ZONES }],
      },
      { zones: ["eu-a", "eu-b"] },
    );
    expect(types(asked)).toEqual({
      offered: ["fits"],
      rejected: [
        { name: "unusable", reasons: ["is marked unusable in the profile"], capability: undefined },
        { name: "elsewhere", reasons: ["is not available in zone eu-b"], capability: undefined },
        {
          name: "arm",
          reasons: ["does not go with the version, which is built for amd64, the machine type has arm64"],
          capability: "architecture",
        },
        {
          name: "slow",
          reasons: [
            'does not go with the version, which has no flavor that fits machine type "slow": flavor 0 has nic=fast where the machine type has nic=slow',
          ],
          capability: "nic",
        },
      ],
      versionObstacles: [],
    });
  });

  it("says why the version cannot be had, and offers types all the same", () => {
    const asked = question(
      { ...LEGACY, machineImages: [image("os", version("1.0.0", { ...EXPIRED, kubeletVersionConstraint: "< 1" }))] },
      { kubeletVersion: "1.33.4" },
    );
    expect(types(asked)).toEqual({
      offered: ["m"],
      rejected: [],
      versionObstacles: ["is expired since 2026-10-31", "needs a kubelet version < 1, not 1.33.4"],
    });
  });

  it("is the reverse of offersFor where type and version can be had", () => {
    const names = ["a", "b", "c", "d"];
    const written: readonly Written[] = [AMD, ARM, { ...AMD, tpm: ["v1"] }, { ...AMD, nic: [] }];
    const asked = question({
      machineCapabilities: D2,
      machineTypes: names.map((name, index) => machineType({ name, capabilities: capabilities(written[index] ?? {}) })),
      machineImages: [image("os", ...written.map((flavor, index) => flavored(`1.0.${index}`, flavor)))],
    });
    const { machineTypes, machineImages } = asked.profile;
    const versions = [...(machineImages.get("os")?.values() ?? [])];
    const forward = [...machineTypes.values()].flatMap((type) =>
      offersFor(asked, type).offered.map((each) => `${type.name} ${each.version}`),
    );
    const backward = versions.flatMap((each) =>
      machineTypesFor(asked, each).offered.map((type) => `${type.name} ${each.version}`),
    );
    expect(forward.toSorted()).toEqual(backward.toSorted());
    expect(forward).toEqual(["a 1.0.0", "a 1.0.2", "b 1.0.1", "c 1.0.0", "c 1.0.2"]);
  });
});
