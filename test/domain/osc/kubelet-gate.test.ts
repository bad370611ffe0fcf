import { describe, expect, it } from "vitest";
import { kubeletGateChanges } from "../../../src/domain/osc/kubelet-gate.ts";

describe("fields of the kubelet that nodes with in-place updates wait for", () => {
  it.each<[string, string, string, readonly string[]]>([
    ["nothing", "kind: A\n", "kind: B\nmaxPods: 5\n", []],
    ["the policy", "cpuManagerPolicy: none\n", "cpuManagerPolicy: static\n", ["cpuManagerPolicy"]],
    ["the policy from nothing", "", "cpuManagerPolicy: static\n", ["cpuManagerPolicy"]],
    ["an empty policy", "", 'cpuManagerPolicy: ""\n', []],
    ["another spelling", "cpuManagerPolicy: static\n", 'cpuManagerPolicy: "static" # fast\n', []],
    [
      "a threshold",
      "evictionHard:\n  memory.available: 100Mi\n",
      "evictionHard:\n  memory.available: 200Mi\n",
      ["evictionHard.memory.available"],
    ],
    [
      "all five thresholds",
      "",
      "evictionHard: { memory.available: 1, imagefs.available: 2, imagefs.inodesFree: 3, nodefs.available: 4, nodefs.inodesFree: 5 }",
      [
        "evictionHard.imagefs.available",
        "evictionHard.imagefs.inodesFree",
        "evictionHard.memory.available",
        "evictionHard.nodefs.available",
        "evictionHard.nodefs.inodesFree",
      ],
    ],
    ["other thresholds", "", "evictionHard: { pid.available: 5%, allocatableMemory.available: 1 }", []],
    ["soft thresholds", "", "evictionSoft: { memory.available: 1 }", []],
    ["a threshold that goes", "evictionHard: { nodefs.available: 5% }", "", ["evictionHard.nodefs.available"]],
    [
      "reserved resources",
      "kubeReserved: { cpu: 80m, memory: 1Gi }",
      "kubeReserved: { memory: 1Gi, pid: 20k, ephemeral-storage: 1Gi, other: 1 }",
      ["kubeReserved.cpu", "kubeReserved.ephemeral-storage", "kubeReserved.pid"],
    ],
    ["the order of members", "kubeReserved: { cpu: 80m, pid: 1k }", "kubeReserved:\n  pid: 1k\n  cpu: 80m\n", []],
  ])("%s", (_, before, after, expected) => {
    expect(kubeletGateChanges(before, after)).toEqual(expected);
  });

  it.each([
    "evictionHard: [a]",
    "evictionHard: a",
    "cpuManagerPolicy: [a]",
    "kubeReserved: *a",
    "\t",
    "cpuManagerPolicy: a\ncpuManagerPolicy: b",
  ])("are not known of %j", (text) => {
    expect(kubeletGateChanges("kind: A\n", text)).toBeUndefined();
    expect(kubeletGateChanges(text, "kind: A\n")).toBeUndefined();
    expect(kubeletGateChanges(text, text)).toEqual([]);
  });

  it("are not known of what cannot be decoded", () => {
    expect(kubeletGateChanges(undefined, undefined)).toBeUndefined();
  });
});
