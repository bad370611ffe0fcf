import { describe, expect, it } from "vitest";
import { findImageVersion } from "../../../src/domain/profiles/compile.ts";
import type { CloudProfileSpec, MachineImageVersion } from "../../../src/domain/profiles/types.ts";
import {
  fittingVersions,
  machineTypeSuggestion,
  shortList,
  versionSuggestion,
} from "../../../src/domain/workers/suggestions.ts";
import type { Worker } from "../../../src/domain/workers/types.ts";
import { capabilities, D2, NOW, pool, profile, worker } from "../../support/case-pools.ts";
import { osSupport, policySet } from "../../support/os-support.ts";
import { imageVersion, machineType } from "../../support/profiles.ts";

const AMD = capabilities({ architecture: ["amd64"] });
const both = [AMD, capabilities({ architecture: ["arm64"] })];

function version(text: string, parts: Partial<MachineImageVersion> = {}): MachineImageVersion {
  return imageVersion({ version: text, capabilityFlavors: both, ...parts });
}

function image(name: string, ...versions: readonly MachineImageVersion[]) {
  return { name, updateStrategy: "minor", versions };
}

const TYPES = [machineType({ name: "m", capabilities: AMD })];

function offered(images: CloudProfileSpec["machineImages"], now: Worker = worker(), old?: Worker): readonly string[] {
  const of = profile({ machineCapabilities: D2, machineTypes: TYPES, machineImages: images });
  return fittingVersions(pool(of, now, old)).map((found) => `${found.image}:${found.version}`);
}

describe("versions that would fit", () => {
  it("come from the same image first, then in profile order, newest first", () => {
    const images = [
      image("a", version("1.0.0")),
      image("os", version("1.9.0"), version("1.10.0"), version("2.0.0-rc.1")),
      image("b", version("3.0.0")),
    ];
    expect(offered(images)).toEqual(["os:2.0.0-rc.1", "os:1.10.0", "os:1.9.0", "a:1.0.0", "b:3.0.0"]);
  });

  it("are none whose operating system does not support what the pool asks for", () => {
    const offer = { cri: [{ name: "containerd", containerRuntimes: [{ type: "gvisor" }] }] };
    const versions = ["1.0.0", "2.0.0", "3.0.0"].map((text) => version(text, offer));
    const of = profile({ machineCapabilities: D2, machineTypes: TYPES, machineImages: [image("os", ...versions)] });
    const policies = policySet([
      osSupport({ containerRuntimes: [] }, "~1"),
      osSupport({ cgroup: "v1" }, "~2"),
      osSupport({ containerRuntimes: ["gvisor"], cgroup: "v2" }, "~3"),
    ]);
    const offeredTo = (now: Worker) =>
      fittingVersions(pool(of, now, undefined, { policies })).map((found) => found.version);
    expect(offeredTo(worker({ cri: { name: "containerd", containerRuntimes: [{ type: "gvisor" }] } }))).toEqual([
      "3.0.0",
      "2.0.0",
    ]);
    expect(offeredTo(worker({ kubernetesVersion: "1.38.0" }))).toEqual(["3.0.0", "1.0.0"]);
  });

  it("are supported ones before previews before deprecated ones", () => {
    const images = [
      image(
        "os",
        version("4.0.0", { classification: "deprecated" }),
        version("3.0.0", { classification: "preview" }),
        version("1.0.0"),
        version("2.0.0", { classification: "supported" }),
      ),
    ];
    expect(offered(images)).toEqual(["os:2.0.0", "os:1.0.0", "os:3.0.0", "os:4.0.0"]);
  });

  it.each<[string, Partial<MachineImageVersion>]>([
    ["expired", { expirationDate: NOW - 1 }],
    ["not begun", { lifecycle: [{ classification: "preview", startTime: NOW + 1 }] }],
    ["for another architecture", { capabilityFlavors: [capabilities({ architecture: ["arm64"] })] }],
    ["without the CRI of the pool", { cri: [] }],
    ["for other kubelets", { kubeletVersionConstraint: "< 1.30" }],
    ["with a clash", { capabilityFlavors: [capabilities({ architecture: ["amd64"], tpm: [] })] }],
  ])("are none that is %s", (_, parts) => {
    const asking = worker({ cri: { name: "containerd", containerRuntimes: [] } });
    expect(offered([image("os", version("1.0.0", parts))], asking)).toEqual([]);
  });

  it("of an existing in-place pool are of its image, reachable, and not lower", () => {
    const inPlace = (minVersionForUpdate: string) => ({ inPlaceUpdates: { supported: true, minVersionForUpdate } });
    const images = [
      image("a", version("9.0.0", inPlace("1.0.0"))),
      image(
        "os",
        version("1.0.0", inPlace("0.1.0")),
        version("1.1.0", inPlace("1.0.0")),
        version("1.2.0", inPlace("1.1.0")),
        version("0.9.0", inPlace("0.1.0")),
        version("2.0.0"),
      ),
    ];
    const now = worker({ image: "os:1.2.0", updateStrategy: "AutoInPlaceUpdate" });
    expect(offered(images, now, worker({ updateStrategy: "AutoInPlaceUpdate" }))).toEqual(["os:1.1.0", "os:1.0.0"]);
    expect(offered(images, now)).toEqual(["os:1.2.0", "os:1.1.0", "os:1.0.0", "os:0.9.0", "a:9.0.0"]);
  });
});

describe("versionSuggestion", () => {
  const of = (...versions: readonly MachineImageVersion[]) =>
    profile({ machineCapabilities: D2, machineTypes: TYPES, machineImages: [image("os", ...versions)] });

  it.each<[string, readonly string[], Worker, string]>([
    ["none", [], worker(), 'no image version of the profile fits machine type "m" in this pool'],
    [
      "none for an unknown type",
      [],
      worker({ type: "x" }),
      "no image version of the profile fits architecture amd64 in this pool",
    ],
    ["one", ["1.0.0"], worker(), 'image versions that fit machine type "m": os:1.0.0'],
    [
      "at most three",
      ["1.0.0", "2.0.0", "3.0.0", "4.0.0"],
      worker(),
      'image versions that fit machine type "m": os:4.0.0, os:3.0.0, os:2.0.0',
    ],
    [
      "by architecture for an unknown type",
      ["1.0.0"],
      worker({ type: "x" }),
      "image versions that fit architecture amd64: os:1.0.0",
    ],
  ])("offers %s", (_, versions, now, expected) => {
    expect(versionSuggestion(pool(of(...versions.map((text) => version(text))), now))).toBe(expected);
  });
});

describe("machineTypeSuggestion", () => {
  const tpm = (value: string, architecture = "amd64") => capabilities({ architecture: [architecture], tpm: [value] });
  const machineTypes = [
    machineType({ name: "m", capabilities: tpm("v1") }),
    machineType({ name: "arm", capabilities: tpm("v2", "arm64") }),
    machineType({ name: "off", capabilities: tpm("v2"), usable: false }),
    machineType({ name: "scarce", capabilities: tpm("v2") }),
    machineType({ name: "z", capabilities: tpm("v2") }),
    machineType({ name: "a", capabilities: tpm("v2") }),
  ];
  const regions = [{ name: "eu", zones: [{ name: "1", unavailableMachineTypes: ["scarce"] }] }];

  function suggested(
    parts: Partial<MachineImageVersion>,
    now: Worker,
    old?: Worker,
    types = machineTypes,
  ): string | undefined {
    const offer = imageVersion({ capabilityFlavors: [tpm("v2"), tpm("v2", "arm64")], ...parts });
    const of = profile({ machineCapabilities: D2, machineTypes: types, machineImages: [image("os", offer)], regions });
    const found = findImageVersion(of, "os", "1.0.0");
    return found && machineTypeSuggestion(pool(of, now, old), found);
  }

  const there = worker({ zones: ["1"] });

  it("offers types that are usable, available in the zones, and fit; those of the pool's architecture first", () => {
    expect(suggested({}, there)).toBe("machine types that fit machine image os:1.0.0: z, a, arm (arm64)");
  });

  it("offers at most three", () => {
    expect(suggested({}, worker())).toBe("machine types that fit machine image os:1.0.0: scarce, z, a");
  });

  it("says so where there is none", () => {
    const types = machineTypes.slice(0, 1);
    expect(suggested({}, there, undefined, types)).toBe(
      "no machine type available in the pool's zones fits machine image os:1.0.0",
    );
  });

  it("offers none of another architecture where the pool could not choose the version anew", () => {
    const notBegun = { lifecycle: [{ classification: "preview", startTime: NOW + 1 }] };
    expect(suggested(notBegun, there, there)).toBe("machine types that fit machine image os:1.0.0: z, a");
  });

  it.each<[string, Partial<MachineImageVersion>, Worker, Worker | undefined]>([
    [
      "the image does not offer the CRI",
      { cri: [] },
      worker({ cri: { name: "containerd", containerRuntimes: [] } }),
      undefined,
    ],
    ["the image does not admit the kubelet", { kubeletVersionConstraint: "< 1.30" }, there, undefined],
    [
      "the pool is updated in place",
      {},
      worker({ updateStrategy: "AutoInPlaceUpdate" }),
      worker({ updateStrategy: "AutoInPlaceUpdate" }),
    ],
  ])("offers nothing where another type does not help, because %s", (_, parts, now, old) => {
    expect(suggested(parts, now, old)).toBeUndefined();
  });
});

describe("shortList", () => {
  it.each<[readonly string[], number, string]>([
    [[], 2, ""],
    [["a", "b"], 2, "a, b"],
    [["a", "b", "c", "d"], 2, "a, b, 2 more"],
  ])("of %j, showing %i", (names, shown, expected) => {
    expect(shortList(names, shown)).toBe(expected);
  });
});
