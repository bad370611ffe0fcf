import { describe, expect, it } from "vitest";
import type { Cri } from "../../../src/domain/profiles/types.ts";
import { markOf } from "../../../src/domain/rules/finding.ts";
import { criChangeFindings } from "../../../src/domain/workers/cri-change-rules.ts";
import { poolPath } from "../../../src/domain/workers/pool.ts";
import { texts, worker } from "../../support/case-pools.ts";

function cri(name: string, ...types: readonly string[]): Cri {
  return { name, containerRuntimes: types.map((type) => ({ type })) };
}

function changed(old: Cri | undefined, now: Cri | undefined, updateStrategy?: string) {
  return criChangeFindings({
    path: poolPath(0),
    worker: worker({ cri: now, updateStrategy }),
    old: worker({ cri: old, updateStrategy }),
  });
}

const REPLACES =
  'cri.name: Invalid value: "containerd": replaces all nodes of worker pool "pool", since the CRI was docker [CRI-V-22]';

describe("another CRI (CRI-V-22)", () => {
  it.each<[string, Cri | undefined, Cri | undefined, string | undefined, readonly string[]]>([
    ["of a rolling pool", cri("docker"), cri("containerd"), undefined, [REPLACES]],
    ["of a pool that is said to roll", cri("docker"), cri("containerd"), "AutoRollingUpdate", [REPLACES]],
    ["of a pool that is updated in place", cri("docker"), cri("containerd"), "AutoInPlaceUpdate", []],
    ["of a pool that is updated in place by hand", cri("docker"), cri("containerd"), "ManualInPlaceUpdate", []],
    ["that is the same", cri("containerd"), cri("containerd"), undefined, []],
    ["that was left out", undefined, cri("containerd"), undefined, []],
    ["that is left out now", cri("containerd"), undefined, undefined, []],
    ["with other runtimes only", cri("containerd"), cri("containerd", "gvisor"), undefined, []],
  ])("%s", (_, old, now, strategy, expected) => {
    expect(texts(changed(old, now, strategy))).toEqual(expected);
  });
});

function gone(type: string): string {
  return (
    `cri.containerRuntimes: Invalid value: pods with the RuntimeClass of ${type} find no node in this pool any more; ` +
    "nodes that exist keep its containerd settings [CRI-V-23]"
  );
}

describe("a container runtime less (CRI-V-23)", () => {
  it.each<[string, Cri | undefined, Cri | undefined, readonly string[]]>([
    ["the only one", cri("containerd", "gvisor"), cri("containerd"), [gone("gvisor")]],
    ["one of two", cri("containerd", "kata", "gvisor"), cri("containerd", "kata"), [gone("gvisor")]],
    ["both", cri("containerd", "kata", "gvisor"), cri("containerd"), [gone("kata"), gone("gvisor")]],
    ["with the whole CRI", cri("containerd", "gvisor"), undefined, [gone("gvisor")]],
    ["that was listed twice", cri("containerd", "gvisor", "gvisor"), cri("containerd"), [gone("gvisor")]],
    ["none, in another order", cri("containerd", "a", "b"), cri("containerd", "b", "a"), []],
    ["none, but one more", cri("containerd", "a"), cri("containerd", "a", "b"), []],
    ["none, of none", cri("containerd"), cri("containerd"), []],
  ])("%s", (_, old, now, expected) => {
    expect(texts(changed(old, now))).toEqual(expected);
  });

  it("beside another CRI", () => {
    const found = changed(cri("docker", "gvisor"), cri("containerd"));
    expect(texts(found)).toEqual([REPLACES, gone("gvisor")]);
    expect(found.map(markOf)).toEqual(["Ww", "Ww"]);
  });
});

it("is no matter of new pools", () => {
  const now = worker({ cri: cri("containerd") });
  expect(criChangeFindings({ path: poolPath(0), worker: now, old: undefined })).toEqual([]);
});

it("is told by pool and runtime, whatever their places", () => {
  const keys = changed(cri("docker", "a", "b"), cri("containerd")).map(({ key }) => key);
  expect(keys).toEqual(['"pool"', '"pool"/"a"', '"pool"/"b"']);
});
