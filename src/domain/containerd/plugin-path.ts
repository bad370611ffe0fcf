/**
 * Keys below the `plugins` table of containerd's configuration, from the URI of a plugin to a table or a single setting:
 * `["io.containerd.grpc.v1.cri", "containerd", "snapshotter"]`.
 */
export type PluginPath = readonly string[];

/**
 * A generation of containerd's configuration: `v2` are files of version 1 and 2, which containerd 1.x writes, `v3` those
 * of version 3 and 4, which containerd 2.x writes.
 */
export type Generation = "v2" | "v3";

/** Both generations, the older one first, which is the order in which settings are emitted. */
export const GENERATIONS: readonly Generation[] = ["v2", "v3"];

/** The CRI plugin; in `v3` only what serves streams is left in it. */
export const CRI_PLUGIN = "io.containerd.grpc.v1.cri";
/** What the CRI plugin's settings about images became in `v3`. */
export const IMAGES_PLUGIN = "io.containerd.cri.v1.images";
/** What the CRI plugin's other settings became in `v3`. */
export const RUNTIME_PLUGIN = "io.containerd.cri.v1.runtime";

/** Settings of the CRI plugin's root table that stay there in `v3`. */
const SERVER_KEYS: ReadonlySet<string | undefined> = new Set([
  "disable_tcp_service",
  "stream_server_address",
  "stream_server_port",
  "stream_idle_timeout",
  "enable_tls_streaming",
  "x509_key_pair_streaming",
]);

/** Settings and tables of the root table that became settings about images. */
const IMAGES_KEYS: ReadonlySet<string | undefined> = new Set([
  "max_concurrent_downloads",
  "image_pull_progress_timeout",
  "image_pull_with_sync_fs",
  "stats_collect_period",
  "registry",
  "image_decryption",
]);

/** Settings of the table `containerd` that became settings about images. */
const SNAPSHOT_KEYS: ReadonlySet<string | undefined> = new Set([
  "snapshotter",
  "disable_snapshot_annotations",
  "discard_unpacked_layers",
]);

/** What has no counterpart in `v3`: of the root table, of the table `containerd`, and of each runtime. */
const GONE = {
  root: new Set<string | undefined>(["disable_cgroup", "systemd_cgroup"]),
  containerd: new Set<string | undefined>(["no_pivot", "default_runtime", "untrusted_workload_runtime"]),
  runtime: new Set<string | undefined>(["runtime_engine", "runtime_root"]),
} as const;

/** Settings of the runtime plugin that were never ones of the CRI plugin. */
const NEW_RUNTIME_KEYS: ReadonlySet<string | undefined> = new Set(["stats_retention_period", "enable_criu"]);

/** Name of a runtime's sandbox controller in the two generations. */
const SANDBOX_KEYS: Readonly<Record<Generation, string>> = { v2: "sandbox_mode", v3: "sandboxer" };

/** The one prefix that gardener-node-agent translates for files of version 3 and 4, and into what. */
const TRANSLATED = [CRI_PLUGIN, "containerd", "runtimes"];
const TRANSLATION = [RUNTIME_PLUGIN, "containerd", "runtimes"];

/** Elements of a path up to the name of a runtime; a setting of the runtime is the next one. */
export const RUNTIME_DEPTH = TRANSLATED.length + 1;

/** Whether `path` is `prefix` or lies below it. */
export function startsWith(path: PluginPath, prefix: PluginPath): boolean {
  return path.length >= prefix.length && prefix.every((key, index) => path[index] === key);
}

/** Whether two paths are the same, element by element. */
export function samePath(a: PluginPath, b: PluginPath): boolean {
  return a.length === b.length && startsWith(a, b);
}

/**
 * Where gardener-node-agent applies an entry with this path, in a file of a generation: paths of runtimes are translated
 * for `v3`, everything else is taken as it is.
 * Source: OperatingSystemConfig contract, section 3.7; gardener
 * pkg/nodeagent/controller/operatingsystemconfig/containerd_config.go.
 */
export function placeInFile(path: PluginPath, generation: Generation): PluginPath {
  return generation === "v3" && startsWith(path, TRANSLATED)
    ? [...TRANSLATION, ...path.slice(TRANSLATED.length)]
    : path;
}

/** Whether a path is in the table of runtimes, in the spelling of either generation. */
export function isInRuntimes(path: PluginPath): boolean {
  return startsWith(path, TRANSLATED) || startsWith(path, TRANSLATION);
}

/** The path of a runtime or something below it, in the spelling of `v2`, which works in both generations. */
export function portableRuntimePath(path: PluginPath): PluginPath {
  return startsWith(path, TRANSLATION) ? [...TRANSLATED, ...path.slice(TRANSLATION.length)] : path;
}

/** The name of the runtime whose table a path is or lies in; undefined for all other paths. */
export function runtimeName(path: PluginPath): string | undefined {
  return isInRuntimes(path) ? path[RUNTIME_DEPTH - 1] : undefined;
}

/** Whether containerd reads a setting at a place in a file of a generation; of the CRI settings that is, others are. */
export function isReadAt(place: PluginPath, generation: Generation): boolean {
  const [plugin, root] = place;
  const isSandboxKeyOf = (other: Generation) =>
    isInRuntimes(place) && place.length > RUNTIME_DEPTH && place[RUNTIME_DEPTH] === SANDBOX_KEYS[other];
  if (generation === "v2") {
    return !isCriOfV3(plugin) && !isSandboxKeyOf("v3");
  }
  return (plugin !== CRI_PLUGIN || SERVER_KEYS.has(root)) && !isSandboxKeyOf("v2");
}

/**
 * The same setting's place in a file of the other generation: the place itself for what did not move, undefined for what
 * the other generation does not have, and for tables whose settings went to several places.
 * Source: OperatingSystemConfig contract, section 3.7.
 */
export function counterpart(place: PluginPath, generation: Generation): PluginPath | undefined {
  return generation === "v2" ? placeInV3(place) : placeInV2(place);
}

function placeInV3(place: PluginPath): PluginPath | undefined {
  const [plugin, root, ...below] = place;
  if (plugin !== CRI_PLUGIN) {
    return isCriOfV3(plugin) ? undefined : place;
  }
  if (SERVER_KEYS.has(root)) {
    return place;
  }
  if (root === undefined || GONE.root.has(root)) {
    return undefined;
  }
  if (root === "containerd") {
    return containerdPlaceInV3(place);
  }
  if (root === "sandbox_image") {
    return [IMAGES_PLUGIN, "pinned_images", "sandbox", ...below];
  }
  return [IMAGES_KEYS.has(root) ? IMAGES_PLUGIN : RUNTIME_PLUGIN, root, ...below];
}

function containerdPlaceInV3(place: PluginPath): PluginPath | undefined {
  const [, root, key, ...below] = place;
  if (root === undefined || key === undefined || GONE.containerd.has(key)) {
    return undefined;
  }
  if (SNAPSHOT_KEYS.has(key)) {
    return [IMAGES_PLUGIN, key, ...below];
  }
  const [name, setting, ...rest] = below;
  if (key !== "runtimes" || name === undefined || setting === undefined) {
    return [RUNTIME_PLUGIN, root, key, ...below];
  }
  const renamed = setting === SANDBOX_KEYS.v2 ? SANDBOX_KEYS.v3 : setting;
  return GONE.runtime.has(setting) ? undefined : [RUNTIME_PLUGIN, root, key, name, renamed, ...rest];
}

/** The place that leads back here, if there is one. */
function placeInV2(place: PluginPath): PluginPath | undefined {
  const candidate = candidateInV2(place);
  const back = candidate && placeInV3(candidate);
  return back !== undefined && samePath(back, place) ? candidate : undefined;
}

function candidateInV2(place: PluginPath): PluginPath | undefined {
  const [plugin, root, ...below] = place;
  if (!isCriOfV3(plugin)) {
    return place;
  }
  if (root === undefined || (plugin === RUNTIME_PLUGIN && NEW_RUNTIME_KEYS.has(root))) {
    return undefined;
  }
  if (plugin === IMAGES_PLUGIN) {
    const isSandbox = root === "pinned_images" && below[0] === "sandbox";
    return isSandbox
      ? [CRI_PLUGIN, "sandbox_image", ...below.slice(1)]
      : [CRI_PLUGIN, ...(SNAPSHOT_KEYS.has(root) ? ["containerd"] : []), root, ...below];
  }
  const isSandboxer = isInRuntimes(place) && place[RUNTIME_DEPTH] === SANDBOX_KEYS.v3;
  const spelled = isSandboxer ? place.with(RUNTIME_DEPTH, SANDBOX_KEYS.v2) : place;
  return [CRI_PLUGIN, ...spelled.slice(1)];
}

function isCriOfV3(plugin: string | undefined): boolean {
  return plugin === IMAGES_PLUGIN || plugin === RUNTIME_PLUGIN;
}

/** Elements, and characters of each, that a text about a path shows. */
const SHOWN_ELEMENTS = 8;
const SHOWN_CHARACTERS = 60;

/** A path as it is written in YAML, cut where it is longer than any real one: `[io.containerd.grpc.v1.cri, containerd]`. */
export function pluginPathText(path: PluginPath): string {
  const shown = path
    .slice(0, SHOWN_ELEMENTS)
    .map((key) => (key.length <= SHOWN_CHARACTERS ? key : `${key.slice(0, SHOWN_CHARACTERS)}…`));
  return `[${[...shown, ...(path.length > SHOWN_ELEMENTS ? ["…"] : [])].join(", ")}]`;
}
