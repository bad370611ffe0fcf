import { CRI_PLUGIN, IMAGES_PLUGIN, type PluginPath, RUNTIME_PLUGIN } from "./plugin-path.ts";

/** Settings of a runtime, in any generation. */
const RUNTIME_SETTINGS = [
  "runtime_type",
  "runtime_path",
  "runtime_engine",
  "runtime_root",
  "pod_annotations",
  "container_annotations",
  "privileged_without_host_devices",
  "privileged_without_host_devices_all_devices_allowed",
  "cgroup_writable",
  "base_runtime_spec",
  "cni_conf_dir",
  "cni_max_conf_num",
  "snapshotter",
  "sandbox_mode",
  "sandboxer",
  "disable_pause_image_pull",
  "io_type",
  ...[
    "BinaryName",
    "CriuImagePath",
    "CriuPath",
    "CriuWorkPath",
    "IoGid",
    "IoUid",
    "NoNewKeyring",
    "NoPivotRoot",
    "Root",
    "ShimCgroup",
    "SystemdCgroup",
    "TypeUrl",
    "ConfigPath",
    "ConfigBody",
  ].map((option) => `options.${option}`),
];

const CNI_SETTINGS = [
  "bin_dir",
  "bin_dirs",
  "conf_dir",
  "max_conf_num",
  "setup_serially",
  "conf_template",
  "ip_pref",
  "use_internal_loopback",
];

const SNAPSHOT_SETTINGS = ["snapshotter", "disable_snapshot_annotations", "discard_unpacked_layers"];

/** Settings about the default runtime, in the table `containerd` of both generations. */
const DEFAULT_RUNTIME_SETTINGS = [
  "default_runtime_name",
  "ignore_blockio_not_enabled_errors",
  "ignore_rdt_not_enabled_errors",
];

const IMAGE_SETTINGS = [
  "max_concurrent_downloads",
  "image_pull_progress_timeout",
  "image_pull_with_sync_fs",
  "stats_collect_period",
  "registry.config_path",
  "registry.headers.*",
  "registry.mirrors.*.endpoint",
  "registry.configs.*.auth.*",
  "registry.auths.*.*",
  "image_decryption.key_model",
];

/** Settings of the root table about containers, in both generations. */
const CONTAINER_SETTINGS = [
  "cdi_spec_dirs",
  "device_ownership_from_security_context",
  "disable_apparmor",
  "disable_hugetlb_controller",
  "disable_proc_mount",
  "drain_exec_sync_io_timeout",
  "enable_cdi",
  "enable_selinux",
  "enable_unprivileged_icmp",
  "enable_unprivileged_ports",
  "ignore_deprecation_warnings",
  "ignore_image_defined_volumes",
  "max_container_log_line_size",
  "netns_mounts_under_state_dir",
  "restrict_oom_score_adj",
  "selinux_category_range",
  "tolerate_missing_hugetlb_controller",
  "unset_seccomp_profile",
];

/**
 * Settings that are no tables, by plugin; `*` stands for any key. They are those of `containerd config default` from 1.6
 * to 2.4, the lists among them included, since they cannot become tables either.
 */
const SCALARS: Readonly<Record<string, readonly string[]>> = {
  [CRI_PLUGIN]: [
    ...CONTAINER_SETTINGS,
    ...IMAGE_SETTINGS,
    "disable_cgroup",
    "disable_tcp_service",
    "enable_tls_streaming",
    "sandbox_image",
    "stream_idle_timeout",
    "stream_server_address",
    "stream_server_port",
    "systemd_cgroup",
    ...below("x509_key_pair_streaming", ["tls_cert_file", "tls_key_file"]),
    ...below("cni", CNI_SETTINGS),
    ...below("registry.configs.*.tls", ["ca_file", "cert_file", "key_file", "insecure_skip_verify"]),
    ...below("containerd", ["no_pivot", ...DEFAULT_RUNTIME_SETTINGS, ...SNAPSHOT_SETTINGS]),
    ...below("containerd.default_runtime", RUNTIME_SETTINGS),
    ...below("containerd.untrusted_workload_runtime", RUNTIME_SETTINGS),
    ...below("containerd.runtimes.*", RUNTIME_SETTINGS),
  ],
  [IMAGES_PLUGIN]: [
    ...IMAGE_SETTINGS,
    ...SNAPSHOT_SETTINGS,
    "concurrent_layer_fetch_buffer",
    "use_local_image_pull",
    "pinned_images.*",
    ...below("runtime_platforms.*", ["platform", "snapshotter"]),
  ],
  [RUNTIME_PLUGIN]: [
    ...CONTAINER_SETTINGS,
    "enable_criu",
    "stats_collect_period",
    "stats_retention_period",
    ...below("cni", CNI_SETTINGS),
    ...below("containerd", DEFAULT_RUNTIME_SETTINGS),
    ...below("containerd.runtimes.*", RUNTIME_SETTINGS),
  ],
  "io.containerd.gc.v1.scheduler": [
    "deletion_threshold",
    "mutation_threshold",
    "pause_threshold",
    "schedule_delay",
    "startup_delay",
  ],
  "io.containerd.internal.v1.opt": ["path"],
  "io.containerd.metadata.v1.bolt": ["content_sharing_policy", "no_sync"],
  "io.containerd.nri.v1.nri": [
    "disable",
    "disable_connections",
    "plugin_config_path",
    "plugin_path",
    "plugin_registration_timeout",
    "plugin_request_timeout",
    "socket_path",
  ],
  "io.containerd.runtime.v2.task": ["platforms", "sched_core"],
  "io.containerd.server.v1.grpc": ["address", "gid", "max_recv_message_size", "max_send_message_size", "uid"],
  "io.containerd.service.v1.diff-service": ["default", "sync_fs"],
  "io.containerd.service.v1.tasks-service": ["blockio_config_file", "rdt_config_file"],
  "io.containerd.snapshotter.v1.overlayfs": [
    "mount_options",
    "root_path",
    "slow_chown",
    "sync_remove",
    "upperdir_label",
  ],
};

/** Keys of tables that hold more than an entry of the OSC would want to replace. */
const TABLES: ReadonlySet<string> = new Set([
  "containerd",
  "registry",
  "cni",
  "runtimes",
  "options",
  "pinned_images",
  "image_decryption",
]);

function below(table: string, settings: readonly string[]): readonly string[] {
  return settings.map((setting) => `${table}.${setting}`);
}

/** A key of the configuration; without further keys it is a setting that is no table. */
type KnownKey = Map<string, KnownKey>;

const KNOWN: KnownKey = new Map(
  Object.entries(SCALARS).map(([plugin, settings]): [string, KnownKey] => [plugin, knownKeys(settings)]),
);

function knownKeys(settings: readonly string[]): KnownKey {
  const root: KnownKey = new Map();
  for (const setting of settings) {
    let key = root;
    for (const name of setting.split(".")) {
      const next: KnownKey = key.get(name) ?? new Map();
      key.set(name, next);
      key = next;
    }
  }
  return root;
}

/**
 * The setting, known to be no table, that a path leads to or through; undefined for all other paths.
 * Source: OperatingSystemConfig contract, section 2.3, OSC-V-33.
 */
export function scalarOnPath(path: PluginPath): PluginPath | undefined {
  let known = KNOWN;
  for (const [index, name] of path.entries()) {
    const next = known.get(name) ?? known.get("*");
    if (next === undefined) {
      return undefined;
    }
    if (next.size === 0) {
      return path.slice(0, index + 1);
    }
    known = next;
  }
  return undefined;
}

/** Whether a key is that of a table which an object at this place would replace as a whole. */
export function isKnownTable(key: string): boolean {
  return TABLES.has(key);
}
