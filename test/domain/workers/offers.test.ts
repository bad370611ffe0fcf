import { describe, expect, it } from "vitest";
import type { Cri, MachineImageVersion } from "../../../src/domain/profiles/types.ts";
import { capabilityFindings } from "../../../src/domain/workers/capability-rules.ts";
import { criFindings } from "../../../src/domain/workers/cri-rules.ts";
import { kubeletFindings } from "../../../src/domain/workers/kubelet-rules.ts";
import type { Worker } from "../../../src/domain/workers/types.ts";
import { capabilities, D1, D2, pool, profile, texts, worker } from "../../support/case-pools.ts";
import { imageVersion, machineType } from "../../support/profiles.ts";

function profileWith(...versions: readonly MachineImageVersion[]) {
  return profile({
    machineTypes: [machineType({ name: "m", architecture: "amd64" })],
    machineImages: [{ name: "os", updateStrategy: "minor", versions }],
  });
}

function cri(name: string, ...types: readonly string[]): Cri {
  return { name, containerRuntimes: types.map((type) => ({ type })) };
}

const denied = (field: string, value: string, text: string) =>
  `${field}: Invalid value: "${value}": worker pool "pool": machine image os:1.0.0 does not offer this ${text} [CAP-SH-18]`;

describe("CAP-SH-18", () => {
  const offering = (...offered: readonly Cri[]) =>
    profileWith(
      imageVersion({ architectures: ["amd64"], cri: offered }),
      imageVersion({ version: "2.0.0", architectures: ["amd64"], cri: [cri("containerd", "kata", "gvisor")] }),
    );
  const OTHER = 'image versions that fit machine type "m": os:2.0.0';
  const NONE = 'no image version of the profile fits machine type "m" in this pool';

  it.each<[string, Cri | undefined, readonly Cri[], readonly string[]]>([
    ["nothing asked", undefined, [], []],
    ["a CRI that is offered", cri("containerd"), [cri("containerd")], []],
    ["runtimes that are offered", cri("containerd", "kata"), [cri("containerd", "gvisor", "kata")], []],
    [
      "a CRI where none is offered",
      cri("containerd"),
      [],
      [denied("cri.name", "containerd", `CRI; it offers no CRI; ${OTHER}`)],
    ],
    [
      "another CRI, and of its runtimes nothing",
      cri("docker", "kata"),
      [cri("containerd")],
      [denied("cri.name", "docker", `CRI; it offers containerd; ${NONE}`)],
    ],
    [
      "a runtime where none is offered (row 63)",
      cri("containerd", "kata"),
      [cri("containerd")],
      [denied("cri.containerRuntimes[0].type", "kata", `container runtime; it offers no container runtime; ${OTHER}`)],
    ],
    [
      "one runtime of two",
      cri("containerd", "gvisor", "wasm"),
      [cri("containerd", "gvisor")],
      [denied("cri.containerRuntimes[1].type", "wasm", `container runtime; it offers gvisor; ${NONE}`)],
    ],
  ])("%s", (_, asked, offered, expected) => {
    expect(texts(criFindings(pool(offering(...offered), worker({ cri: asked }))))).toEqual(expected);
  });

  it.each<[string, Partial<Worker> & { image?: string }, number]>([
    ["is not asked again where CRI and image stay", {}, 0],
    ["is asked where the CRI differs", { cri: cri("containerd") }, 1],
    ["is asked where the image differs", { image: "os:0.9.0" }, 1],
    ["is asked of a new pool", { name: "old" }, 1],
  ])("%s", (_, old, count) => {
    const asked = worker({ cri: cri("containerd", "wasm") });
    const found = criFindings(pool(offering(cri("containerd")), asked, worker({ cri: asked.cri, ...old })));
    expect(found).toHaveLength(count);
  });

  it("is not asked where the version is unknown", () => {
    expect(criFindings(pool(offering(), worker({ image: "os:9.9.9", cri: cri("docker") })))).toEqual([]);
  });
});

describe("CAP-SH-19", () => {
  const constrained = (kubeletVersionConstraint: string | undefined) =>
    profileWith(
      imageVersion({ architectures: ["amd64"], kubeletVersionConstraint }),
      imageVersion({ version: "2.0.0", architectures: ["amd64"] }),
    );

  it.each<[string, string | undefined, string | undefined, boolean]>([
    ["no constraint", undefined, undefined, true],
    ["a constraint that admits the shoot's version", ">= 1.33, < 1.34", undefined, true],
    ["a constraint that does not admit the shoot's version", "< 1.33", undefined, false],
    ["a constraint that admits the pool's own version", "< 1.33", "1.32.9", true],
    ["a constraint that cannot be parsed, which nobody can satisfy or violate", "soon", undefined, true],
    ["a pre-release, which ranges do not admit", ">= 1.30", "1.33.0-rc.1", false],
  ])("%s", (_, constraint, kubernetesVersion, isAdmitted) => {
    expect(kubeletFindings(pool(constrained(constraint), worker({ kubernetesVersion })))).toHaveLength(
      isAdmitted ? 0 : 1,
    );
  });

  it("names constraint and version, offers others, and is asked of unchanged pools, too", () => {
    expect(texts(kubeletFindings(pool(constrained("< 1.33"), worker(), worker())))).toEqual([
      'machine.image: Invalid value: "os:1.0.0": worker pool "pool": machine image os:1.0.0 needs a kubelet version < 1.33, the pool runs 1.33.4; image versions that fit machine type "m": os:2.0.0 [CAP-SH-19]',
    ]);
  });
});

describe("CAP-SH-17, 30 and 32", () => {
  const clashing = profile({
    machineCapabilities: D1,
    machineTypes: [
      machineType({ name: "m", capabilities: capabilities({ tpm: ["v1"] }) }),
      machineType({ name: "n", capabilities: capabilities({ tpm: ["v1"] }) }),
    ],
    machineImages: [
      {
        name: "os",
        updateStrategy: "minor",
        versions: [
          imageVersion({ capabilityFlavors: [capabilities({ tpm: ["v2"] })] }),
          imageVersion({ version: "2.0.0", capabilityFlavors: [capabilities({ tpm: ["v2"] })] }),
        ],
      },
    ],
  });
  const narrowed = profile({
    machineCapabilities: D2,
    machineTypes: [machineType({ name: "m", architecture: "arm64", capabilities: capabilities({ nic: ["slow"] }) })],
    machineImages: [
      {
        name: "os",
        updateStrategy: "minor",
        versions: [
          imageVersion({
            capabilityFlavors: [
              capabilities({ architecture: ["amd64"] }),
              capabilities({ architecture: ["arm64"], nic: ["fast"] }),
            ],
          }),
        ],
      },
    ],
  });
  const settings = { ...worker().machine, image: { name: "os", version: "1.0.0", providerConfig: { a: 1 } } };

  it.each<[string, Worker, Worker | undefined, boolean, string]>([
    ["a new pool", worker(), undefined, true, "CAP-SH-17"],
    ["an unchanged pool (row 50)", worker(), worker(), true, "CAP-SH-30"],
    ["a renamed pool", worker(), worker({ name: "old" }), true, "CAP-SH-17"],
    ["another type (row 54)", worker(), worker({ type: "n" }), true, "CAP-SH-17"],
    ["another version", worker(), worker({ image: "os:2.0.0" }), true, "CAP-SH-17"],
    ["other settings of the same image", worker(), worker({ machine: settings }), true, "CAP-SH-30"],
    ["another profile (row 60)", worker(), worker(), false, "CAP-SH-17"],
    ["another number of nodes or zones", worker({ zones: ["a"] }), worker(), true, "CAP-SH-30"],
  ])("of %s", (_, now, old, isProfileUnchanged, rule) => {
    const found = capabilityFindings(pool(clashing, now, old, { isProfileUnchanged }));
    expect(found.map((finding) => finding.rule)).toEqual([rule]);
  });

  it.each<[string, Worker | undefined, string]>([
    ["a new pool (row 39)", undefined, "CAP-SH-32"],
    ["an unchanged pool", worker({ machine: { ...worker().machine, architecture: "arm64" } }), "CAP-SH-30"],
  ])("where only the legacy architecture excludes the image, of %s", (_, old, rule) => {
    const now = worker({ machine: { ...worker().machine, architecture: "arm64" } });
    expect(capabilityFindings(pool(narrowed, now, old)).map((finding) => finding.rule)).toEqual([rule]);
  });

  it("are silent where type or version is unknown", () => {
    expect(capabilityFindings(pool(clashing, worker({ type: "x" })))).toEqual([]);
    expect(capabilityFindings(pool(clashing, worker({ image: "os:3.0.0" })))).toEqual([]);
  });
});
