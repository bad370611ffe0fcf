import { describe, expect, it } from "vitest";
import { containerdFindings } from "../../../src/domain/osc/containerd-rules.ts";
import { criConfigFindings } from "../../../src/domain/osc/cri-config-rules.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { oscLines, provisionOsc, reconcileOsc, reviewOf } from "../../support/osc-builders.ts";

const CRI = "spec.criConfig";

function lines(object: RawObject): readonly string[] {
  const review = reviewOf(object);
  return oscLines([...criConfigFindings(review), ...containerdFindings(review)]);
}

describe("criConfig", () => {
  it.each<[string, RawObject | null, readonly string[]]>([
    ["may be absent", null, []],
    ["may be a name alone", { name: "containerd" }, []],
    ["needs a name (OSC-V-04)", {}, [`OSC-V-04 ${CRI}.name Required`]],
    ["is not docker (OSC-V-04, row 13)", { name: "docker" }, [`OSC-V-04 ${CRI}.name NotSupported`]],
    ["has no empty name (OSC-V-04)", { name: "" }, [`OSC-V-04 ${CRI}.name NotSupported`]],
    ["may use systemd (OSC-V-05)", { name: "containerd", cgroupDriver: "systemd" }, []],
    ["may use cgroupfs (OSC-V-05)", { name: "containerd", cgroupDriver: "cgroupfs" }, []],
    [
      "uses no other cgroup driver (OSC-V-05)",
      { name: "containerd", cgroupDriver: "Systemd" },
      [`OSC-V-05 ${CRI}.cgroupDriver NotSupported`],
    ],
    [
      "has no empty cgroup driver (OSC-V-05)",
      { name: "containerd", cgroupDriver: "" },
      [`OSC-V-05 ${CRI}.cgroupDriver NotSupported`],
    ],
    [
      "needs a sandbox image (OSC-V-07)",
      { name: "containerd", containerd: {} },
      [`OSC-V-07 ${CRI}.containerd.sandboxImage Required`],
    ],
  ])("%s", (_, criConfig, expected) => {
    expect(lines(reconcileOsc({ criConfig }))).toEqual(expected);
  });

  it.each<[string, RawObject | null, readonly string[]]>([
    ["may be a name alone", { name: "containerd" }, []],
    [
      "does not configure containerd, and nothing below is looked at (OSC-V-06, row 10)",
      { name: "containerd", containerd: { sandboxImage: "" } },
      [`OSC-V-06 ${CRI}.containerd Forbidden`],
    ],
    [
      "has no use for a cgroup driver (OSC-V-09)",
      { name: "containerd", cgroupDriver: "systemd" },
      [`OSC-V-09 ${CRI}.cgroupDriver Forbidden`],
    ],
  ])("of a provision OSC %s", (_, criConfig, expected) => {
    expect(lines(provisionOsc({ criConfig }))).toEqual(expected);
  });

  it("is looked at below where the purpose is neither", () => {
    const criConfig = { name: "containerd", containerd: { sandboxImage: "" } };
    expect(lines(reconcileOsc({ purpose: "other", criConfig }))).toEqual([
      `OSC-V-07 ${CRI}.containerd.sandboxImage Required`,
    ]);
  });

  it.each([null, {}, { name: "containerd" }])("is not called cri, as in documents (OSC-V-10): %j", (cri) => {
    expect(lines(reconcileOsc({ cri }))).toEqual(["OSC-V-10 spec.cri Invalid"]);
    expect(lines(reconcileOsc({ cri, criConfig: null }))).toEqual(["OSC-V-10 spec.cri Invalid"]);
  });
});
