import { describe, expect, it } from "vitest";
import { applicablePolicies } from "../../../src/domain/mutation/applicable-policies.ts";
import { emptyNotes } from "../../../src/domain/mutation/notes.ts";
import type { Policy } from "../../../src/domain/policies/types.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { oscView, provisionOsc, reconcileOsc } from "../../support/osc-builders.ts";
import { desiredFile, desiredUnit, mirrorOf, policy } from "../../support/policy-builders.ts";

const REGISTRIES = [mirrorOf("docker.io", "m.example")];
const FILES = [desiredFile("/etc/x", "x")];
const UNITS = [desiredUnit("x.service", { enable: true })];
const IMAGE = { kind: "image", image: "pause:1" } as const;
const REWRITE = { kind: "rewrite", from: "a/", to: "b/" } as const;
const CGROUP = { driver: "systemd", change: "never", requireKubeletFile: true } as const;

function applied(object: RawObject, policies: readonly Policy[]) {
  const notes = emptyNotes();
  const names = applicablePolicies(oscView(object), policies, notes);
  return { policies: names, warnings: notes.warnings.map(({ text }) => text), effects: notes.effects };
}

describe("applicablePolicies", () => {
  it("are all of them for an OSC that has containerd", () => {
    const policies = [policy({ registries: REGISTRIES }), policy({ name: "other", files: FILES })];
    for (const osc of [reconcileOsc(), provisionOsc()]) {
      expect(applied(osc, policies)).toEqual({ policies, warnings: [], effects: [] });
    }
  });

  it.each([
    [undefined, "spec.criConfig is absent"],
    [null, "spec.criConfig is absent"],
    [{ name: "docker" }, "spec.criConfig.name is not containerd"],
    [{}, "spec.criConfig.name is not containerd"],
  ])("are none with criConfig %j", (criConfig, why) => {
    const policies = [
      policy({ sandboxImage: IMAGE, registries: REGISTRIES, files: FILES, units: UNITS, cgroupDriver: CGROUP }),
      policy({ name: "nothing" }),
    ];
    expect(applied(reconcileOsc({ criConfig }), policies)).toEqual({
      policies: [],
      warnings: [`policy corp skips sandboxImage, registries, files, units, cgroupDriver: ${why}`],
      effects: ["sandboxImage", "registries", "files", "units", "cgroupDriver"].map((part) => ({
        policy: "corp",
        mode: "enforce",
        part,
        outcome: "skipped",
        subject: "all",
      })),
    });
  });

  it("are missed in a provision OSC only for what would go there", () => {
    const osc = provisionOsc({ criConfig: undefined });
    const reconcileOnly = policy({ registries: REGISTRIES, files: FILES });
    expect(applied(osc, [reconcileOnly])).toEqual({ policies: [], warnings: [], effects: [] });
    const both = policy({ bootstrap: true, sandboxImage: IMAGE, registries: REGISTRIES, units: UNITS });
    expect(applied(osc, [both]).warnings).toEqual(["policy corp skips registries: spec.criConfig is absent"]);
  });

  it("say what they would skip in audit mode", () => {
    const { warnings } = applied(reconcileOsc({ criConfig: null }), [policy({ mode: "audit", files: FILES })]);
    expect(warnings).toEqual(["policy corp (audit) would skip files: spec.criConfig is absent"]);
  });

  describe("where containerd is not configured", () => {
    const osc = reconcileOsc({ criConfig: { name: "containerd" } });
    const why = "spec.criConfig.containerd is absent, and no policy sets sandboxImage";

    const rewritten = (name: string) =>
      `spec.criConfig.containerd is absent, and policy ${name} only rewrites sandboxImage`;

    it("lose registries and plugins, and what comes with them, but not the cgroup driver", () => {
      const whole = policy({ registries: REGISTRIES, files: FILES, units: UNITS, cgroupDriver: CGROUP });
      const outcome = applied(osc, [whole]);
      expect(outcome.policies).toEqual([policy({ cgroupDriver: CGROUP })]);
      expect(outcome.warnings).toEqual([`policy corp skips registries, files, units: ${why}`]);
    });

    it("keep files and units that come alone", () => {
      const alone = policy({ files: FILES, units: UNITS });
      expect(applied(osc, [alone])).toEqual({ policies: [alone], warnings: [], effects: [] });
    });

    it("cannot rewrite an image that is not there", () => {
      expect(applied(osc, [policy({ sandboxImage: REWRITE })])).toMatchObject({
        policies: [policy()],
        warnings: [`policy corp skips sandboxImage: ${rewritten("corp")}`],
      });
    });

    it("lose them all the same if one that sets the sandbox image comes behind one that rewrites it", () => {
      const rewriting = policy({ name: "rewrite", sandboxImage: REWRITE });
      const image = policy({ name: "image", sandboxImage: IMAGE, registries: REGISTRIES });
      expect(applied(osc, [rewriting, image])).toMatchObject({
        policies: [policy({ name: "rewrite" }), policy({ name: "image" })],
        warnings: [
          `policy rewrite skips sandboxImage: ${rewritten("rewrite")}`,
          `policy image skips sandboxImage, registries: ${rewritten("rewrite")}`,
        ],
      });
      expect(applied(osc, [image, rewriting])).toEqual({ policies: [image, rewriting], warnings: [], effects: [] });
    });

    it("lose nothing if one of them sets the sandbox image", () => {
      const policies = [policy({ registries: REGISTRIES }), policy({ name: "image", sandboxImage: IMAGE })];
      expect(applied(osc, policies)).toEqual({ policies, warnings: [], effects: [] });
    });
  });
});
