import { describe, expect, it } from "vitest";
import { contradictions } from "../../../src/domain/policies/contradictions.ts";
import { compileGlob } from "../../../src/domain/policies/glob.ts";
import { compileLabelSelector } from "../../../src/domain/policies/label-selector.ts";
import type { Policy, PolicyMatch } from "../../../src/domain/policies/types.ts";
import { compileVersionRange } from "../../../src/domain/policies/version-range.ts";
import {
  desiredFile,
  desiredRegistry,
  desiredUnit,
  MATCH_ALL,
  mirrorOf,
  policy,
} from "../../support/policy-builders.ts";

const CRI = "io.containerd.grpc.v1.cri";

type Members = Partial<Policy>;

function between(a: Members, b: Members): readonly string[] {
  return contradictions([policy({ name: "a", ...a }), policy({ name: "b", ...b })]).map(
    ({ first, second, part, subject }) =>
      `${first.policy.name} ${first.path.join(".")} / ${second.policy.name} ${second.path.join(".")}: ${part} ${subject}`,
  );
}

const ONE = { sandboxImage: { kind: "image", image: "a.example/pause:1" } } as const;
const OTHER = { sandboxImage: { kind: "image", image: "b.example/pause:1" } } as const;

describe("policies of one priority contradict each other about", () => {
  it.each<[string, Members, Members, string]>([
    [
      "an upstream",
      { registries: [mirrorOf("quay.io", "q.example"), mirrorOf("docker.io", "a.example")] },
      { registries: [mirrorOf("docker.io", "b.example")] },
      "a spec.registries.1 / b spec.registries.0: registries docker.io",
    ],
    ["the sandbox image", ONE, OTHER, "a spec.sandboxImage / b spec.sandboxImage: sandboxImage the sandbox image"],
    [
      "the sandbox image, one of them by rewriting it",
      { sandboxImage: { kind: "rewrite", from: "a.example/", to: "b.example/" } },
      OTHER,
      "a spec.sandboxImage / b spec.sandboxImage: sandboxImage the sandbox image",
    ],
    [
      "the cgroup driver",
      { cgroupDriver: { driver: "systemd", change: "never", requireKubeletFile: true } },
      { cgroupDriver: { driver: "cgroupfs", change: "never", requireKubeletFile: true } },
      "a spec.cgroupDriver / b spec.cgroupDriver: cgroupDriver the cgroup driver",
    ],
    [
      "when the cgroup driver may change",
      { cgroupDriver: { driver: "systemd", change: "never", requireKubeletFile: true } },
      { cgroupDriver: { driver: "systemd", change: "always", requireKubeletFile: true } },
      "a spec.cgroupDriver / b spec.cgroupDriver: cgroupDriver the cgroup driver",
    ],
    [
      "the content of a file",
      { files: [desiredFile("/etc/x", "one")] },
      { files: [desiredFile("/etc/y", "one"), desiredFile("/etc/x", "two")] },
      "a spec.files.0 / b spec.files.1: files /etc/x",
    ],
    [
      "a member of a unit",
      { units: [desiredUnit("a.service", { enable: true })] },
      { units: [desiredUnit("a.service", { enable: false })] },
      "a spec.units.0 / b spec.units.0: units a.service enable",
    ],
    [
      "a drop-in of a unit",
      { units: [desiredUnit("a.service", { dropIns: [{ name: "10-x.conf", content: "one" }] })] },
      { units: [desiredUnit("a.service", { dropIns: [{ name: "10-x.conf", content: "two" }] })] },
      "a spec.units.0 / b spec.units.0: units a.service 10-x.conf",
    ],
    [
      "a plugin setting",
      { plugins: [{ path: [CRI, "containerd"], values: { snapshotter: "native" } }] },
      { plugins: [{ path: [CRI] }, { path: [CRI, "containerd"], values: { snapshotter: "overlayfs" } }] },
      `a spec.plugins.0 / b spec.plugins.1: plugins [${CRI}, containerd, snapshotter]`,
    ],
  ])("%s", (_, a, b, expected) => {
    expect(between(a, b)).toEqual([expected]);
  });

  it("several things at once, each named", () => {
    const two = { ...ONE, files: [desiredFile("/etc/x", "one")] };
    expect(between(two, { ...OTHER, files: [desiredFile("/etc/x", "two")] })).toHaveLength(2);
  });
});

/** A file like those of `desiredFile`, in base64. */
function encoded(path: string, text: string) {
  return {
    path,
    permissions: 420,
    content: { inline: { encoding: "b64", data: Buffer.from(text).toString("base64") } },
  };
}

describe("policies do not contradict each other that", () => {
  it.each<[string, Members, Members]>([
    ["have other priorities", { ...ONE, priority: 1 }, OTHER],
    ["say the same", { ...ONE, files: [desiredFile("/x", "1")] }, { ...ONE, files: [desiredFile("/x", "1")] }],
    [
      "say the same in another encoding",
      { files: [desiredFile("/x", "1")] },
      { files: [desiredFile("/x", "", { entry: encoded("/x", "1") })] },
    ],
    [
      "say the same and spell a default",
      { registries: [desiredRegistry({ upstream: "docker.io", hosts: [{ url: "https://a.example" }] })] },
      {
        registries: [
          desiredRegistry({
            upstream: "docker.io",
            hosts: [{ url: "https://a.example", capabilities: ["pull", "resolve"] }],
          }),
        ],
      },
    ],
    ["are about other things", ONE, { files: [desiredFile("/etc/x", "one")] }],
    [
      "add hosts to what is there",
      { registries: [mirrorOf("docker.io", "a.example")] },
      { registries: [mirrorOf("docker.io", "b.example")], conflict: "prependHosts" },
    ],
    [
      "append hosts, and come first",
      { registries: [mirrorOf("docker.io", "a.example")], conflict: "appendHosts" },
      { registries: [mirrorOf("docker.io", "b.example")] },
    ],
    [
      "complete a unit by different members",
      { units: [desiredUnit("a.service", { enable: true, filePaths: ["/x"] })] },
      { units: [desiredUnit("a.service", { command: "start", filePaths: ["/y"] })] },
    ],
  ])("%s", (_, a, b) => {
    expect(between(a, b)).toEqual([]);
  });
});

describe("policies that are never for the same OSC do not contradict each other:", () => {
  const range = (text: string) => compileVersionRange(text);
  const label = (value: string) => compileLabelSelector([{ key: "tier", operator: "In", values: new Set([value]) }]);

  it.each<[string, Partial<PolicyMatch>, Partial<PolicyMatch>]>([
    ["purposes", { purposes: ["reconcile"] }, { purposes: ["provision"] }],
    ["OS types", { osTypes: ["gardenlinux"] }, { osTypes: ["ubuntu", "flatcar"] }],
    ["provider types", { providerTypes: ["aws"] }, { providerTypes: ["gcp"] }],
    ["update strategies", { updateStrategies: ["AutoRollingUpdate"] }, { updateStrategies: ["AutoInPlaceUpdate"] }],
    ["namespaces", { namespaces: [compileGlob("shoot--a--*")] }, { namespaces: [compileGlob("shoot--b--*")] }],
    ["projects", { projects: [compileGlob("a")] }, { projects: [compileGlob("b")] }],
    ["seeds", { seeds: [compileGlob("eu-*")] }, { seeds: [compileGlob("us-*")] }],
    ["regions", { regions: [compileGlob("north")] }, { regions: [compileGlob("south")] }],
    ["pools", { pools: [compileGlob("gpu-*")] }, { pools: [compileGlob("cpu-*")] }],
    ["Kubernetes versions", { kubernetes: range("<1.33") }, { kubernetes: range(">=1.33") }],
    ["OS versions", { osVersions: range("<1877") }, { osVersions: range(">=1877") }],
    ["labels", { shootLabels: label("gold") }, { shootLabels: label("silver") }],
  ])("%s", (_, a, b) => {
    expect(between({ ...ONE, match: { ...MATCH_ALL, ...a } }, { ...OTHER, match: { ...MATCH_ALL, ...b } })).toEqual([]);
    expect(between({ ...ONE, match: { ...MATCH_ALL, ...a } }, { ...OTHER, match: MATCH_ALL })).toHaveLength(1);
  });

  it("facts that depend on each other prove nothing", () => {
    const project = { ...ONE, match: { ...MATCH_ALL, projects: [compileGlob("a")] } };
    const namespace = { ...OTHER, match: { ...MATCH_ALL, namespaces: [compileGlob("shoot--b--*")] } };
    expect(between(project, namespace)).toHaveLength(1);
  });
});
