import { describe, expect, it } from "vitest";
import type { OsSupportEntry } from "../../../src/domain/policies/types.ts";
import { type OsDemand, osObstacles } from "../../../src/domain/workers/os-support.ts";
import { osSupport } from "../../support/os-support.ts";

const DEFAULT = { name: "containerd", containerRuntimes: [] };

function withRuntimes(...types: readonly string[]): OsDemand["cri"] {
  return { name: "containerd", containerRuntimes: types.map((type) => ({ type })) };
}

function obstacles(table: readonly OsSupportEntry[], demand: Partial<OsDemand>): readonly string[] {
  const asked = { cri: DEFAULT, image: "os", version: "1.2.3", kubelet: "1.33.4", ...demand };
  return osObstacles(table, asked).map((obstacle) =>
    obstacle.kind === "cgroup"
      ? `cgroup ${obstacle.mayRun}`
      : `${obstacle.kind} ${obstacle.asked}: ${obstacle.supported.join(", ")}`,
  );
}

describe("the CRI of a pool", () => {
  it.each<[string, Partial<OsSupportEntry>, OsDemand["cri"], readonly string[]]>([
    ["is supported", { cri: ["containerd"] }, DEFAULT, []],
    ["is one of several", { cri: ["cri-o", "containerd"] }, DEFAULT, []],
    ["is another one", { cri: ["cri-o"] }, DEFAULT, ["cri containerd: cri-o"]],
    ["is not in the table", {}, DEFAULT, []],
    ["is not set", { cri: ["cri-o"] }, undefined, []],
    ["is the default one of an OS without any", { cri: [] }, DEFAULT, []],
    ["is the default one of an OS without any, strictly", { cri: [], strict: true }, DEFAULT, ["cri containerd: "]],
    ["is not set on an OS without any, strictly", { cri: [], strict: true }, undefined, []],
    ["is supported, strictly", { cri: ["containerd"], strict: true }, DEFAULT, []],
  ])("%s", (_, entry, cri, expected) => {
    expect(obstacles([osSupport(entry)], { cri })).toEqual(expected);
  });
});

describe("container runtimes of a pool", () => {
  it.each<[string, Partial<OsSupportEntry>, OsDemand["cri"], readonly string[]]>([
    ["are supported", { containerRuntimes: ["gvisor", "kata"] }, withRuntimes("kata", "gvisor"), []],
    ["are not in the table", { cri: ["containerd"] }, withRuntimes("kata"), []],
    [
      "are supported in part",
      { containerRuntimes: ["gvisor"] },
      withRuntimes("gvisor", "kata", "wasm"),
      ["runtime kata: gvisor", "runtime wasm: gvisor"],
    ],
    ["are not supported at all", { containerRuntimes: [] }, withRuntimes("kata"), ["runtime kata: "]],
    ["need a CRI", { cri: [] }, withRuntimes("kata"), ["runtime kata: "]],
    [
      "need a CRI whatever else is said",
      { cri: [], containerRuntimes: ["kata"] },
      withRuntimes("kata"),
      ["runtime kata: "],
    ],
    [
      "go with a CRI that is not supported",
      { cri: ["cri-o"], containerRuntimes: [] },
      withRuntimes("kata"),
      ["cri containerd: cri-o", "runtime kata: "],
    ],
    ["are none", { containerRuntimes: [] }, DEFAULT, []],
  ])("%s", (_, entry, cri, expected) => {
    expect(obstacles([osSupport(entry)], { cri })).toEqual(expected);
  });
});

describe("cgroup v1 under kubelet", () => {
  it.each<[string, boolean, readonly string[]]>([
    ["1.34.9", false, []],
    ["1.35.0-alpha.1", false, ["cgroup true"]],
    ["1.35.0", false, ["cgroup true"]],
    ["1.37.12", false, ["cgroup true"]],
    ["1.37.12", true, []],
    ["1.38.0-rc.1", false, ["cgroup false"]],
    ["1.38.0", false, ["cgroup false"]],
    ["1.38.0", true, ["cgroup false"]],
    ["1.100.0", true, ["cgroup false"]],
    ["2.0.0", true, ["cgroup false"]],
    ["v1.38", false, ["cgroup false"]],
    ["", false, []],
    ["latest", false, []],
  ])("%s, which is told not to fail: %s", (kubelet, setsFailCgroupV1, expected) => {
    expect(obstacles([osSupport({ cgroup: "v1", setsFailCgroupV1 })], { kubelet })).toEqual(expected);
  });

  it.each<[string, OsSupportEntry["cgroup"]]>([
    ["cgroup v2", "v2"],
    ["unknown cgroups", undefined],
  ])("is no matter of %s", (_, cgroup) => {
    expect(obstacles([osSupport({ cgroup })], { kubelet: "1.38.0" })).toEqual([]);
  });
});

describe("the entry that counts", () => {
  const none = { containerRuntimes: [] };
  it.each<[string, readonly OsSupportEntry[], readonly string[]]>([
    ["is none of an empty table", [], []],
    ["is of the image", [osSupport({ ...none, image: "other" })], []],
    ["is of all versions where it names none", [osSupport(none)], ["runtime kata: "]],
    ["is of the version", [osSupport({ ...none }, "~1.2"), osSupport({ ...none }, "~1.3")], ["runtime kata: "]],
    ["is not of another version", [osSupport({ ...none }, ">=1.3")], []],
    ["is the first of several", [osSupport({ containerRuntimes: ["kata"] }, "~1.2"), osSupport(none)], []],
  ])("%s", (_, table, expected) => {
    expect(obstacles(table, { cri: withRuntimes("kata") })).toEqual(expected);
  });

  it("is that of the release for a pre-release, and none for what is no version", () => {
    const table = [osSupport({ containerRuntimes: [] }, ">=1.2")];
    expect(obstacles(table, { cri: withRuntimes("kata"), version: "1.2.0-dev" })).toEqual(["runtime kata: "]);
    expect(obstacles(table, { cri: withRuntimes("kata"), version: "latest" })).toEqual([]);
  });
});
