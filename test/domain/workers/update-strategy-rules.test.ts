import { describe, expect, it } from "vitest";
import type { Worker } from "../../../src/domain/workers/types.ts";
import { updateStrategyFindings } from "../../../src/domain/workers/update-strategy-rules.ts";
import { texts, worker } from "../../support/case-pools.ts";

const [ROLLING, AUTO, MANUAL] = ["AutoRollingUpdate", "AutoInPlaceUpdate", "ManualInPlaceUpdate"];
const cri = (name: string) => ({ name, containerRuntimes: [] });

function found(
  now: Partial<Worker> & { image?: string; type?: string },
  old?: typeof now,
  allowsInPlaceUpdates = true,
): readonly string[] {
  return texts(
    updateStrategyFindings({
      path: ["spec", "provider", "workers", 0],
      worker: worker(now),
      old: old && worker(old),
      allowsInPlaceUpdates,
    }),
  );
}

describe("CAP-SH-20", () => {
  it.each<[string, Parameters<typeof found>, readonly string[]]>([
    ["a new rolling pool without the gate", [{ updateStrategy: ROLLING }, undefined, false], []],
    ["a new pool without strategy", [{}, undefined, false], []],
    ["a new in-place pool with the gate", [{ updateStrategy: AUTO }, undefined, true], []],
    [
      "a new in-place pool without the gate",
      [{ updateStrategy: MANUAL }, undefined, false],
      [
        'updateStrategy: Invalid value: "ManualInPlaceUpdate": in-place updates need the feature gate InPlaceNodeUpdates [CAP-SH-20]',
      ],
    ],
    ["an existing in-place pool without the gate", [{ updateStrategy: AUTO }, { updateStrategy: AUTO }, false], []],
    [
      "rolling turned in-place",
      [{ updateStrategy: AUTO }, {}],
      [
        'updateStrategy: Invalid value: "AutoInPlaceUpdate": cannot change from AutoRollingUpdate; add a pool with the new strategy instead [CAP-SH-20]',
      ],
    ],
    [
      "in-place turned rolling",
      [{}, { updateStrategy: MANUAL }],
      [
        'updateStrategy: Invalid value: "AutoRollingUpdate": cannot change from ManualInPlaceUpdate; add a pool with the new strategy instead [CAP-SH-20]',
      ],
    ],
    [
      "one in-place strategy turned into the other, type changed",
      [{ updateStrategy: AUTO, type: "n" }, { updateStrategy: MANUAL }],
      [],
    ],
    [
      "the type changed",
      [{ updateStrategy: AUTO, type: "n" }, { updateStrategy: AUTO }],
      ['machine.type: Invalid value: "n": cannot change from "m" while the pool is updated in place [CAP-SH-20]'],
    ],
    [
      "the image changed",
      [{ updateStrategy: AUTO, image: "x:1.0.0" }, { updateStrategy: AUTO }],
      [
        'machine.image.name: Invalid value: "x": cannot change from "os" while the pool is updated in place [CAP-SH-20]',
      ],
    ],
    [
      "the CRI changed",
      [
        { updateStrategy: AUTO, cri: cri("docker") },
        { updateStrategy: AUTO, cri: cri("containerd") },
      ],
      [
        'cri.name: Invalid value: "docker": cannot change from "containerd" while the pool is updated in place [CAP-SH-20]',
      ],
    ],
    ["the CRI added", [{ updateStrategy: AUTO, cri: cri("containerd") }, { updateStrategy: AUTO }], []],
    ["the version raised", [{ updateStrategy: AUTO, image: "os:1.0.1" }, { updateStrategy: AUTO }], []],
    [
      "the version lowered",
      [{ updateStrategy: AUTO, image: "os:0.9.9" }, { updateStrategy: MANUAL }],
      [
        "machine.image.version: Forbidden: cannot go back from version 1.0.0 while the pool is updated in place [CAP-SH-20]",
      ],
    ],
    [
      "the version lowered by its suffix",
      [{ updateStrategy: AUTO, image: "os:1.0.0-rc.1" }, { updateStrategy: AUTO }],
      [],
    ],
    ["everything changed in a rolling pool", [{ updateStrategy: ROLLING, type: "n", image: "x:0.1.0" }, {}], []],
  ])("%s", (_, given, expected) => {
    expect(found(...given)).toEqual(expected);
  });
});
