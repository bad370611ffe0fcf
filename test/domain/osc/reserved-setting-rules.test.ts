import { describe, expect, it } from "vitest";
import { pluginFindings } from "../../../src/domain/osc/plugin-rules.ts";
import { findingText } from "../../../src/domain/rules/finding.ts";
import { containerdOsc, oscLines, reviewOf } from "../../support/osc-builders.ts";
import { addTo, CRI, IMAGES, NEW_RUNTIMES, RUNTIME, RUNTIMES, removal } from "../../support/plugin-builders.ts";

const P = "spec.criConfig.containerd.plugins[0]";

function findings(entry: unknown) {
  return pluginFindings(reviewOf(containerdOsc({ plugins: [entry] }))).filter(({ rule }) => rule === "OSC-V-32");
}

function lines(entry: unknown): readonly string[] {
  return oscLines(findings(entry));
}

const SETTINGS: readonly (readonly string[])[] = [
  [CRI, "registry", "config_path"],
  [IMAGES, "registry", "config_path"],
  [CRI, "sandbox_image"],
  [IMAGES, "pinned_images", "sandbox"],
  [...RUNTIMES, "runc", "options", "SystemdCgroup"],
  [...NEW_RUNTIMES, "runc", "options", "SystemdCgroup"],
  [CRI, "cni", "bin_dir"],
  [CRI, "cni", "bin_dirs"],
  [RUNTIME, "cni", "bin_dir"],
  [RUNTIME, "cni", "bin_dirs"],
  [CRI, "registry", "mirrors"],
  [IMAGES, "registry", "mirrors"],
  [CRI, "registry", "configs", "docker.io", "tls"],
  [CRI, "systemd_cgroup"],
];

describe.each(SETTINGS.map((setting) => [setting.join(" "), setting] as const))("OSC-V-32, %s", (_, setting) => {
  const table = setting.slice(0, -1);
  const name = setting.at(-1) ?? "";

  it("is not removed, nor with what it is in, nor in part", () => {
    for (const length of setting.keys()) {
      expect(lines(removal(...setting.slice(0, length + 1)))).toEqual([`OSC-V-32 ${P}.path Forbidden`]);
    }
    expect(lines(removal(...setting, "below"))).toEqual([`OSC-V-32 ${P}.path Forbidden`]);
  });

  it("is not added by its path", () => {
    expect(lines(addTo(setting))).toEqual([`OSC-V-32 ${P}.path Forbidden`]);
    expect(lines(addTo([...setting, "below"], { a: true }))).toEqual([`OSC-V-32 ${P}.path Forbidden`]);
  });

  it("is not added by values", () => {
    for (const value of [true, "x", {}, null]) {
      expect(lines(addTo(table, { [name]: value }))).toEqual([`OSC-V-32 ${P}.values Forbidden`]);
    }
  });

  it("is not added by values that nest", () => {
    const values = setting.slice(1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), "x");
    expect(lines(addTo(setting.slice(0, 1), values))).toEqual([`OSC-V-32 ${P}.values Forbidden`]);
  });

  it("does not mind neighbours", () => {
    expect(lines(addTo(table, { another_setting: true })).filter((line) => !line.includes("(Ww)"))).toEqual([]);
    expect(lines(addTo(table))).toEqual(expect.not.arrayContaining([`OSC-V-32 ${P}.path Forbidden`]));
    expect(
      lines(addTo([...table, "another_table"], { [name]: true })).filter((line) => !line.includes("(Ww)")),
    ).toEqual([]);
    expect(lines(removal(...table, "another_setting")).filter((line) => !line.includes("registry.configs"))).toEqual(
      [],
    );
  });
});

describe("OSC-V-32, what a table loses", () => {
  it.each<[readonly string[], object]>([
    [[CRI], { containerd: { snapshotter: "native" } }],
    [[CRI], { registry: { headers: {} } }],
    [[CRI], { cni: {} }],
    [[CRI], { cni: "none" }],
    [RUNTIMES, { runc: { runtime_type: "io.containerd.runc.v2" } }],
    [[...RUNTIMES, "runc"], { options: { BinaryName: "/x" } }],
    [NEW_RUNTIMES.slice(0, 2), { runtimes: { runsc: {} } }],
    [[IMAGES], { pinned_images: { other: "x" } }],
  ])("at %j with %j is a setting that is managed (rows 31 and 91)", (path, values) => {
    expect(lines(addTo(path, values))).toEqual([`OSC-V-32 ${P}.values Forbidden`]);
  });

  it.each<[readonly string[], object]>([
    [RUNTIMES, { runsc: { runtime_type: "io.containerd.runsc.v1" } }],
    [[...RUNTIMES, "runc"], { privileged_without_host_devices: true }],
    [[CRI, "registry"], { headers: {} }],
    [[...RUNTIMES, "nvidia", "options"], { SystemdCgroup: false }],
    [[CRI], { x509_key_pair_streaming: {} }],
  ])("at %j with %j is none of them", (path, values) => {
    expect(lines(addTo(path, values))).toEqual([]);
  });
});

describe("OSC-V-32, deprecated settings of registries", () => {
  it.each([
    addTo([CRI, "registry", "configs", "docker.io", "auth"], { username: "u" }),
    addTo([CRI, "registry", "configs"]),
    addTo([CRI, "registry", "auths", "https://docker.io"], { username: "u" }),
    addTo([IMAGES, "registry", "auths"], {}),
    addTo([IMAGES, "registry", "configs", "docker.io", "tls"], { insecure_skip_verify: true }),
  ])("are a warning: %j", (entry) => {
    expect(lines(entry)).toEqual([`OSC-V-32 (Ww) ${P}.path Forbidden`]);
  });

  it("are a warning in values, too", () => {
    const values = { configs: { "docker.io": { auth: { username: "u" } } } };
    expect(lines(addTo([CRI, "registry"], values))).toEqual([`OSC-V-32 (Ww) ${P}.values Forbidden`]);
    expect(lines(addTo([CRI, "registry"], { configs: { "docker.io": { tls: {} } } }))).toEqual([
      `OSC-V-32 ${P}.values Forbidden`,
    ]);
  });

  it("may be removed, but for what containerd refuses", () => {
    expect(lines(removal(CRI, "registry", "auths"))).toEqual([]);
    expect(lines(removal(CRI, "registry", "configs", "docker.io", "auth"))).toEqual([]);
  });
});

describe("OSC-V-32, its messages", () => {
  it.each<[unknown, string]>([
    [
      removal(CRI, "registry"),
      `path: Forbidden: removes [${CRI}, registry, config_path], which gardener-node-agent manages; use spec.criConfig.containerd.registries`,
    ],
    [
      addTo([...NEW_RUNTIMES, "runc", "options"], { SystemdCgroup: false }),
      `values: Forbidden: changes or drops [${[...NEW_RUNTIMES, "runc", "options", "SystemdCgroup"].join(", ")}], which gardener-node-agent manages; use spec.criConfig.cgroupDriver`,
    ],
    [
      addTo([CRI, "registry", "mirrors", "docker.io"], { endpoint: ["https://m.example"] }),
      `path: Forbidden: [${CRI}, registry, mirrors] keeps containerd's CRI plugin from loading; use spec.criConfig.containerd.registries`,
    ],
    [
      addTo([CRI, "registry", "auths"]),
      `path: Forbidden: [${CRI}, registry, auths] is deprecated; use spec.criConfig.containerd.registries instead`,
    ],
  ])("say what to write instead (rows 32 and 33): %j", (entry, text) => {
    expect(findings(entry).map(findingText)).toEqual([`${P}.${text} [OSC-V-32]`]);
  });
});
