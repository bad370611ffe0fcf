import { describe, expect, it } from "vitest";
import { type FieldError, forbidden, invalid, required } from "../../../src/domain/field/error.ts";
import type { FieldPath } from "../../../src/domain/field/path.ts";
import { attributed } from "../../../src/domain/mutation/attribution.ts";
import type { PolicyEffect } from "../../../src/domain/policies/effect.ts";
import { finding } from "../../../src/domain/rules/finding.ts";
import { oscView, reconcileOsc } from "../../support/osc-builders.ts";

const RESULT = oscView(
  reconcileOsc({
    criConfig: {
      name: "containerd",
      containerd: { sandboxImage: "pause:1", registries: [{ upstream: "quay.io" }, { upstream: "docker.io" }] },
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
    ["an element that no policy changed", ["spec", "units", 0], "policies files, mirrors, units"],
    [
      "a registry that a policy skipped",
      ["spec", "criConfig", "containerd", "registries", 0],
      "policies files, mirrors, units",
    ],
    ["an element that is not there", ["spec", "files", 99], "policies files, mirrors, units"],
    ["the whole spec", ["spec"], "policies files, mirrors, units"],
  ])("names whoever changed %s", (_, path, names) => {
    expect(detailOf(forbidden(path, "no"))).toBe(`caused by ${names}: no`);
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
