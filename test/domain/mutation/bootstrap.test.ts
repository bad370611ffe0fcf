import { describe, expect, it } from "vitest";
import { bootstrapStep } from "../../../src/domain/mutation/bootstrap.ts";
import type { Policy } from "../../../src/domain/policies/types.ts";
import { runStep } from "../../support/mutation-steps.ts";
import { inlineFile, oscView, provisionOsc } from "../../support/osc-builders.ts";
import { desiredDropIn, desiredFile, desiredUnit, mirrorOf, policy } from "../../support/policy-builders.ts";

const CA = desiredFile("/var/lib/depot/ca.pem", "certificate\n");
const MIRROR = mirrorOf("_default", "depot.air.example", { server: "https://depot.air.example" });
const HOSTS_TOML = "/etc/containerd/certs.d/_default/hosts.toml";
const RENDERED = [
  "# managed by gardener-node-agent",
  'server = "https://depot.air.example"',
  "",
  '[host."https://depot.air.example"]',
  '  capabilities = ["pull","resolve"]',
  "",
  "",
].join("\n");

const wants = (members: Partial<Policy>): Policy => policy({ bootstrap: true, ...members });

describe("bootstrapStep", () => {
  it("renders registries as gardener-node-agent does, and adds files behind them", () => {
    const { operations, effects } = runStep(bootstrapStep, provisionOsc(), [
      wants({ registries: [MIRROR], files: [CA] }),
    ]);
    expect(operations).toEqual([
      {
        op: "add",
        path: "/spec/files/-",
        value: { path: HOSTS_TOML, permissions: 420, content: { inline: { encoding: "", data: RENDERED } } },
      },
      { op: "add", path: "/spec/files/-", value: CA.entry },
    ]);
    expect(effects).toEqual(["changed corp registries _default", "changed corp files /var/lib/depot/ca.pem"]);
  });

  it("leaves the OSC alone without the flag, and without anything to bring", () => {
    const without = policy({ registries: [MIRROR], files: [CA] });
    expect(runStep(bootstrapStep, provisionOsc(), [without])).toMatchObject({ operations: [], warnings: [] });
    const units = [desiredUnit("x.service", { enable: true })];
    const sandboxImage = { kind: "image", image: "pause:1" } as const;
    expect(runStep(bootstrapStep, provisionOsc(), [wants({ units, sandboxImage })]).operations).toEqual([]);
  });

  it("changes nothing again in its own result", () => {
    const policies = [wants({ registries: [MIRROR], files: [CA] })];
    const { result } = runStep(bootstrapStep, provisionOsc(), policies);
    expect(runStep(bootstrapStep, result, policies)).toMatchObject({ operations: [], warnings: [], effects: [] });
  });

  it("leaves out drop-ins for containerd, which wait for the reconcile OSC", () => {
    const dropIn = desiredDropIn("/etc/containerd/conf.d/50-pull.toml", "version = 3\n");
    expect(runStep(bootstrapStep, provisionOsc(), [wants({ files: [dropIn] })])).toMatchObject({
      operations: [],
      warnings: [],
    });
  });

  it("settles conflicts by the mode of the policy", () => {
    const osc = provisionOsc({ files: [inlineFile(HOSTS_TOML, "else")] });
    expect(runStep(bootstrapStep, osc, [wants({ registries: [MIRROR] })])).toMatchObject({
      operations: [],
      warnings: ["policy corp skips registry _default: the OSC says otherwise (conflict: keep)"],
    });
    expect(runStep(bootstrapStep, osc, [wants({ registries: [MIRROR], conflict: "replace" })]).operations).toEqual([
      { op: "test", path: "/spec/files/0/path", value: HOSTS_TOML },
      expect.objectContaining({ op: "replace", path: "/spec/files/0" }),
    ]);
    expect(runStep(bootstrapStep, osc, [wants({ registries: [MIRROR], conflict: "deny" })]).denials).toHaveLength(1);
  });

  it("lets policies with the flag decide among themselves", () => {
    const policies = [
      policy({ name: "without", registries: [mirrorOf("_default", "a.example")] }),
      wants({ name: "first", registries: [MIRROR] }),
      wants({ name: "second", registries: [mirrorOf("_default", "b.example")] }),
    ];
    const { effects, warnings } = runStep(bootstrapStep, provisionOsc(), policies);
    expect(effects).toEqual(["skipped second registries _default", "changed first registries _default"]);
    expect(warnings).toEqual(["policy second skips registry _default: policy first comes first and says otherwise"]);
  });

  it("says who added something", () => {
    const policies = [
      wants({ registries: [MIRROR] }),
      wants({ name: "cache", conflict: "prependHosts", registries: [mirrorOf("_default", "cache.example")] }),
      wants({ name: "same", conflict: "appendHosts", registries: [mirrorOf("_default", "depot.air.example")] }),
    ];
    expect(runStep(bootstrapStep, provisionOsc(), policies).effects).toEqual([
      "changed corp registries _default",
      "changed cache registries _default",
    ]);
  });

  it("combines the hosts of policies that prepend theirs", () => {
    const cache = mirrorOf("_default", "cache.example");
    const policies = [
      wants({ registries: [MIRROR] }),
      wants({ name: "cache", conflict: "prependHosts", registries: [cache] }),
    ];
    const { result } = runStep(bootstrapStep, provisionOsc(), policies);
    const data = oscView(result).spec.files.at(-1)?.content?.inline?.data ?? "";
    expect(data.match(/\[host\..*\]/g)).toEqual([
      '[host."https://cache.example"]',
      '[host."https://depot.air.example"]',
    ]);
  });
});
