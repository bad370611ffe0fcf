import { describe, expect, it } from "vitest";
import type { Policy } from "../../../src/domain/policies/types.ts";
import { findingText } from "../../../src/domain/rules/finding.ts";
import { ENFORCE_ALL } from "../../../src/domain/rules/judge.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { runMutation } from "../../support/mutations.ts";
import { inlineFile, KUBELET_CONFIG, oscView, poolOf, provisionOsc, reconcileOsc } from "../../support/osc-builders.ts";
import { CRI, NVIDIA } from "../../support/plugin-builders.ts";
import {
  CORP_CA,
  CORPORATE_MIRRORS,
  containerdTable,
  desiredDropIn,
  desiredFile,
  desiredUnit,
  mirrorOf,
  policy,
} from "../../support/policy-builders.ts";

const NOTHING = { operations: [], change: undefined, denials: [], lowered: [], warnings: [], effects: [] };

/** Names of registries, files and units, in their order. */
function contentsOf(object: RawObject | undefined): unknown {
  const { spec } = oscView(object ?? {});
  return {
    image: spec.criConfig?.containerd?.sandboxImage,
    registries: spec.criConfig?.containerd?.registries.map(({ upstream }) => upstream),
    files: spec.files.map(({ path }) => path),
    units: spec.units.map(({ name }) => name),
  };
}

describe("mutate", () => {
  it("does nothing without policies", () => {
    expect(runMutation(reconcileOsc(), [])).toEqual(NOTHING);
    expect(runMutation(provisionOsc(), [])).toEqual(NOTHING);
    expect(runMutation(reconcileOsc(), [], { old: oscView(reconcileOsc()) })).toEqual(NOTHING);
  });

  it("does nothing to an OSC that is being deleted", () => {
    const osc = reconcileOsc({}, { deletionTimestamp: "2026-11-01T00:00:00Z" });
    expect(runMutation(osc, [CORPORATE_MIRRORS])).toEqual(NOTHING);
  });

  it.each([
    ["criConfig", reconcileOsc({ criConfig: null }), "spec.criConfig is absent"],
    ["containerd as CRI", reconcileOsc({ criConfig: { name: "docker" } }), "spec.criConfig.name is not containerd"],
    [
      "containerd's configuration",
      reconcileOsc({ criConfig: { name: "containerd" } }),
      "spec.criConfig.containerd is absent, and no policy sets sandboxImage",
    ],
  ])("warns about an OSC without %s", (_, osc, why) => {
    expect(runMutation(osc, [CORPORATE_MIRRORS])).toEqual({
      ...NOTHING,
      warnings: [`policy corp skips registries, files: ${why}`],
      effects: [expect.objectContaining({ outcome: "skipped" }), expect.objectContaining({ outcome: "skipped" })],
    });
  });

  it("leaves alone the cgroup driver of an OSC without containerd", () => {
    const old = reconcileOsc({ criConfig: { name: "docker", cgroupDriver: "cgroupfs" } });
    const osc = reconcileOsc({ criConfig: { name: "docker", cgroupDriver: "systemd" } });
    expect(runMutation(osc, [], { old: oscView(old) })).toEqual(NOTHING);
  });

  it.each([["provision"], ["other"], [""], [null]])("has no steps for registries with purpose %j", (purpose) => {
    expect(runMutation(reconcileOsc({ purpose }), [CORPORATE_MIRRORS])).toEqual(NOTHING);
  });

  it("runs all steps in their order, and tells what they touched", () => {
    const whole = policy({
      sandboxImage: { kind: "rewrite", from: "registry.k8s.io/", to: "m.example/" },
      registries: [mirrorOf("docker.io", "m.example")],
      files: [desiredFile("/etc/x", "x"), desiredDropIn("/etc/containerd/conf.d/50-x.toml", "version = 3\n")],
      units: [desiredUnit("kubelet.service", { filePaths: ["/etc/x"] })],
    });
    const { operations, change, warnings } = runMutation(reconcileOsc(), [whole], {
      tables: containerdTable({ gardenlinux: "2.1" }),
    });
    expect(operations.map(({ op, path }) => `${op} ${path}`)).toEqual([
      "replace /spec/criConfig/containerd/sandboxImage",
      "add /spec/criConfig/containerd/registries",
      "add /spec/files/-",
      "add /spec/files/-",
      "test /spec/units/0/name",
      "add /spec/units/0/filePaths/-",
      "test /spec/units/1/name",
      "add /spec/units/1/filePaths/-",
    ]);
    expect(contentsOf(change?.object)).toMatchObject({ image: "m.example/pause:3.10", registries: ["docker.io"] });
    expect(change?.result).toEqual(oscView(change?.object ?? {}));
    expect(change?.touched).toEqual({ files: new Set([4, 5]), units: new Set([0, 1]) });
    expect(warnings).toEqual([]);
  });

  it("answers its own result with nothing", () => {
    const { change } = runMutation(reconcileOsc(), [CORPORATE_MIRRORS]);
    expect(runMutation(change?.object ?? {}, [CORPORATE_MIRRORS])).toEqual(NOTHING);
  });

  it("sets up containerd where a policy gives the sandbox image", () => {
    const image = policy({ name: "image", sandboxImage: { kind: "image", image: "m.example/pause:3.10" } });
    const osc = reconcileOsc({ criConfig: { name: "containerd", cgroupDriver: "systemd" } });
    const { operations } = runMutation(osc, [CORPORATE_MIRRORS, image]);
    expect(operations.map(({ path }) => path)).toEqual([
      "/spec/criConfig/containerd",
      "/spec/criConfig/containerd/registries",
      "/spec/files/-",
    ]);
  });

  it("says what is odd about the pool where a policy is concerned", () => {
    const osc = reconcileOsc();
    const pool = { ...poolOf(oscView(osc)), notes: ["odd"] };
    expect(runMutation(osc, [policy()], { pool }).warnings).toEqual(["odd"]);
    expect(runMutation(osc, [], { pool }).warnings).toEqual([]);
  });
});

describe("the check of the result", () => {
  const broken = policy({ name: "typo", files: [desiredFile("etc/motd", "x")] });

  it("refuses a policy that makes the OSC invalid, by name", () => {
    const { operations, change, denials, effects } = runMutation(reconcileOsc(), [CORPORATE_MIRRORS, broken]);
    expect(operations).toEqual([]);
    expect(change).toBeUndefined();
    expect(denials.map(findingText)).toEqual([
      expect.stringMatching(/^spec\.files\[5\].*caused by policy typo: .*\[OSC-V-45\]$/),
    ]);
    expect(effects).toEqual([]);
  });

  it("names the policy of a plugin entry", () => {
    const lost = policy({
      name: "lost",
      plugins: [{ path: [CRI, "containerd"], values: { default_runtime_name: "x" } }],
    });
    const { denials } = runMutation(reconcileOsc(), [CORPORATE_MIRRORS, policy({ name: "ok", plugins: NVIDIA }), lost]);
    expect(denials.map(findingText)).toEqual([
      expect.stringMatching(/^spec\.criConfig\.containerd\.plugins\[2\].*caused by policy lost: .*\[OSC-V-68\]$/),
    ]);
  });

  it("lets pass what was wrong before", () => {
    const osc = reconcileOsc({ files: [...filesOf(reconcileOsc()), inlineFile("etc/other", "x")] });
    expect(runMutation(osc, [CORPORATE_MIRRORS]).denials).toEqual([]);
    const typed = reconcileOsc({ units: [...unitsOf(reconcileOsc()), { name: "no unit" }] });
    expect(runMutation(typed, [CORPORATE_MIRRORS]).operations).not.toEqual([]);
  });

  it("does not judge by its rules what nothing was done to", () => {
    const osc = reconcileOsc({ purpose: "reconcile", files: [] });
    expect(runMutation(osc, []).denials).toEqual([]);
  });

  it("leaves warnings to the validation of the final object", () => {
    const http = mirrorOf("docker.io", "m.example", { server: "https://m.example" });
    const noHosts = policy({
      registries: [{ upstream: "ghcr.io", entry: { upstream: "ghcr.io", server: "https://m.example" } }, http],
    });
    const { denials, lowered, warnings, operations } = runMutation(reconcileOsc(), [noHosts]);
    expect(operations).toHaveLength(1);
    expect({ denials, lowered, warnings }).toEqual({ denials: [], lowered: [], warnings: [] });
  });

  it("follows the operator, who may lower or switch off rules", () => {
    const lowered = runMutation(reconcileOsc(), [broken], { rules: { ...ENFORCE_ALL, strict: "warn" } });
    expect(lowered.operations).toHaveLength(1);
    expect(lowered.lowered).toHaveLength(1);
    expect(lowered.warnings).toEqual([expect.stringMatching(/caused by policy typo: .*\[OSC-V-45\]$/)]);
    const off = runMutation(reconcileOsc(), [broken], {
      rules: { ...ENFORCE_ALL, overrides: new Map([["OSC-V-45", "off"]]) },
    });
    expect(off).toMatchObject({ denials: [], lowered: [], warnings: [] });
    expect(off.operations).toHaveLength(1);
  });

  it("never lets pass what Gardener refuses", () => {
    const empty = policy({
      files: [{ path: "/etc/x", entry: { path: "/etc/x", content: {} }, isContainerdDropIn: false }],
    });
    const { denials } = runMutation(reconcileOsc(), [empty], { rules: { ...ENFORCE_ALL, strict: "warn" } });
    expect(denials.map(({ rule }) => rule)).toEqual(["OSC-V-46"]);
  });

  it("refuses to block nodes that are updated in place", () => {
    const config = `${KUBELET_CONFIG}evictionHard:\n  memory.available: 1Gi\n`;
    const kubelet = policy({
      conflict: "replace",
      files: [desiredFile("/var/lib/kubelet/config/kubelet", config)],
    });
    const osc = reconcileOsc();
    const pool = { ...poolOf(oscView(osc)), isInPlace: true };
    const { denials } = runMutation(osc, [kubelet], { pool, old: oscView(osc) });
    expect(denials.map(findingText)).toEqual([expect.stringMatching(/caused by policy corp: .*\[OSC-V-65\]$/)]);
    expect(runMutation(osc, [kubelet], { old: oscView(osc) }).denials).toEqual([]);
  });

  it("lets come back what the stored object has, as the drivers of running nodes", () => {
    const stored = reconcileOsc({
      type: "ubuntu",
      files: filesOf(reconcileOsc()).map((file) =>
        isKubeletFile(file)
          ? inlineFile(file.path, KUBELET_CONFIG.replace("systemd", "cgroupfs"), { permissions: 384 })
          : file,
      ),
    });
    const { denials, operations } = runMutation(reconcileOsc({ type: "ubuntu" }), [], { old: oscView(stored) });
    expect(denials).toEqual([]);
    expect(operations.map(({ path }) => path)).toEqual(["/spec/files/1/path", "/spec/files/1/content/inline/data"]);
  });

  it("is not asked where a policy denies a conflict already", () => {
    const denying = policy({ name: "denying", conflict: "deny", files: [desiredFile("/opt/bin/kubelet", "x")] });
    const { denials } = runMutation(reconcileOsc(), [denying, broken]);
    expect(denials.map(({ rule }) => rule)).toEqual(["POL-01"]);
  });

  it("is asked where a conflict is only a warning", () => {
    const denying = policy({ name: "denying", conflict: "deny", files: [desiredFile("/opt/bin/kubelet", "x")] });
    const { denials } = runMutation(reconcileOsc(), [denying, broken], {
      rules: { ...ENFORCE_ALL, overrides: new Map([["POL-01", "warn"]]) },
    });
    expect(denials.map(({ rule }) => rule)).toEqual(["OSC-V-45"]);
  });

  it("makes a conflict a warning where the operator lowered that rule", () => {
    const denying = policy({
      conflict: "deny",
      files: [desiredFile("/opt/bin/kubelet", "x"), desiredFile("/etc/x", "x")],
    });
    const { denials, operations, warnings } = runMutation(reconcileOsc(), [denying], {
      rules: { ...ENFORCE_ALL, overrides: new Map([["POL-01", "warn"]]) },
    });
    expect(denials).toEqual([]);
    expect(operations).toHaveLength(1);
    expect(warnings).toEqual([expect.stringContaining("[POL-01]")]);
  });
});

describe("policies in audit mode", () => {
  const audit = (members: Partial<Policy>): Policy => policy({ ...members, name: "trial", mode: "audit" });

  it("change nothing, and say what they would do", () => {
    const outcome = runMutation(reconcileOsc(), [audit(CORPORATE_MIRRORS)]);
    expect(outcome).toMatchObject({ operations: [], change: undefined, denials: [] });
    expect(outcome.warnings).toEqual([
      "policy trial (audit) would change registries: docker.io, ghcr.io, quay.io",
      `policy trial (audit) would change files: ${CORP_CA}`,
    ]);
    expect(outcome.effects).toEqual(
      ["docker.io", "ghcr.io", "quay.io", CORP_CA].map((subject) => ({
        policy: "trial",
        mode: "audit",
        part: subject === CORP_CA ? "files" : "registries",
        outcome: "changed",
        subject,
      })),
    );
  });

  it("leave the patch of the others as it is", () => {
    const enforced = policy({ registries: [mirrorOf("docker.io", "a.example")] });
    const trial = audit({
      priority: 9,
      registries: [mirrorOf("docker.io", "b.example"), mirrorOf("quay.io", "b.example")],
    });
    const outcome = runMutation(reconcileOsc(), [trial, enforced]);
    expect(outcome.operations).toEqual(runMutation(reconcileOsc(), [enforced]).operations);
    expect(outcome.warnings).toEqual(["policy trial (audit) would change registries: docker.io, quay.io"]);
    expect(outcome.effects.map(({ policy: name, outcome: what }) => `${name} ${what}`)).toEqual([
      "corp changed",
      "trial changed",
      "trial changed",
    ]);
  });

  it("say what they would skip, and that they would refuse the request", () => {
    const osc = reconcileOsc();
    const keeping = runMutation(osc, [audit({ files: [desiredFile("/opt/bin/kubelet", "x")] })]);
    expect(keeping.warnings).toEqual([
      "policy trial (audit) would skip file /opt/bin/kubelet: the OSC says otherwise (conflict: keep)",
    ]);
    const denying = runMutation(osc, [audit({ conflict: "deny", files: [desiredFile("/opt/bin/kubelet", "x")] })]);
    expect(denying.denials).toEqual([]);
    expect(denying.warnings).toEqual([
      expect.stringMatching(/^policies in audit mode would make this a denial: spec\.files\[2\].*\[POL-01\]$/),
    ]);
    const breaking = runMutation(osc, [audit({ files: [desiredFile("etc/motd", "x")] })]);
    expect(breaking.denials).toEqual([]);
    expect(breaking.warnings).toEqual([
      "policy trial (audit) would change files: etc/motd",
      expect.stringMatching(/would make this a denial: .*caused by policy trial.*\[OSC-V-45\]$/),
    ]);
  });

  it("do not speak of rules that are switched off", () => {
    const { warnings } = runMutation(reconcileOsc(), [audit({ files: [desiredFile("etc/motd", "x")] })], {
      rules: { ...ENFORCE_ALL, overrides: new Map([["OSC-V-45", "off"]]) },
    });
    expect(warnings).toEqual(["policy trial (audit) would change files: etc/motd"]);
  });

  it("do not repeat what is said of the others anyhow", () => {
    const enforced = policy({ files: [desiredFile("/opt/bin/kubelet", "x")] });
    const { warnings } = runMutation(reconcileOsc(), [enforced, audit({ files: [desiredFile("/etc/x", "x")] })]);
    expect(warnings).toEqual([
      "policy corp skips file /opt/bin/kubelet: the OSC says otherwise (conflict: keep)",
      "policy trial (audit) would change files: /etc/x",
    ]);
  });

  it("say what else would be said", () => {
    const cgroupDriver = { driver: "cgroupfs", change: "never", requireKubeletFile: true } as const;
    const { operations, warnings } = runMutation(reconcileOsc({ type: "ubuntu" }), [audit({ cgroupDriver })]);
    expect(operations).toEqual([]);
    expect(warnings).toEqual([
      "policy trial (audit) would change cgroupDriver: cgroupfs",
      expect.stringMatching(/^with policies in audit mode: cgroup driver cgroupfs/),
    ]);
  });
});

function filesOf(object: RawObject): readonly unknown[] {
  return (object["spec"] as { readonly files: readonly unknown[] }).files;
}

function unitsOf(object: RawObject): readonly unknown[] {
  return (object["spec"] as { readonly units: readonly unknown[] }).units;
}

function isKubeletFile(file: unknown): file is { readonly path: string } {
  return JSON.stringify(file).includes('"/var/lib/kubelet/config/kubelet"');
}
