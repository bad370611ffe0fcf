import { describe, expect, it } from "vitest";
import { criExtensionFindings, storedCriExtensionFindings } from "../../../src/domain/workers/cri-extension-rules.ts";
import { poolPath } from "../../../src/domain/workers/pool.ts";
import type { ShootExtension, Worker } from "../../../src/domain/workers/types.ts";
import { shootReview, shootSpec, texts, worker } from "../../support/case-pools.ts";

const DOCKER = worker({ cri: { name: "docker", containerRuntimes: [] } });
const CONTAINERD = worker({ cri: { name: "containerd", containerRuntimes: [] } });

function enabled(...types: readonly string[]): readonly ShootExtension[] {
  return types.map((type) => ({ type, disabled: undefined }));
}

function found(now: Worker, extensions: readonly ShootExtension[], old?: Worker, former = extensions) {
  const review = shootReview(now, old, {
    spec: shootSpec([now], { extensions }),
    old: old && shootSpec([old], { extensions: former }),
  });
  return criExtensionFindings(poolPath(0), { worker: now, old, review });
}

function needs(type: string): string {
  return (
    `cri.name: Invalid value: "docker": worker pool "pool": extension ${type} needs containerd; change the CRI or disable ` +
    "the extension [CRI-V-21]"
  );
}

describe("a pool with another CRI than containerd (CRI-V-21)", () => {
  it.each<[string, Worker, readonly ShootExtension[], readonly string[]]>([
    ["beside registry-cache", DOCKER, enabled("registry-cache"), [needs("registry-cache")]],
    ["beside registry-mirror", DOCKER, enabled("registry-mirror"), [needs("registry-mirror")]],
    [
      "beside both, one of them twice",
      DOCKER,
      enabled("registry-mirror", "registry-cache", "registry-mirror"),
      [needs("registry-mirror"), needs("registry-cache")],
    ],
    [
      "beside an extension that is not disabled",
      DOCKER,
      [{ type: "registry-cache", disabled: false }],
      [needs("registry-cache")],
    ],
    ["beside an extension that is disabled", DOCKER, [{ type: "registry-cache", disabled: true }], []],
    ["beside other extensions", DOCKER, enabled("shoot-dns-service", ""), []],
    ["without extensions", DOCKER, [], []],
    ["which it is not", CONTAINERD, enabled("registry-cache"), []],
    ["which is left out, and so containerd", worker(), enabled("registry-cache"), []],
  ])("%s", (_, now, extensions, expected) => {
    expect(texts(found(now, extensions))).toEqual(expected);
  });

  it.each<[string, Worker, readonly ShootExtension[], readonly string[]]>([
    ["that changes nothing", DOCKER, enabled("registry-cache"), []],
    ["that had containerd", CONTAINERD, enabled("registry-cache"), [needs("registry-cache")]],
    [
      "that had another image",
      { ...DOCKER, machine: worker({ image: "os:0.9.0" }).machine },
      enabled("registry-cache"),
      [needs("registry-cache")],
    ],
    [
      "that had another Kubernetes version",
      { ...DOCKER, kubernetesVersion: "1.32.1" },
      enabled("registry-cache"),
      [needs("registry-cache")],
    ],
    ["that had other zones", { ...DOCKER, zones: ["a"] }, enabled("registry-cache"), []],
    ["of a shoot that had no extension", DOCKER, [], [needs("registry-cache")]],
    [
      "of a shoot that had it disabled",
      DOCKER,
      [{ type: "registry-cache", disabled: true }],
      [needs("registry-cache")],
    ],
    ["of a shoot that had the other one", DOCKER, enabled("registry-mirror"), [needs("registry-cache")]],
  ])("%s", (_, old, former, expected) => {
    expect(texts(found(DOCKER, enabled("registry-cache"), old, former))).toEqual(expected);
  });
});

it("was there before, whatever has changed", () => {
  const stored = shootSpec([DOCKER, CONTAINERD], { extensions: enabled("registry-cache", "registry-mirror") });
  const keys = storedCriExtensionFindings(stored).map(({ key }) => key);
  expect(keys).toEqual(found(DOCKER, stored.extensions).map(({ key }) => key));
  expect(keys).toEqual(['"pool"/"registry-cache"', '"pool"/"registry-mirror"']);
});
