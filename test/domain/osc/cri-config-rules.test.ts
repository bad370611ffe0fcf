import { describe, expect, it } from "vitest";
import { errorText } from "../../../src/domain/field/error.ts";
import { criConfigFindings } from "../../../src/domain/osc/cri-config-rules.ts";
import { findingIdentity } from "../../../src/domain/rules/finding.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { containerdOsc, oscLines, provisionOsc, reconcileOsc, reviewOf } from "../../support/osc-builders.ts";

const CRI = "spec.criConfig";

function lines(object: RawObject): readonly string[] {
  return oscLines(criConfigFindings(reviewOf(object)));
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

describe("OSC-V-08, the sandbox image", () => {
  const PATH = `${CRI}.containerd.sandboxImage`;

  it.each(["registry.k8s.io/pause:3.10", "pause:3.10", "localhost:5000/pause:3.10", `a/b@sha256:${"0".repeat(64)}`])(
    "may be %s",
    (sandboxImage) => {
      expect(lines(containerdOsc({ sandboxImage }))).toEqual([]);
    },
  );

  it.each([" registry.k8s.io/pause:3.10", "https://registry.k8s.io/pause:3.10", "a b:1", "Pause:3.10", "a:1@sha256:0"])(
    "is not %j",
    (sandboxImage) => {
      expect(lines(containerdOsc({ sandboxImage }))).toEqual([`OSC-V-08 ${PATH} Invalid`]);
    },
  );

  it.each(["pause", "registry.k8s.io/pause", "localhost:5000/pause"])("is only warned of as %s", (sandboxImage) => {
    expect(lines(containerdOsc({ sandboxImage }))).toEqual([`OSC-V-08 (Ww) ${PATH} Invalid`]);
  });

  it("says what to write", () => {
    const [found] = criConfigFindings(reviewOf(containerdOsc({ sandboxImage: "docker://pause" })));
    expect(found && errorText(found.error)).toBe(
      `${PATH}: Invalid value: "docker://pause": must be [host[:port]/]repository[:tag][@digest], without scheme and blanks`,
    );
  });

  it("is another mistake where it is another image", () => {
    const identities = ["a b", "c d"].flatMap((sandboxImage) =>
      criConfigFindings(reviewOf(containerdOsc({ sandboxImage }))).map(findingIdentity),
    );
    expect(new Set(identities).size).toBe(2);
  });
});
