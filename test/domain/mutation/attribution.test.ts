import { describe, expect, it } from "vitest";
import { type FieldError, forbidden, invalid, required } from "../../../src/domain/field/error.ts";
import type { FieldPath } from "../../../src/domain/field/path.ts";
import { attributed } from "../../../src/domain/mutation/attribution.ts";
import type { PolicyEffect } from "../../../src/domain/policies/effect.ts";
import { finding } from "../../../src/domain/rules/finding.ts";
import { oscView, reconcileOsc } from "../../support/osc-builders.ts";
import { CRI } from "../../support/plugin-builders.ts";

const DRIVER: FieldPath = ["spec", "criConfig", "cgroupDriver"];
const ALL = "policies driver, files, mirrors, pause, plugins, units";

const RESULT = oscView(
  reconcileOsc({
    criConfig: {
      name: "containerd",
      cgroupDriver: "cgroupfs",
      containerd: {
        sandboxImage: "pause:1",
        registries: [{ upstream: "quay.io" }, { upstream: "docker.io" }],
        plugins: [{ path: [CRI] }, { path: [CRI, "containerd"], values: { snapshotter: "native" } }],
      },
    },
  }),
);

function effect(policy: string, part: PolicyEffect["part"], subject: string): PolicyEffect {
  return { policy, mode: "enforce", part, outcome: "changed", subject };
}

const EFFECTS: readonly PolicyEffect[] = [
  effect("mirrors", "registries", "docker.io"),
  effect("files", "files", "/opt/bin/kubelet"),
  effect("units", "units", "kubelet.service filePaths"),
  effect("plugins", "plugins", `[${CRI}, containerd]`),
  effect("pause", "sandboxImage", "pause:1"),
  effect("driver", "cgroupDriver", "cgroupfs"),
  { ...effect("skipped", "registries", "quay.io"), outcome: "skipped" },
];

function detailOf(error: FieldError, effects: readonly PolicyEffect[] = EFFECTS): string {
  return attributed(finding("OSC-V-11", error, "key"), effects, RESULT).error.detail;
}

describe("attributed", () => {
  it.each<[string, FieldPath, string]>([
    ["a registry", ["spec", "criConfig", "containerd", "registries", 1, "upstream"], "policy mirrors"],
    ["a file", ["spec", "files", 2], "policy files"],
    ["a unit", ["spec", "units", 1, "filePaths", 0], "policy units"],
    ["a plugin", ["spec", "criConfig", "containerd", "plugins", 1, "path"], "policy plugins"],
    ["a plugin that no policy changed", ["spec", "criConfig", "containerd", "plugins", 0, "path"], ALL],
    ["the sandbox image", ["spec", "criConfig", "containerd", "sandboxImage"], "policy pause"],
    ["the cgroup driver on either side", DRIVER, "policies driver, files, units"],
    ["an element that no policy changed", ["spec", "units", 0], ALL],
    ["a registry that a policy skipped", ["spec", "criConfig", "containerd", "registries", 0], ALL],
    ["an element that is not there", ["spec", "files", 99], ALL],
    ["the whole spec", ["spec"], ALL],
  ])("names whoever changed %s", (_, path, names) => {
    expect(detailOf(forbidden(path, "no"))).toBe(`caused by ${names}: no`);
  });

  it("names the guard where no policy changed anything that has a driver", () => {
    const others = EFFECTS.filter(({ part }) => part === "registries" || part === "plugins");
    expect(detailOf(required(DRIVER, "missing"), others)).toBe("caused by the guard of the cgroup driver: missing");
  });

  it("names the guard where no policy changed anything", () => {
    expect(detailOf(required(["spec"], "missing"), [])).toBe("caused by the guard of the cgroup driver: missing");
  });

  it("needs no detail, and leaves all else as it is", () => {
    const error = invalid(["spec", "files", 2], "x", "");
    expect(attributed({ ...finding("OSC-V-11", error, "key"), mark: "W" }, EFFECTS, RESULT)).toEqual({
      ...finding("OSC-V-11", { ...error, detail: "caused by policy files" }, "key"),
      mark: "W",
    });
  });
});
