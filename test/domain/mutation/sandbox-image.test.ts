import { describe, expect, it } from "vitest";
import { containerdStep } from "../../../src/domain/mutation/containerd.ts";
import type { DesiredSandboxImage } from "../../../src/domain/policies/types.ts";
import { runStep } from "../../support/mutation-steps.ts";
import { reconcileOsc } from "../../support/osc-builders.ts";
import { policy } from "../../support/policy-builders.ts";

const PATH = "/spec/criConfig/containerd/sandboxImage";
const PAUSE = "registry.k8s.io/pause:3.10";

const image = (text: string): DesiredSandboxImage => ({ kind: "image", image: text });
const rewrite = (from: string, to: string): DesiredSandboxImage => ({ kind: "rewrite", from, to });

function oscWith(sandboxImage: unknown) {
  return reconcileOsc({ criConfig: { name: "containerd", containerd: { sandboxImage } } });
}

describe("sandboxImageStep", () => {
  it.each<[string, string, DesiredSandboxImage, string | undefined]>([
    ["sets the image", PAUSE, image("mirror.corp.example/pause:3.9"), "mirror.corp.example/pause:3.9"],
    ["leaves an image that is right", PAUSE, image(PAUSE), undefined],
    [
      "moves the image to another registry",
      PAUSE,
      rewrite("registry.k8s.io/", "m.example/k8s/"),
      "m.example/k8s/pause:3.10",
    ],
    ["keeps tag and digest", `${PAUSE}@sha256:ab`, rewrite("registry.k8s.io/", "m/"), "m/pause:3.10@sha256:ab"],
    [
      "leaves an image of another registry",
      "m.example/k8s/pause:3.10",
      rewrite("registry.k8s.io/", "m.example/k8s/"),
      undefined,
    ],
    [
      "looks for the prefix at the beginning only",
      "x/registry.k8s.io/pause",
      rewrite("registry.k8s.io/", "m/"),
      undefined,
    ],
  ])("%s", (_, present, sandboxImage, expected) => {
    const { operations, effects, warnings } = runStep(containerdStep, oscWith(present), [policy({ sandboxImage })]);
    expect(operations).toEqual(expected === undefined ? [] : [{ op: "replace", path: PATH, value: expected }]);
    expect(effects).toEqual(expected === undefined ? [] : [`changed corp sandboxImage ${expected}`]);
    expect(warnings).toEqual([]);
  });

  it("leaves the OSC alone without a policy about it", () => {
    expect(runStep(containerdStep, reconcileOsc(), [policy()]).operations).toEqual([]);
  });

  it("adds an image that is missing, with its parent where that is missing too", () => {
    const policies = [policy({ sandboxImage: image(PAUSE) })];
    const bare = reconcileOsc({ criConfig: { name: "containerd" } });
    expect(runStep(containerdStep, bare, policies).operations).toEqual([
      { op: "add", path: "/spec/criConfig/containerd", value: { sandboxImage: PAUSE } },
    ]);
    expect(runStep(containerdStep, oscWith(null), policies).operations).toEqual([
      { op: "replace", path: PATH, value: PAUSE },
    ]);
  });

  it("does not make an image out of nothing by a rewrite", () => {
    const policies = [policy({ sandboxImage: rewrite("registry.k8s.io/", "m.example/") })];
    expect(runStep(containerdStep, reconcileOsc({ criConfig: { name: "containerd" } }), policies).operations).toEqual(
      [],
    );
  });

  it.each<[string, DesiredSandboxImage, DesiredSandboxImage, readonly string[]]>([
    [
      "another image",
      image("a.example/pause"),
      image("b.example/pause"),
      ["policy second skips sandbox image b.example/pause: policy first comes first and says otherwise"],
    ],
    [
      "a rewrite that matches",
      image("a.example/pause"),
      rewrite("registry.k8s.io/", "b.example/"),
      ["policy second skips sandbox image b.example/pause:3.10: policy first comes first and says otherwise"],
    ],
    ["the same image", image("a.example/pause:3.10"), rewrite("registry.k8s.io/", "a.example/"), []],
    ["a rewrite that does not match", image("a.example/pause"), rewrite("x/", "y/"), []],
  ])("lets the first policy count against one with %s", (_, first, second, warnings) => {
    const policies = [policy({ name: "first", sandboxImage: first }), policy({ name: "second", sandboxImage: second })];
    const outcome = runStep(containerdStep, reconcileOsc(), policies);
    expect(outcome.operations).toHaveLength(1);
    expect(outcome.warnings).toEqual(warnings);
  });

  it("does not go round in circles between two rewrites", () => {
    const policies = [
      policy({ name: "first", sandboxImage: rewrite("b.example/", "c.example/") }),
      policy({ name: "second", sandboxImage: rewrite("a.example/", "b.example/") }),
    ];
    const { operations, warnings } = runStep(containerdStep, oscWith("a.example/pause:1"), policies);
    expect(operations).toEqual([]);
    expect(warnings).toEqual([
      "policy second skips sandbox image b.example/pause:1: policy first comes first and says otherwise",
    ]);
  });
});
