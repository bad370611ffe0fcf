import { describe, expect, it } from "vitest";
import { filterVersions } from "../../../src/domain/maintenance/filter-versions.ts";
import type { Pool } from "../../../src/domain/workers/pool.ts";
import { capabilities, D2 } from "../../support/case-pools.ts";
import { EXPIRED, IN_PLACE, maintained, PREVIEW, UNAVAILABLE, version } from "./maintained.ts";

/** The versions kept, and a line for each that is dropped. */
function filtered(pool: Pool): { readonly kept: readonly string[]; readonly dropped: readonly string[] } {
  const { kept, dropped } = filterVersions(pool);
  return {
    kept: kept.map((each) => each.version),
    dropped: dropped.map(({ version: { version: text }, step, reason }) => `${text} ${step}: ${reason}`),
  };
}

function criOf(name: string, ...types: readonly string[]) {
  return { name, containerRuntimes: types.map((type) => ({ type })) };
}

describe("filterVersions", () => {
  it("keeps versions of the pool's architecture, in the order of the profile", () => {
    const versions = [version("3.0.0"), version("2.0.0", { architectures: ["arm64"] }), version("1.0.0")];
    expect(filtered(maintained({ versions }))).toEqual({
      kept: ["3.0.0", "1.0.0"],
      dropped: ["2.0.0 architecture: is built for arm64, the pool has amd64"],
    });
  });

  it("takes the architecture of the machine type where the pool names none", () => {
    const versions = [version("2.1.0"), version("2.2.0", { architectures: ["arm64"] })];
    const machine = { type: "m", image: { name: "os", version: "2.1.0", providerConfig: undefined } };
    const pool = maintained({
      type: { architecture: "arm64" },
      versions,
      worker: { machine: { ...machine, architecture: undefined } },
    });
    expect(filtered(pool).kept).toEqual(["2.2.0"]);
  });

  it("keeps versions with a flavor that fits, and says why the others have none", () => {
    const flavors = (...written: readonly Readonly<Record<string, readonly string[]>>[]) => ({
      architectures: [],
      capabilityFlavors: written.map((each) => capabilities({ architecture: ["amd64"], ...each })),
    });
    const versions = [
      version("2.1.0", flavors({})),
      version("2.1.1", flavors({ tpm: ["v2"] }, { nic: ["slow"] })),
      version("2.1.2", flavors({ tpm: ["v2"] }, { tpm: ["v1"], nic: ["slow"] })),
    ];
    const type = { capabilities: capabilities({ architecture: ["amd64"], tpm: ["v1"], nic: ["fast"] }) };
    expect(filtered(maintained({ definitions: D2, type, versions }))).toEqual({
      kept: ["2.1.0"],
      dropped: [
        '2.1.1 capabilities: has no flavor that fits machine type "m": flavor 0 has tpm=v2 where the machine type has tpm=v1; flavor 1 has nic=slow where the machine type has nic=fast',
        '2.1.2 capabilities: has no flavor that fits machine type "m": flavor 0 has tpm=v2 where the machine type has tpm=v1; flavor 1 has nic=slow where the machine type has nic=fast',
      ],
    });
  });

  it("narrows a machine type to the architecture of its legacy field", () => {
    const [amd, arm] = ["amd64", "arm64"].map((architecture) => ({ architecture: [architecture] }));
    const flavors = [capabilities({ ...amd, nic: ["slow"] }), capabilities({ ...arm, nic: ["fast"] })];
    const machine = { type: "m", image: { name: "os", version: "2.1.0", providerConfig: undefined } };
    const pool = maintained({
      definitions: D2,
      type: { architecture: "arm64", capabilities: capabilities({ nic: ["slow"] }) },
      versions: [version("2.1.0", { architectures: [], capabilityFlavors: flavors })],
      worker: { machine: { ...machine, architecture: undefined } },
    });
    expect(filterVersions(pool).dropped.map(({ step }) => step)).toEqual(["capabilities"]);
  });

  it.each([
    ["containerd where the pool names no CRI", undefined, ["2.1.0", "2.1.1"]],
    ["the CRI with all container runtimes", criOf("containerd", "gvisor", "kata"), []],
    ["the CRI with one", criOf("containerd", "gvisor"), ["2.1.1"]],
    ["another CRI", criOf("docker"), ["2.1.2"]],
  ])("keeps versions that offer %s", (_, cri, kept) => {
    const versions = [
      version("2.1.0"),
      version("2.1.1", { cri: [criOf("containerd", "gvisor")] }),
      version("2.1.2", { cri: [criOf("docker")] }),
    ];
    expect(filtered(maintained({ versions, worker: { cri } })).kept).toEqual(kept);
  });

  it("says what is not offered", () => {
    const versions = [version("2.1.0"), version("2.1.1", { cri: [] })];
    expect(filtered(maintained({ versions, worker: { cri: criOf("containerd", "gvisor", "kata") } })).dropped).toEqual([
      '2.1.0 cri: does not offer the container runtime "gvisor" (it offers none) and does not offer the container runtime "kata" (it offers none)',
      '2.1.1 cri: does not offer the CRI "containerd" (it offers none)',
    ]);
  });

  it("keeps versions that admit the kubelet, of the pool or else of the shoot", () => {
    const versions = [version("2.1.0"), version("2.1.1", { kubeletVersionConstraint: "< 1.33" })];
    expect(filtered(maintained({ versions })).dropped).toEqual([
      "2.1.1 kubelet: needs a kubelet version < 1.33, not 1.33.4",
    ]);
    expect(filtered(maintained({ versions, worker: { kubernetesVersion: "1.32.9" } })).dropped).toEqual([]);
  });

  it("keeps versions that a pool with nodes to keep can reach, the current one included", () => {
    const inPlace = (minVersionForUpdate?: string, supported = true) => ({
      inPlaceUpdates: { supported, minVersionForUpdate },
    });
    const versions = [
      version("2.1.0", inPlace()),
      version("2.1.1", IN_PLACE),
      version("2.1.2", inPlace("2.1.0")),
      version("2.1.3", inPlace("2.1.1")),
      version("2.1.4", inPlace()),
      version("2.1.5", inPlace("1.0.0", false)),
      version("2.1.6"),
    ];
    expect(filtered(maintained({ versions, worker: { updateStrategy: "AutoInPlaceUpdate" } }))).toEqual({
      kept: ["2.1.0", "2.1.1", "2.1.2"],
      dropped: [
        "2.1.3 inPlaceUpdates: cannot be reached in place from version 2.1.0 (at least 2.1.1 is needed)",
        "2.1.4 inPlaceUpdates: cannot be reached in place from version 2.1.0 (at least none is needed)",
        "2.1.5 inPlaceUpdates: does not support in-place updates",
        "2.1.6 inPlaceUpdates: does not support in-place updates",
      ],
    });
    expect(filtered(maintained({ versions, worker: { updateStrategy: "AutoRollingUpdate" } })).dropped).toEqual([]);
  });

  it("drops a current version without in-place support like any other", () => {
    const pool = maintained({ versions: [version("2.1.0")], worker: { updateStrategy: "ManualInPlaceUpdate" } });
    expect(filtered(pool).kept).toEqual([]);
  });

  it("names the first step that a version does not pass", () => {
    const parts = { architectures: ["arm64"], cri: [], kubeletVersionConstraint: "< 1.0" };
    const pool = maintained({
      versions: [version("2.1.0", parts), version("2.1.1", { ...parts, architectures: ["amd64"] })],
    });
    expect(filterVersions(pool).dropped.map(({ step }) => step)).toEqual(["architecture", "cri"]);
  });

  it("does not ask how far a version is in its life", () => {
    const versions = [version("2.1.0", EXPIRED), version("2.1.1", PREVIEW), version("1.0.0", UNAVAILABLE)];
    expect(filtered(maintained({ versions })).kept).toEqual(["2.1.0", "2.1.1", "1.0.0"]);
  });

  it("finds no version of an image in another spelling", () => {
    const pool = maintained({ versions: [version("2.1.0")], worker: { image: "OS:2.1.0" } });
    expect(filterVersions(pool)).toEqual({ kept: [], dropped: [] });
  });
});
