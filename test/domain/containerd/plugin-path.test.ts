import { describe, expect, it } from "vitest";
import {
  counterpart,
  type Generation,
  isReadAt,
  placeInFile,
  pluginPathText,
  portableRuntimePath,
  runtimeName,
} from "../../../src/domain/containerd/plugin-path.ts";

/** Paths in the short form of the contract: `cri`, `images` and `runtime` for the three plugins. */
const PLUGINS: Readonly<Record<string, string>> = {
  cri: "io.containerd.grpc.v1.cri",
  images: "io.containerd.cri.v1.images",
  runtime: "io.containerd.cri.v1.runtime",
  gc: "io.containerd.gc.v1.scheduler",
};

function path(text: string): readonly string[] {
  const [plugin = "", ...keys] = text.split("/");
  return [PLUGINS[plugin] ?? plugin, ...keys];
}

describe("the place of a CRI setting in the two generations", () => {
  it.each([
    ["cri/max_concurrent_downloads", "images/max_concurrent_downloads"],
    ["cri/image_pull_progress_timeout", "images/image_pull_progress_timeout"],
    ["cri/image_pull_with_sync_fs", "images/image_pull_with_sync_fs"],
    ["cri/stats_collect_period", "images/stats_collect_period"],
    ["cri/sandbox_image", "images/pinned_images/sandbox"],
    ["cri/registry", "images/registry"],
    ["cri/registry/config_path", "images/registry/config_path"],
    ["cri/registry/headers/X-A", "images/registry/headers/X-A"],
    ["cri/image_decryption/key_model", "images/image_decryption/key_model"],
    ["cri/containerd/snapshotter", "images/snapshotter"],
    ["cri/containerd/disable_snapshot_annotations", "images/disable_snapshot_annotations"],
    ["cri/containerd/discard_unpacked_layers", "images/discard_unpacked_layers"],
    ["cri/containerd/default_runtime_name", "runtime/containerd/default_runtime_name"],
    ["cri/containerd/ignore_blockio_not_enabled_errors", "runtime/containerd/ignore_blockio_not_enabled_errors"],
    ["cri/containerd/ignore_rdt_not_enabled_errors", "runtime/containerd/ignore_rdt_not_enabled_errors"],
    ["cri/containerd/runtimes", "runtime/containerd/runtimes"],
    ["cri/containerd/runtimes/x", "runtime/containerd/runtimes/x"],
    ["cri/containerd/runtimes/x/runtime_type", "runtime/containerd/runtimes/x/runtime_type"],
    ["cri/containerd/runtimes/x/options/TypeUrl", "runtime/containerd/runtimes/x/options/TypeUrl"],
    ["cri/containerd/runtimes/x/sandbox_mode", "runtime/containerd/runtimes/x/sandboxer"],
    ["cri/containerd/runtimes/sandbox_mode", "runtime/containerd/runtimes/sandbox_mode"],
    ["cri/cni/max_conf_num", "runtime/cni/max_conf_num"],
    ["cri/device_ownership_from_security_context", "runtime/device_ownership_from_security_context"],
    ["cri/enable_cdi", "runtime/enable_cdi"],
    ["cri/cdi_spec_dirs", "runtime/cdi_spec_dirs"],
    ["cri/disable_tcp_service", "cri/disable_tcp_service"],
    ["cri/stream_server_address", "cri/stream_server_address"],
    ["cri/stream_server_port", "cri/stream_server_port"],
    ["cri/stream_idle_timeout", "cri/stream_idle_timeout"],
    ["cri/enable_tls_streaming", "cri/enable_tls_streaming"],
    ["cri/x509_key_pair_streaming/tls_cert_file", "cri/x509_key_pair_streaming/tls_cert_file"],
    ["gc/pause_threshold", "gc/pause_threshold"],
    ["io.containerd.nri.v1.nri", "io.containerd.nri.v1.nri"],
  ])("of %s is %s", (v2, v3) => {
    expect(counterpart(path(v2), "v2")).toEqual(path(v3));
    expect(counterpart(path(v3), "v3")).toEqual(path(v2));
  });

  it.each<[Generation, string]>([
    ["v2", "cri/disable_cgroup"],
    ["v2", "cri/systemd_cgroup"],
    ["v2", "cri/containerd/no_pivot"],
    ["v2", "cri/containerd/default_runtime/runtime_type"],
    ["v2", "cri/containerd/untrusted_workload_runtime/runtime_type"],
    ["v2", "cri/containerd/runtimes/x/runtime_engine"],
    ["v2", "cri/containerd/runtimes/x/runtime_root"],
    ["v3", "runtime/containerd/runtimes/x/sandbox_mode"],
    ["v3", "runtime/stats_collect_period"],
    ["v3", "runtime/stats_retention_period"],
    ["v3", "runtime/containerd/snapshotter"],
    ["v3", "images/use_local_image_pull"],
    ["v3", "images/pinned_images/other"],
    ["v3", "cri/enable_selinux"],
  ])("does not exist in the other one than %s for %s", (generation, setting) => {
    expect(counterpart(path(setting), generation)).toBeUndefined();
  });

  it.each<[Generation, string]>([
    ["v2", "cri"],
    ["v2", "cri/containerd"],
    ["v2", "images"],
    ["v3", "images"],
    ["v3", "runtime"],
    ["v3", "runtime/containerd"],
  ])("is not one place for the tables of %s that were split up: %s", (generation, table) => {
    expect(counterpart(path(table), generation)).toBeUndefined();
  });

  it("takes names of members of objects for names", () => {
    expect(counterpart(path("cri/__proto__/constructor"), "v2")).toEqual(path("runtime/__proto__/constructor"));
  });
});

describe("the translation of paths by gardener-node-agent", () => {
  it.each([
    ["cri/containerd/runtimes", "runtime/containerd/runtimes"],
    ["cri/containerd/runtimes/nvidia/options", "runtime/containerd/runtimes/nvidia/options"],
    ["cri/containerd", "cri/containerd"],
    ["cri/containerd/runtime", "cri/containerd/runtime"],
    ["cri/registry", "cri/registry"],
    ["runtime/containerd/runtimes/nvidia", "runtime/containerd/runtimes/nvidia"],
    ["gc", "gc"],
  ])("leads %s to %s in files of version 3 and 4", (written, place) => {
    expect(placeInFile(path(written), "v3")).toEqual(path(place));
    expect(placeInFile(path(written), "v2")).toEqual(path(written));
  });

  it("can be undone for runtimes alone", () => {
    expect(portableRuntimePath(path("runtime/containerd/runtimes/x/options"))).toEqual(
      path("cri/containerd/runtimes/x/options"),
    );
    expect(portableRuntimePath(path("runtime/containerd"))).toEqual(path("runtime/containerd"));
  });
});

describe("a place", () => {
  it.each<[string, boolean, boolean]>([
    ["cri/enable_selinux", true, false],
    ["cri/stream_idle_timeout", true, true],
    ["images/snapshotter", false, true],
    ["runtime/containerd/runtimes/x/runtime_type", false, true],
    ["runtime/containerd/runtimes/x/sandboxer", false, true],
    ["runtime/containerd/runtimes/x/sandbox_mode", false, false],
    ["cri/containerd/runtimes/x/sandbox_mode", true, false],
    ["cri/containerd/runtimes/x/sandboxer", false, false],
    ["gc/pause_threshold", true, true],
  ])("%s is read from files of version 2: %s, of version 3: %s", (place, v2, v3) => {
    expect([isReadAt(path(place), "v2"), isReadAt(path(place), "v3")]).toEqual([v2, v3]);
  });

  it.each([
    ["cri/containerd/runtimes/nvidia", "nvidia"],
    ["runtime/containerd/runtimes/nvidia/options", "nvidia"],
    ["cri/containerd/runtimes", undefined],
    ["cri/containerd", undefined],
    ["images/containerd/runtimes/nvidia", undefined],
  ])("%s is of runtime %s", (place, name) => {
    expect(runtimeName(path(place))).toBe(name);
  });
});

describe("the text of a path", () => {
  it("is what YAML has", () => {
    expect(pluginPathText(path("cri/containerd"))).toBe("[io.containerd.grpc.v1.cri, containerd]");
  });

  it("does not grow with the path", () => {
    expect(pluginPathText(Array.from({ length: 100_000 }, () => "x".repeat(100))).length).toBeLessThan(520);
  });
});
