import { isTable, memberOf, operationOf, type PluginEntry, settingsOf } from "./plugin-entry.ts";
import { CRI_PLUGIN, IMAGES_PLUGIN, type PluginPath, RUNTIME_PLUGIN } from "./plugin-path.ts";

/** A setting that plugin entries have to leave alone. */
export interface ReservedSetting {
  /** Where it is; `*` stands for any key. */
  readonly path: PluginPath;
  /**
   * `managed`: gardener-node-agent sets it before it applies the entries, so that it must not be lost either;
   * `breaking`: with it containerd does not load the CRI plugin of a node that gardener-node-agent configures.
   */
  readonly kind: "managed" | "breaking";
  /** What to write instead, as the end of a message. */
  readonly instead: string;
}

/** How an entry touches a reserved setting. */
export interface Touch {
  readonly setting: ReservedSetting;
  /** Which member of the entry does it. */
  readonly by: "path" | "values";
}

const SYSTEMD_CGROUP = ["containerd", "runtimes", "runc", "options", "SystemdCgroup"];

const USE_REGISTRIES = "use spec.criConfig.containerd.registries";
const USE_SANDBOX_IMAGE = "use spec.criConfig.containerd.sandboxImage";
const USE_CGROUP_DRIVER = "use spec.criConfig.cgroupDriver";
const LEAVE_CNI = "the directory of CNI plugins stays";

/**
 * The settings that gardener-node-agent manages, and those that containerd refuses beside them, in both generations.
 * Source: OperatingSystemConfig contract, sections 2.3 (OSC-V-32) and 3.6.
 */
const RESERVED_SETTINGS: readonly ReservedSetting[] = [
  { path: [CRI_PLUGIN, "registry", "config_path"], kind: "managed", instead: USE_REGISTRIES },
  { path: [IMAGES_PLUGIN, "registry", "config_path"], kind: "managed", instead: USE_REGISTRIES },
  { path: [CRI_PLUGIN, "sandbox_image"], kind: "managed", instead: USE_SANDBOX_IMAGE },
  { path: [IMAGES_PLUGIN, "pinned_images", "sandbox"], kind: "managed", instead: USE_SANDBOX_IMAGE },
  { path: [CRI_PLUGIN, ...SYSTEMD_CGROUP], kind: "managed", instead: USE_CGROUP_DRIVER },
  { path: [RUNTIME_PLUGIN, ...SYSTEMD_CGROUP], kind: "managed", instead: USE_CGROUP_DRIVER },
  { path: [CRI_PLUGIN, "cni", "bin_dir"], kind: "managed", instead: LEAVE_CNI },
  { path: [CRI_PLUGIN, "cni", "bin_dirs"], kind: "managed", instead: LEAVE_CNI },
  { path: [RUNTIME_PLUGIN, "cni", "bin_dir"], kind: "managed", instead: LEAVE_CNI },
  { path: [RUNTIME_PLUGIN, "cni", "bin_dirs"], kind: "managed", instead: LEAVE_CNI },
  { path: [CRI_PLUGIN, "registry", "mirrors"], kind: "breaking", instead: USE_REGISTRIES },
  { path: [IMAGES_PLUGIN, "registry", "mirrors"], kind: "breaking", instead: USE_REGISTRIES },
  { path: [CRI_PLUGIN, "registry", "configs", "*", "tls"], kind: "breaking", instead: USE_REGISTRIES },
  { path: [CRI_PLUGIN, "systemd_cgroup"], kind: "breaking", instead: USE_CGROUP_DRIVER },
];

/** Tables of settings that containerd has given up in favour of `hosts.toml`. */
const DEPRECATED: readonly PluginPath[] = [CRI_PLUGIN, IMAGES_PLUGIN].flatMap((plugin) => [
  [plugin, "registry", "configs"],
  [plugin, "registry", "auths"],
]);

/**
 * The first reserved setting that an entry touches. An entry that removes touches what its path leads to, through or
 * above. One that adds touches what its path leads to or through, what its values hold, and, of the managed settings,
 * also those in a table of which its values replace a part, since they are lost.
 * Source: OperatingSystemConfig contract, section 2.3, OSC-V-32.
 */
export function reservedSettingOf(entry: PluginEntry): Touch | undefined {
  for (const setting of RESERVED_SETTINGS) {
    const by = touch(entry, setting);
    if (by !== undefined) {
      return { setting, by };
    }
  }
  return undefined;
}

function touch(entry: PluginEntry, { path, kind }: ReservedSetting): Touch["by"] | undefined {
  const operation = operationOf(entry);
  if (entry.path.length === 0 || operation === undefined || !agree(entry.path, path)) {
    return undefined;
  }
  if (operation === "remove" || entry.path.length >= path.length) {
    return "path";
  }
  const below = path.slice(entry.path.length);
  const isTouched = holds(settingsOf(entry), kind === "managed" ? below.slice(0, 1) : below);
  return isTouched ? "values" : undefined;
}

/** Where an entry uses settings of registries that containerd has deprecated, which is allowed. */
export function deprecatedSettingOf(
  entry: PluginEntry,
): { readonly path: PluginPath; readonly by: Touch["by"] } | undefined {
  if (operationOf(entry) !== "add" || entry.path.length === 0) {
    return undefined;
  }
  const path = DEPRECATED.find(
    (table) => agree(entry.path, table) && (entry.path.length >= table.length || holdsBelow(entry, table)),
  );
  return path && { path, by: entry.path.length >= path.length ? "path" : "values" };
}

function holdsBelow(entry: PluginEntry, table: PluginPath): boolean {
  return holds(settingsOf(entry), table.slice(entry.path.length));
}

/** Whether one of two paths leads to or through the other. */
function agree(path: PluginPath, pattern: PluginPath): boolean {
  const shared = Math.min(path.length, pattern.length);
  return pattern.slice(0, shared).every((key, index) => key === "*" || key === path[index]);
}

/** Whether something stands in a table at a path below it, null included, which would delete it. */
function holds(table: unknown, [key, ...below]: PluginPath): boolean {
  if (key === undefined) {
    return true;
  }
  if (!isTable(table)) {
    return false;
  }
  if (key === "*") {
    return Object.values(table).some((member) => holds(member, below));
  }
  return Object.hasOwn(table, key) && (below.length === 0 || holds(memberOf(table, key), below));
}
