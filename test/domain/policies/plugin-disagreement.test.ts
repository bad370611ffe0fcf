import { describe, expect, it } from "vitest";
import { pluginDisagreement } from "../../../src/domain/policies/plugin-disagreement.ts";
import type { DesiredPlugin } from "../../../src/domain/policies/types.ts";

const CRI = "io.containerd.grpc.v1.cri";
const RUNTIME = "io.containerd.cri.v1.runtime";
const NVIDIA = [CRI, "containerd", "runtimes", "nvidia"];

describe("plugin entries disagree if", () => {
  it.each<[string, DesiredPlugin, DesiredPlugin, string]>([
    [
      "they set a key to other values",
      { path: NVIDIA, values: { runtime_type: "a", snapshotter: "x" } },
      { path: NVIDIA, values: { runtime_type: "b" } },
      `[${RUNTIME}, containerd, runtimes, nvidia, runtime_type]`,
    ],
    [
      "they do so in the spellings of two generations",
      { path: NVIDIA, values: { runtime_type: "a" } },
      { path: [RUNTIME, "containerd", "runtimes", "nvidia"], values: { runtime_type: "b" } },
      `[${RUNTIME}, containerd, runtimes, nvidia, runtime_type]`,
    ],
    [
      "one sets what is a table for the other one",
      { path: [CRI], values: { cni: "none" } },
      { path: [CRI, "cni"], values: { conf_dir: "/x" } },
      `[${CRI}, cni]`,
    ],
    [
      "one replaces a table that the other one goes into",
      { path: NVIDIA, values: { options: { BinaryName: "/x" } } },
      { path: [...NVIDIA, "options"], values: { SystemdCgroup: true } },
      `[${RUNTIME}, containerd, runtimes, nvidia, options]`,
    ],
    [
      "one removes the table of the other one",
      { op: "remove", path: NVIDIA },
      { path: [...NVIDIA, "options"], values: { SystemdCgroup: true } },
      `[${RUNTIME}, containerd, runtimes, nvidia]`,
    ],
    [
      "one removes the key that the other one sets",
      { op: "remove", path: [CRI, "containerd", "snapshotter"] },
      { path: [CRI, "containerd"], values: { snapshotter: "native" } },
      `[${CRI}, containerd, snapshotter]`,
    ],
    [
      "one removes the table that the other one makes",
      { op: "remove", path: NVIDIA },
      { path: NVIDIA },
      `[${RUNTIME}, containerd, runtimes, nvidia]`,
    ],
  ])("%s", (_, a, b, expected) => {
    expect(pluginDisagreement(a, b)).toBe(expected);
    expect(pluginDisagreement(b, a)).toBe(expected);
  });
});

describe("plugin entries agree if", () => {
  it.each<[string, DesiredPlugin, DesiredPlugin]>([
    ["they are the same", { path: NVIDIA, values: { a: ["x"] } }, { path: NVIDIA, values: { a: ["x"] } }],
    ["they set other keys", { path: NVIDIA, values: { a: true } }, { path: NVIDIA, values: { b: false } }],
    [
      "they are about other tables",
      { path: [CRI, "a"], values: { x: true } },
      { path: [CRI, "b"], values: { x: false } },
    ],
    ["one makes the table of the other one", { path: NVIDIA }, { path: NVIDIA, values: { a: true } }],
    ["both remove the same", { op: "remove", path: NVIDIA }, { op: "remove", path: NVIDIA }],
    [
      "one removes what is beside the other one",
      { op: "remove", path: [CRI, "containerd", "runtimes", "kata"] },
      { path: NVIDIA, values: { a: true } },
    ],
  ])("%s", (_, a, b) => {
    expect(pluginDisagreement(a, b)).toBeUndefined();
    expect(pluginDisagreement(b, a)).toBeUndefined();
  });
});
