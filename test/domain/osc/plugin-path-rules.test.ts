import { describe, expect, it } from "vitest";
import { pluginFindings } from "../../../src/domain/osc/plugin-rules.ts";
import { findingText } from "../../../src/domain/rules/finding.ts";
import { containerdOsc, oscLines, reviewOf } from "../../support/osc-builders.ts";
import { CRI, IMAGES, NEW_RUNTIMES, RUNTIME, RUNTIMES } from "../../support/plugin-builders.ts";

const P = "spec.criConfig.containerd.plugins[0]";

function lines(entry: unknown, ...rules: readonly string[]): readonly string[] {
  const findings = pluginFindings(reviewOf(containerdOsc({ plugins: [entry] })));
  return oscLines(findings.filter(({ rule }) => rules.length === 0 || rules.includes(rule)));
}

describe("OSC-V-26, the elements of a plugin path", () => {
  it.each([
    [["io.containerd.x.v1.x", "a b", "ünï", "0", "__proto__"], []],
    [["io.containerd.x.v1.x", ""], [`OSC-V-26 ${P}.path[1] Invalid`]],
    [["io.containerd.x.v1.x", " a", "b ", "\tc\n"], [1, 2, 3].map((index) => `OSC-V-26 ${P}.path[${index}] Invalid`)],
    [["io.containerd.x.v1.x", null], [`OSC-V-26 ${P}.path[1] Invalid`]],
    [[""], [`OSC-V-26 ${P}.path[0] Invalid`, `OSC-V-27 ${P}.path[0] Invalid`]],
  ])("of %j", (path, expected) => {
    expect(lines({ path })).toEqual(expected);
    expect(lines({ op: "remove", path })).toEqual(expected);
  });

  it("are reported up to ten", () => {
    expect(lines({ path: ["io.containerd.x.v1.x", ...Array.from({ length: 20 }, () => "")] })).toHaveLength(10);
  });
});

describe("OSC-V-27, the plugin of a path", () => {
  it.each([
    "io.containerd.grpc.v1.cri",
    "io.containerd.cri.v1.images",
    "io.containerd.runtime.v2.task",
    "io.containerd.snapshotter.v1.stargz",
    "io.containerd.a.b.c.d",
    "io.containerd.a.b",
  ])("may be %s", (uri) => {
    expect(lines({ path: [uri] })).toEqual([]);
  });

  it.each([
    "cri",
    "linux",
    "io.containerd",
    "io.containerd.cri",
    "IO.containerd.grpc.v1.cri",
    "x.io.containerd.grpc.v1",
  ])("may not be %s", (uri) => {
    expect(lines({ path: [uri, "containerd"] })).toEqual([`OSC-V-27 ${P}.path[0] Invalid`]);
    expect(lines({ op: "remove", path: [uri] })).toEqual([`OSC-V-27 ${P}.path[0] Invalid`]);
  });

  it("is named in full for cri (row 30)", () => {
    const [finding, ...others] = pluginFindings(
      reviewOf(containerdOsc({ plugins: [{ path: ["cri", "containerd"] }] })),
    );
    expect(others).toEqual([]);
    expect(finding && findingText(finding)).toBe(
      `${P}.path[0]: Invalid value: "cri": containerd does not start with such a plugin; write its full URI: io.containerd.grpc.v1.cri [OSC-V-27]`,
    );
  });
});

describe("OSC-V-33, a path that adds", () => {
  it.each([
    [CRI, "sandbox_image"],
    [CRI, "sandbox_image", "x"],
    [CRI, "cdi_spec_dirs"],
    [CRI, "containerd", "snapshotter"],
    [CRI, "containerd", "snapshotter", "options"],
    [CRI, "containerd", "default_runtime_name"],
    [CRI, "x509_key_pair_streaming", "tls_cert_file"],
    [CRI, "registry", "config_path"],
    [CRI, "registry", "headers", "X-Header"],
    [CRI, "cni", "bin_dir"],
    [CRI, "image_decryption", "key_model"],
    [...RUNTIMES, "nvidia", "runtime_type"],
    [...RUNTIMES, "nvidia", "sandboxer"],
    [...RUNTIMES, "nvidia", "options", "BinaryName"],
    [...RUNTIMES, "*", "runtime_type"],
    [...NEW_RUNTIMES, "nvidia", "runtime_type", "x"],
    [IMAGES, "snapshotter"],
    [IMAGES, "pinned_images", "other"],
    [RUNTIME, "enable_selinux"],
    [RUNTIME, "containerd", "default_runtime_name"],
    ["io.containerd.gc.v1.scheduler", "pause_threshold"],
    ["io.containerd.nri.v1.nri", "disable"],
  ])("may not lead to or through a setting: %s, %s, %s, %s, %s", (...path) => {
    expect(lines({ path: path.filter((key) => key !== undefined) }, "OSC-V-33")).toEqual([
      `OSC-V-33 ${P}.path Invalid`,
    ]);
  });

  it.each([
    [CRI],
    [CRI, "containerd"],
    [CRI, "registry", "headers"],
    [CRI, "unknown"],
    [CRI, "snapshotter"],
    [IMAGES, "containerd", "snapshotter"],
    [...RUNTIMES, "snapshotter"],
    [...RUNTIMES, "nvidia", "options"],
    [...RUNTIMES, "nvidia", "unknown"],
    ["io.containerd.unknown.v1.plugin", "sandbox_image"],
    ["io.containerd.gc.v1.scheduler"],
  ])("may lead to a table, and to what nobody knows: %s, %s, %s, %s, %s", (...path) => {
    expect(lines({ path: path.filter((key) => key !== undefined) }, "OSC-V-33")).toEqual([]);
  });

  it("may remove a setting", () => {
    expect(lines({ op: "remove", path: [CRI, "containerd", "snapshotter"] }, "OSC-V-33")).toEqual([]);
  });
});
