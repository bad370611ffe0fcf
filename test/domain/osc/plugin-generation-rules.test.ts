import { describe, expect, it } from "vitest";
import { pluginFindings } from "../../../src/domain/osc/plugin-rules.ts";
import { findingText } from "../../../src/domain/rules/finding.ts";
import { containerdOsc, oscLines, reviewOf } from "../../support/osc-builders.ts";
import {
  addTo,
  CRI,
  IMAGES,
  NEW_RUNTIMES,
  NVIDIA_DEFAULT_EMITTED,
  RUNTIME,
  RUNTIMES,
  removal,
} from "../../support/plugin-builders.ts";

const P = "spec.criConfig.containerd.plugins";

function findings(plugins: readonly unknown[]) {
  return pluginFindings(reviewOf(containerdOsc({ plugins }))).filter(({ rule }) => rule === "OSC-V-35");
}

const DISCARD = { discard_unpacked_layers: true };
const OWNERSHIP = { device_ownership_from_security_context: true };

describe("OSC-V-35, a setting", () => {
  it.each<[string, readonly unknown[]]>([
    ["of P8", [addTo([CRI, "containerd"], DISCARD), addTo([IMAGES], DISCARD)]],
    ["of P10, in any order", [addTo([RUNTIME], OWNERSHIP), addTo([CRI], OWNERSHIP)]],
    ["of P5", NVIDIA_DEFAULT_EMITTED],
    [
      "of P13, with other values",
      [addTo([CRI, "containerd"], DISCARD), addTo([IMAGES], { discard_unpacked_layers: false })],
    ],
    ["of a removal", [removal(CRI, "containerd", "snapshotter"), removal(IMAGES, "snapshotter")]],
    [
      "split up",
      [
        addTo([CRI], { ...OWNERSHIP, image_pull_with_sync_fs: true }),
        addTo([IMAGES], { image_pull_with_sync_fs: true }),
        addTo([RUNTIME], OWNERSHIP),
      ],
    ],
    ["of both sandbox keys", [addTo([...RUNTIMES, "x"], { sandbox_mode: "a", sandboxer: "a" })]],
    [
      "of one sandbox key in either spelling",
      [
        addTo([...RUNTIMES, "x"], { sandbox_mode: "a" }),
        addTo([...NEW_RUNTIMES, "x"], { sandboxer: "a" }),
        addTo([...RUNTIMES, "x"], { runtime_type: "t" }),
      ],
    ],
  ])("may stand in both generations: %s", (_, plugins) => {
    expect(findings(plugins)).toEqual([]);
  });

  it.each<[string, readonly unknown[]]>([
    ["a runtime, which is translated", [addTo([...RUNTIMES, "x"], { runtime_type: "t" }), removal(...RUNTIMES, "y")]],
    ["streams, which stay", [addTo([CRI], { stream_idle_timeout: "1h" })]],
    ["another plugin", [addTo(["io.containerd.gc.v1.scheduler"], { pause_threshold: 0.05 })]],
    ["one that is gone", [addTo([CRI, "containerd"], { no_pivot: true }), addTo([CRI], { disable_cgroup: true })]],
    ["one that is new", [addTo([IMAGES], { use_local_image_pull: true }), addTo([RUNTIME], { enable_criu: false })]],
    ["a table that was split up", [addTo([CRI]), addTo([CRI, "containerd"]), addTo([IMAGES]), addTo([RUNTIME])]],
    [
      "one that should not be written at all",
      [
        removal(CRI, "registry"),
        addTo([CRI], { sandbox_image: "x" }),
        addTo([CRI, "containerd", "snapshotter"]),
        addTo([CRI, "a "]),
        addTo([CRI], { "": true }),
      ],
    ],
    ["one with an unknown operation", [{ op: "drop", path: [IMAGES], values: DISCARD }]],
  ])("may stand alone if it is %s", (_, plugins) => {
    expect(findings(plugins)).toEqual([]);
  });

  it.each<[string, readonly unknown[], readonly number[]]>([
    ["of the older one", [addTo([CRI, "containerd"], DISCARD)], [0]],
    ["of the newer one", [addTo([IMAGES], DISCARD)], [0]],
    ["of a removal", [removal(IMAGES, "snapshotter"), addTo([CRI, "containerd"], { snapshotter: "x" })], [0, 1]],
    ["in part", [addTo([CRI], { ...OWNERSHIP, enable_selinux: true }), addTo([RUNTIME], OWNERSHIP)], [0]],
    ["of a runtime in the newer spelling", [addTo([...NEW_RUNTIMES, "x"], { runtime_type: "t" })], [0]],
    ["of one sandbox key", [addTo([...RUNTIMES, "x"], { sandbox_mode: "a" })], [0]],
    ["of a table", [addTo([CRI, "registry", "headers"])], [0]],
  ])("should not stand in one alone: %s", (_, plugins, indexes) => {
    expect(oscLines(findings(plugins))).toEqual(indexes.map((index) => `OSC-V-35 ${P}[${index}].path Invalid`));
  });

  it("is told its other place", () => {
    expect(findings([addTo([CRI, "containerd"], { discard_unpacked_layers: true })]).map(findingText)).toEqual([
      `${P}[0].path: Invalid value: "discard_unpacked_layers" is read from files of version 1 and 2 only; repeat it as [${IMAGES}, discard_unpacked_layers] [OSC-V-35]`,
    ]);
  });
});
