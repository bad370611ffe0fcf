import { describe, expect, it } from "vitest";
import type { OsSupportEntry } from "../../../src/domain/policies/types.ts";
import type { CloudProfileSpec } from "../../../src/domain/profiles/types.ts";
import { markOf } from "../../../src/domain/rules/finding.ts";
import { storedOsSupportFindings } from "../../../src/domain/workers/os-support-rules.ts";
import { poolFindings } from "../../../src/domain/workers/pool-rules.ts";
import type { Worker } from "../../../src/domain/workers/types.ts";
import { profile, shootReview, shootSpec, texts, worker } from "../../support/case-pools.ts";
import { osSupport, policySet } from "../../support/os-support.ts";
import { imageVersion, machineType } from "../../support/profiles.ts";

const CRI = [{ name: "containerd", containerRuntimes: [{ type: "gvisor" }, { type: "kata" }] }];

function version(text: string) {
  return imageVersion({ version: text, architectures: ["amd64"], cri: CRI });
}

/** A machine type of amd64, and images that offer gvisor and kata. */
const SPEC: Partial<CloudProfileSpec> = {
  machineTypes: [machineType({ name: "m", architecture: "amd64" })],
  machineImages: [
    { name: "os", updateStrategy: "minor", versions: [version("1.0.0"), version("2.0.0")] },
    { name: "other", updateStrategy: "minor", versions: [version("7.0.0")] },
  ],
};

function pool(parts: Parameters<typeof worker>[0] = {}, ...types: readonly string[]): Worker {
  return worker({ cri: { name: "containerd", containerRuntimes: types.map((type) => ({ type })) }, ...parts });
}

function found(table: readonly OsSupportEntry[], now: Worker, old?: Worker, versions: readonly string[] = []) {
  const [kubernetesVersion = "1.33.4", before = kubernetesVersion] = versions;
  const review = shootReview(now, old, {
    spec: shootSpec([now], { kubernetesVersion }),
    old: old && shootSpec([old], { kubernetesVersion: before }),
    policies: policySet(table),
  });
  return poolFindings(review, profile(SPEC));
}

describe("an operating system without something (CRI-V-20)", () => {
  const NO_GVISOR = [osSupport({ containerRuntimes: ["kata"] }, "~1")];

  it("lacks a container runtime, and others have it", () => {
    expect(texts(found(NO_GVISOR, pool({}, "kata", "gvisor")))).toEqual([
      'cri.containerRuntimes[1].type: Invalid value: "gvisor": worker pool "pool": machine image os:1.0.0 does not support ' +
        "this container runtime, by osSupport of the policies; it supports kata; image versions that fit machine type " +
        '"m": os:2.0.0, other:7.0.0 [CRI-V-20]',
    ]);
  });

  it("lacks all container runtimes, and no other has them", () => {
    const table = [osSupport({ cri: [] }), osSupport({ image: "other", cri: [] })];
    expect(texts(found(table, pool({}, "gvisor")))).toEqual([
      'cri.containerRuntimes[0].type: Invalid value: "gvisor": worker pool "pool": machine image os:1.0.0 does not support ' +
        "this container runtime, by osSupport of the policies; it supports no container runtime; no image version of the " +
        'profile fits machine type "m" in this pool [CRI-V-20]',
    ]);
  });

  it("lacks the CRI, strictly", () => {
    expect(texts(found([osSupport({ cri: [], strict: true }, "~1")], pool()))).toEqual([
      'cri.name: Invalid value: "containerd": worker pool "pool": machine image os:1.0.0 does not support this CRI, by ' +
        'osSupport of the policies; it supports no CRI; image versions that fit machine type "m": os:2.0.0, other:7.0.0 ' +
        "[CRI-V-20]",
    ]);
  });

  it("lacks the CRI, which every pool has by default (row 74)", () => {
    expect(found([osSupport({ cri: [] })], pool())).toEqual([]);
  });

  it("is not in the profile, so that nothing is known of it (row 77)", () => {
    const now = pool({ image: "os:9.9.9" }, "gvisor");
    expect(found([osSupport({ cri: [] })], now).map(({ rule }) => rule)).toEqual(["CAP-SH-15"]);
    expect(found([osSupport({ cri: [] })], now, pool({ image: "os:9.9.9" })).map(({ rule }) => rule)).toEqual([
      "CAP-SH-31",
    ]);
  });

  it("is no matter of pools without CRI", () => {
    expect(found([osSupport({ cri: [], strict: true })], worker())).toEqual([]);
  });

  it.each<[string, Worker, Worker, readonly string[], boolean]>([
    ["changes nothing (row 76)", pool({}, "gvisor"), pool({}, "gvisor"), [], false],
    ["changes its zones", pool({ zones: ["a"] }, "gvisor"), pool({}, "gvisor"), [], false],
    ["changes its machine type", pool({}, "gvisor"), pool({ type: "x" }, "gvisor"), [], false],
    ["gets the container runtime", pool({}, "gvisor"), pool(), [], true],
    ["gets another image version", pool({}, "gvisor"), pool({ image: "os:2.0.0" }, "gvisor"), [], true],
    [
      "gets a Kubernetes version of its own",
      pool({ kubernetesVersion: "1.32.1" }, "gvisor"),
      pool({}, "gvisor"),
      [],
      true,
    ],
    [
      "gets the shoot's Kubernetes version",
      pool({}, "gvisor"),
      pool({ kubernetesVersion: "1.32.1" }, "gvisor"),
      [],
      true,
    ],
    [
      "names the shoot's Kubernetes version",
      pool({ kubernetesVersion: "1.33.4" }, "gvisor"),
      pool({}, "gvisor"),
      [],
      false,
    ],
    ["moves with the shoot", pool({}, "gvisor"), pool({}, "gvisor"), ["1.34.1", "1.33.4"], true],
    [
      "does not move with the shoot",
      pool({ kubernetesVersion: "1.33.4" }, "gvisor"),
      pool({ kubernetesVersion: "1.33.4" }, "gvisor"),
      ["1.34.1", "1.33.4"],
      false,
    ],
    ["is new, beside one of another name", pool({}, "gvisor"), pool({ name: "old" }, "gvisor"), [], true],
  ])("is a matter of a pool that %s", (_, now, old, versions, isFound) => {
    expect(found(NO_GVISOR, now, old, versions).map(({ rule }) => rule)).toEqual(isFound ? ["CRI-V-20"] : []);
  });

  it("comes after what the profile says of the same pool", () => {
    const kept = [osSupport({ containerRuntimes: [] })];
    expect(found(kept, pool({}, "wasm")).map(({ rule }) => rule)).toEqual(["CAP-SH-18", "CRI-V-20"]);
    expect(found(kept, pool({ type: "x" }, "wasm")).map(({ rule }) => rule)).toEqual(["CAP-SH-12"]);
  });
});

describe("an operating system on cgroup v1 (CRI-V-25)", () => {
  const V1 = [osSupport({ cgroup: "v1" }, "~1")];

  it("fails under a kubelet that does not know it any more", () => {
    const findings = found(V1, pool({ kubernetesVersion: "1.38.0" }));
    expect(texts(findings)).toEqual([
      'machine.image: Invalid value: "os:1.0.0": worker pool "pool": the image uses cgroup v1, on which kubelet 1.38.0 ' +
        'fails; image versions that fit machine type "m": os:2.0.0, other:7.0.0 [CRI-V-25]',
    ]);
    expect(findings.map(markOf)).toEqual(["W"]);
  });

  it("may fail under an older one, which is a warning", () => {
    const findings = found(V1, pool(), undefined, ["1.36.1"]);
    expect(texts(findings)).toEqual([
      'machine.image: Invalid value: "os:1.0.0": the image uses cgroup v1, on which kubelet 1.36.1 fails unless ' +
        "--fail-cgroupv1=false is set; choose an image with cgroup v2 [CRI-V-25]",
    ]);
    expect(findings.map(markOf)).toEqual(["Ww"]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ["that moves to such a version", ["1.38.0", "1.37.0"], ["CRI-V-25"]],
    ["that moves to a version where it works", ["1.34.0", "1.33.0"], []],
    ["that stays", ["1.38.0", "1.38.0"], []],
  ])("is a matter of a pool %s", (_, versions, expected) => {
    expect(found(V1, pool(), pool(), versions).map(({ rule }) => rule)).toEqual(expected);
  });
});

describe("what the stored pools had already", () => {
  const table = [osSupport({ cri: ["cri-o"], containerRuntimes: [], cgroup: "v1" })];

  function keys(versions: readonly string[], now: Worker = pool({}, "gvisor")): readonly string[] {
    return found(table, now, undefined, versions).map(({ key }) => key);
  }

  function storedKeys(kubernetesVersion: string, ...workers: readonly Worker[]): readonly string[] {
    return storedOsSupportFindings(shootSpec(workers, { kubernetesVersion }), table).map(({ key }) => key);
  }

  it("is the same, but for the version of the image", () => {
    const stored = storedKeys("1.38.0", pool({ image: "os:9.9.9" }, "gvisor"));
    expect(stored).toEqual(keys(["1.38.0"]));
    expect(stored).toEqual([
      '"pool"/"os"/"containerd"',
      '"pool"/"os"/"containerRuntimes"/"gvisor"',
      '"pool"/"os"/"removed"',
    ]);
  });

  it("is another thing where it only was a warning", () => {
    expect(storedKeys("1.37.0", pool())).toEqual(['"pool"/"os"/"containerd"', '"pool"/"os"/"deprecated"']);
  });

  it("is of each pool, by its own Kubernetes version", () => {
    const own = pool({ name: "own", kubernetesVersion: "1.34.0" });
    expect(storedKeys("1.38.0", pool(), own)).toEqual([
      '"pool"/"os"/"containerd"',
      '"pool"/"os"/"removed"',
      '"own"/"os"/"containerd"',
    ]);
  });

  it("is nothing of images that the table does not have", () => {
    expect(
      storedKeys(
        "1.38.0",
        pool({ image: "other:7.0.0" }, "gvisor"),
        worker({ machine: { type: "m", image: undefined, architecture: undefined } }),
      ),
    ).toEqual([]);
  });
});
