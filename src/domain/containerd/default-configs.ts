import { CRI_PLUGIN, IMAGES_PLUGIN, RUNTIME_PLUGIN } from "./plugin-path.ts";
import { type TomlTable, tomlTable } from "./toml-table.ts";

/** Settings of the garbage collector, which are the same in all versions; one of them is a float. */
const SCHEDULER = {
  "io.containerd.gc.v1.scheduler": {
    deletion_threshold: 0n,
    mutation_threshold: 100n,
    pause_threshold: 0.02,
    schedule_delay: "0s",
    startup_delay: "100ms",
  },
};

const RUNC_OPTIONS = {
  BinaryName: "",
  CriuImagePath: "",
  CriuWorkPath: "",
  IoGid: 0n,
  IoUid: 0n,
  NoNewKeyring: false,
  Root: "",
  ShimCgroup: "",
  SystemdCgroup: false,
};

const RUNC = {
  base_runtime_spec: "",
  cni_conf_dir: "",
  cni_max_conf_num: 0n,
  container_annotations: [],
  pod_annotations: [],
  privileged_without_host_devices: false,
  runtime_path: "",
  runtime_type: "io.containerd.runc.v2",
};

const CNI = { conf_dir: "/etc/cni/net.d", conf_template: "", ip_pref: "", max_conf_num: 1n };

const STREAMING = {
  disable_tcp_service: true,
  enable_tls_streaming: false,
  stream_idle_timeout: "4h0m0s",
  stream_server_address: "127.0.0.1",
  stream_server_port: "0",
  x509_key_pair_streaming: { tls_cert_file: "", tls_key_file: "" },
};

const CONTAINERS = {
  device_ownership_from_security_context: false,
  disable_apparmor: false,
  disable_hugetlb_controller: true,
  disable_proc_mount: false,
  enable_selinux: false,
  ignore_image_defined_volumes: false,
  max_container_log_line_size: 16_384n,
  netns_mounts_under_state_dir: false,
  restrict_oom_score_adj: false,
  selinux_category_range: 1024n,
  tolerate_missing_hugetlb_controller: true,
  unset_seccomp_profile: "",
};

const SNAPSHOTS = { disable_snapshot_annotations: true, discard_unpacked_layers: false, snapshotter: "overlayfs" };

const IMAGES = {
  ...SNAPSHOTS,
  image_decryption: { key_model: "node" },
  image_pull_progress_timeout: "5m0s",
  image_pull_with_sync_fs: false,
  max_concurrent_downloads: 3n,
  registry: { config_path: "" },
  stats_collect_period: 10n,
};

const FOLDERS = {
  disabled_plugins: [],
  oom_score: 0n,
  required_plugins: [],
  root: "/var/lib/containerd",
  state: "/run/containerd",
};

const VERSION_2 = tomlTable({
  ...FOLDERS,
  imports: [],
  version: 2n,
  grpc: { address: "/run/containerd/containerd.sock", gid: 0n, uid: 0n },
  plugins: {
    ...SCHEDULER,
    [CRI_PLUGIN]: {
      ...STREAMING,
      ...CONTAINERS,
      disable_cgroup: false,
      enable_unprivileged_icmp: false,
      enable_unprivileged_ports: false,
      max_concurrent_downloads: 3n,
      sandbox_image: "registry.k8s.io/pause:3.8",
      stats_collect_period: 10n,
      systemd_cgroup: false,
      cni: { ...CNI, bin_dir: "/opt/cni/bin" },
      containerd: {
        ...SNAPSHOTS,
        default_runtime_name: "runc",
        ignore_rdt_not_enabled_errors: false,
        no_pivot: false,
        runtimes: {
          runc: {
            ...RUNC,
            runtime_engine: "",
            runtime_root: "",
            options: { ...RUNC_OPTIONS, CriuPath: "", NoPivotRoot: false },
          },
        },
      },
      image_decryption: { key_model: "node" },
      registry: { config_path: "", auths: {}, configs: {}, headers: {}, mirrors: {} },
    },
    "io.containerd.internal.v1.opt": { path: "/opt/containerd" },
  },
});

/** What files of version 3 and 4 have in common, by what differs in them. */
function pluginsOfV3(pauseImage: string, binDirectories: Readonly<Record<string, string | readonly string[]>>) {
  return {
    ...SCHEDULER,
    [IMAGES_PLUGIN]: { ...IMAGES, pinned_images: { sandbox: pauseImage } },
    [RUNTIME_PLUGIN]: {
      ...CONTAINERS,
      cdi_spec_dirs: ["/etc/cdi", "/var/run/cdi"],
      drain_exec_sync_io_timeout: "0s",
      enable_unprivileged_icmp: true,
      enable_unprivileged_ports: true,
      ignore_deprecation_warnings: [],
      cni: { ...CNI, ...binDirectories, setup_serially: false, use_internal_loopback: false },
      containerd: {
        default_runtime_name: "runc",
        ignore_blockio_not_enabled_errors: false,
        ignore_rdt_not_enabled_errors: false,
        runtimes: {
          runc: {
            ...RUNC,
            io_type: "",
            privileged_without_host_devices_all_devices_allowed: false,
            sandboxer: "podsandbox",
            snapshotter: "",
            options: RUNC_OPTIONS,
          },
        },
      },
    },
    [CRI_PLUGIN]: STREAMING,
    "io.containerd.internal.v1.opt": { path: "/opt/containerd" },
  };
}

const VERSION_3 = tomlTable({
  ...FOLDERS,
  imports: [],
  version: 3n,
  grpc: { address: "/run/containerd/containerd.sock", gid: 0n, uid: 0n },
  plugins: pluginsOfV3("registry.k8s.io/pause:3.10", { bin_dir: "/opt/cni/bin" }),
});

const VERSION_4 = tomlTable({
  ...FOLDERS,
  imports: ["/etc/containerd/conf.d/*.toml"],
  version: 4n,
  plugins: {
    ...pluginsOfV3("registry.k8s.io/pause:3.10.2", { bin_dirs: ["/opt/cni/bin"] }),
    "io.containerd.server.v1.grpc": { address: "/run/containerd/containerd.sock", gid: 0n, uid: 0n },
  },
});

/** A version of the file that containerd writes. */
export type ConfigVersion = 2 | 3 | 4;

/**
 * What matters of `containerd config default`, by version of the file. Every table is one that containerd loads.
 * Source: OperatingSystemConfig contract, section 3.6; containerd 1.6, 2.0 and 2.4.
 */
export const DEFAULT_CONFIGS: Readonly<Record<ConfigVersion, TomlTable>> = { 2: VERSION_2, 3: VERSION_3, 4: VERSION_4 };

/** The configuration that a version of containerd writes by itself: 1.x version 2, 2.0 to 2.2 version 3, then version 4. */
export function defaultConfig(containerdVersion: string): TomlTable {
  const [, major = "0", minor = "0"] = /^v?(\d+)(?:\.(\d+))?/.exec(containerdVersion) ?? [];
  if (Number(major) < 2) {
    return DEFAULT_CONFIGS[2];
  }
  return DEFAULT_CONFIGS[Number(major) === 2 && Number(minor) < 3 ? 3 : 4];
}
