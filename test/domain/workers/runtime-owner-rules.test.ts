import { describe, expect, it } from "vitest";
import { compileGlob } from "../../../src/domain/policies/glob.ts";
import type { DesiredPlugin, Policy, PolicyMatch, VersionRange } from "../../../src/domain/policies/types.ts";
import { compileVersionRange } from "../../../src/domain/policies/version-range.ts";
import { markOf } from "../../../src/domain/rules/finding.ts";
import { poolPath } from "../../../src/domain/workers/pool.ts";
import { runtimeOwnerFindings } from "../../../src/domain/workers/runtime-owner-rules.ts";
import type { Worker } from "../../../src/domain/workers/types.ts";
import { shootReview, shootSpec, texts, worker } from "../../support/case-pools.ts";
import { policySet } from "../../support/os-support.ts";
import { MATCH_ALL, policy } from "../../support/policy-builders.ts";

const RUNTIMES = ["io.containerd.grpc.v1.cri", "containerd", "runtimes"];

function policyOf(plugins: readonly DesiredPlugin[], parts: Partial<Policy> = {}): Policy {
  return policy({ name: "sandboxes", plugins, ...parts });
}

function plugin(...below: readonly string[]): DesiredPlugin {
  return { path: [...RUNTIMES, ...below], values: { runtime_type: "io.containerd.runsc.v1" } };
}

function pool(...types: readonly string[]): Worker {
  return worker({ cri: { name: "containerd", containerRuntimes: types.map((type) => ({ type })) } });
}

function found(policies: readonly Policy[], now: Worker, old?: Worker) {
  const review = shootReview(now, old, { policies: policySet([], policies) });
  return runtimeOwnerFindings(poolPath(0), { worker: now, old, review });
}

function owned(index: number, type: string, name = "sandboxes"): string {
  return (
    `cri.containerRuntimes[${index}].type: Invalid value: "${type}": policy ${name} configures this runtime in containerd, ` +
    "as its extension does; leave it to one of them [CRI-V-26]"
  );
}

describe("a container runtime that a policy configures too (CRI-V-26)", () => {
  it.each<[string, DesiredPlugin, readonly string[], readonly string[]]>([
    ["gvisor as runsc", plugin("runsc"), ["gvisor"], [owned(0, "gvisor")]],
    ["gvisor as a variant of it", plugin("runsc-kvm"), ["gvisor"], [owned(0, "gvisor")]],
    ["gvisor by its own name", plugin("gvisor"), ["gvisor"], [owned(0, "gvisor")]],
    ["options of runsc", plugin("runsc", "options"), ["gvisor"], [owned(0, "gvisor")]],
    ["kata", plugin("kata"), ["kata"], [owned(0, "kata")]],
    ["kata as a variant of it", plugin("kata-qemu"), ["kata-containers"], [owned(0, "kata-containers")]],
    ["another type by its own name", plugin("wasm"), ["wasm"], [owned(0, "wasm")]],
    ["the second of a pool's", plugin("runsc"), ["kata", "gvisor"], [owned(1, "gvisor")]],
    ["one of a table of runtimes", { path: RUNTIMES, values: { a: {}, runsc: {} } }, ["gvisor"], [owned(0, "gvisor")]],
    [
      "in the spelling of containerd 2",
      { path: ["io.containerd.cri.v1.runtime", "containerd", "runtimes", "runsc"], values: {} },
      ["gvisor"],
      [owned(0, "gvisor")],
    ],
    ["another runtime", plugin("nvidia"), ["gvisor"], []],
    ["another runtime with a similar name", plugin("wasmtime"), ["wasm"], []],
    ["a runtime that is removed", { op: "remove", path: [...RUNTIMES, "runsc"] }, ["gvisor"], []],
    ["settings elsewhere", { path: ["io.containerd.grpc.v1.cri"], values: { runsc: true } }, ["gvisor"], []],
    ["a table of runtimes without any", { path: RUNTIMES }, ["gvisor"], []],
    ["a runtime that the pool has not", plugin("runsc"), [], []],
  ])("%s", (_, entry, types, expected) => {
    expect(texts(found([policyOf([entry])], pool(...types)))).toEqual(expected);
  });

  it("names every policy once, and is a warning", () => {
    const policies = [
      policyOf([plugin("runsc"), plugin("runsc", "options")], { name: "a" }),
      policyOf([plugin("kata")], { name: "b" }),
      policyOf([plugin("runsc")], { name: "c" }),
    ];
    const findings = found(policies, pool("gvisor"));
    expect(texts(findings)).toEqual([owned(0, "gvisor", "a"), owned(0, "gvisor", "c")]);
    expect(findings.map(markOf)).toEqual(["Ww", "Ww"]);
  });

  it("is no matter of policies that only report, nor of none", () => {
    expect(found([policyOf([plugin("runsc")], { mode: "audit" })], pool("gvisor"))).toEqual([]);
    expect(found([], pool("gvisor"))).toEqual([]);
  });

  it("is a matter of pools that are new or change", () => {
    const policies = [policyOf([plugin("runsc")])];
    expect(texts(found(policies, pool("gvisor"), pool()))).toEqual([owned(0, "gvisor")]);
    expect(found(policies, pool("gvisor"), pool("gvisor"))).toEqual([]);
  });
});

describe("a policy for other pools", () => {
  it.each<[string, Partial<PolicyMatch>, boolean]>([
    ["of running nodes", { purposes: ["reconcile"] }, true],
    ["of new machines only", { purposes: ["provision"] }, false],
    ["of the provider", { providerTypes: ["aws", "local"] }, true],
    ["of another provider", { providerTypes: ["aws"] }, false],
    ["of the region", { regions: [compileGlob("e*")] }, true],
    ["of another region", { regions: [compileGlob("us-?")] }, false],
    ["of the operating system", { osTypes: ["os"] }, true],
    ["of another operating system", { osTypes: ["gardenlinux"] }, false],
    ["of the version", { osVersions: rangeOf("~1") }, true],
    ["of another version", { osVersions: rangeOf(">=2") }, false],
    ["of the pool", { pools: [compileGlob("p*")] }, true],
    ["of another pool", { pools: [compileGlob("gpu-*")] }, false],
    ["of the Kubernetes version", { kubernetes: rangeOf(">=1.33") }, true],
    ["of another Kubernetes version", { kubernetes: rangeOf(">=1.34") }, false],
    ["of pools that roll", { updateStrategies: ["AutoRollingUpdate"] }, true],
    ["of pools that are updated in place", { updateStrategies: ["AutoInPlaceUpdate"] }, false],
    ["of anything that the spec of a Shoot does not tell", { seeds: [compileGlob("x")], namespaces: [] }, true],
  ])("%s: %s", (_, match, isFound) => {
    const policies = [policyOf([plugin("runsc")], { match: { ...MATCH_ALL, ...match } })];
    expect(found(policies, pool("gvisor"))).toHaveLength(isFound ? 1 : 0);
  });

  it("is found by the pool's own Kubernetes version", () => {
    const policies = [policyOf([plugin("runsc")], { match: { ...MATCH_ALL, kubernetes: rangeOf("~1.32") } })];
    const own = { ...pool("gvisor"), kubernetesVersion: "1.32.7" };
    const review = shootReview(own, undefined, { spec: shootSpec([own]), policies: policySet([], policies) });
    expect(runtimeOwnerFindings(poolPath(0), { worker: own, old: undefined, review })).toHaveLength(1);
  });
});

function rangeOf(text: string): VersionRange {
  const range = compileVersionRange(text);
  if (range === undefined) {
    throw new Error(`${text} is no range of versions`);
  }
  return range;
}
