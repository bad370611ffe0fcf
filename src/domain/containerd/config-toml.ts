import type { CriConfig } from "../osc/types.ts";
import { CERTS_DIRECTORY } from "./hosts-toml.ts";
import { isTable, operationOf, type PluginEntry } from "./plugin-entry.ts";
import {
  CRI_PLUGIN,
  type Generation,
  IMAGES_PLUGIN,
  placeInFile,
  pluginPathText,
  RUNTIME_PLUGIN,
} from "./plugin-path.ts";
import { isTomlTable, type TomlTable, type TomlValue } from "./toml-table.ts";

/** What gardener-node-agent makes of a node's `config.toml`, or why it fails, which fails the whole OSC on the node. */
export type ConfigResult =
  | { readonly ok: true; readonly table: TomlTable }
  | { readonly ok: false; readonly error: string };

/** What the configuration of containerd on a node depends on. */
export interface NodeConfigQuestion {
  /** What `config.toml` holds before. */
  readonly base: TomlTable;
  readonly criConfig: CriConfig | undefined;
  /** Version of the containerd that runs on the node, such as `1.7.27` or `2.2`. */
  readonly containerdVersion: string;
}

/** What gardener-node-agent writes into every `config.toml`. */
const DROP_INS = "/etc/containerd/conf.d/*.toml";
const CNI_DIRECTORY = "/opt/cni/bin";

/** A list with null in it, which the encoder of gardener-node-agent cannot write. */
const UNWRITABLE = Symbol("unwritable");

/** A table while entries are applied: what they removed stays as a placeholder, which is null. */
type Draft = Map<string, DraftValue>;
type DraftValue = Exclude<TomlValue, TomlTable> | Draft | typeof UNWRITABLE | null;

/**
 * Patches the configuration of containerd as gardener-node-agent does: what it manages first, then the plugin entries one
 * after the other. An OSC that does not configure containerd leaves the file as it is.
 * Source: OperatingSystemConfig contract, sections 3.4 and 3.6 to 3.9; gardener
 * pkg/nodeagent/controller/operatingsystemconfig/containerd_config.go.
 */
export function nodeConfig({ base, criConfig, containerdVersion }: NodeConfigQuestion): ConfigResult {
  if (criConfig?.name !== "containerd" || criConfig.containerd === undefined) {
    return { ok: true, table: base };
  }
  const generation = generationOf(base);
  if (generation === undefined) {
    return { ok: false, error: "the version of config.toml must be a whole number from 1 to 4" };
  }
  const draft = draftOf(base);
  const { sandboxImage = "", plugins } = criConfig.containerd;
  const node = { sandboxImage, cgroupDriver: criConfig.cgroupDriver, hasBinDirs: hasBinDirs(containerdVersion) };
  for (const patch of [...managedPatches(node, generation), ...plugins.map(pluginPatch(generation))]) {
    const error = patch.error ?? setKey(draft, patch);
    if (error !== undefined) {
      return { ok: false, error };
    }
  }
  const table = tableOf(draft);
  return table === undefined ? { ok: false, error: EMPTIED } : { ok: true, table };
}

/** gardener-node-agent empties the file before it finds out what it cannot write. */
const EMPTIED = "the values of plugins have a list with null in it, which leaves config.toml empty";

/** First and last version of the file that gardener-node-agent knows, and the first one of the newer generation. */
const FIRST_VERSION = 1n;
const FIRST_V3 = 3n;
const LAST_VERSION = 4n;

function generationOf(base: TomlTable): Generation | undefined {
  const version = base.get("version") ?? FIRST_VERSION;
  if (typeof version !== "bigint" || version < FIRST_VERSION || version > LAST_VERSION) {
    return undefined;
  }
  return version < FIRST_V3 ? "v2" : "v3";
}

/** Whether containerd takes a list of CNI directories, as it does from 2.2 on. */
function hasBinDirs(version: string): boolean {
  const [, major = "0", minor = "0"] = /^v?(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 2);
}

/** One step of patching the file. */
interface Patch {
  readonly path: readonly string[];
  /** What stands at the path afterwards. */
  readonly set: (present: DraftValue | undefined) => DraftValue;
  /** Why it fails wherever it leads. */
  readonly error?: string | undefined;
}

interface ManagedNode {
  readonly sandboxImage: string;
  readonly cgroupDriver: string | undefined;
  readonly hasBinDirs: boolean;
}

/** What gardener-node-agent sets by itself, in its order. */
function managedPatches(node: ManagedNode, generation: Generation): readonly Patch[] {
  const isV2 = generation === "v2";
  const images = ["plugins", isV2 ? CRI_PLUGIN : IMAGES_PLUGIN];
  const runtime = ["plugins", isV2 ? CRI_PLUGIN : RUNTIME_PLUGIN];
  const runc = [...runtime, "containerd", "runtimes", "runc"];
  const usesBinDirs = !isV2 && node.hasBinDirs;
  return [
    { path: [...images, "registry", "config_path"], set: () => CERTS_DIRECTORY },
    { path: ["imports"], set: withDropIns },
    { path: [...images, ...(isV2 ? ["sandbox_image"] : ["pinned_images", "sandbox"])], set: () => node.sandboxImage },
    ...(usesBinDirs ? [{ path: [...runtime, "cni", "bin_dirs"], set: () => [CNI_DIRECTORY] }] : []),
    { path: [...runtime, "cni", "bin_dir"], set: () => (usesBinDirs ? null : CNI_DIRECTORY) },
    ...(node.cgroupDriver === undefined
      ? []
      : [{ path: [...runc, "options", "SystemdCgroup"], set: () => node.cgroupDriver === "systemd" }]),
  ];
}

function withDropIns(present: DraftValue | undefined): DraftValue {
  if (!Array.isArray(present)) {
    return [DROP_INS];
  }
  return present.includes(DROP_INS) ? present : [...present, DROP_INS];
}

function pluginPatch(generation: Generation): (plugin: PluginEntry, index: number) => Patch {
  return (plugin, index) => {
    const problem = pluginProblem(plugin);
    return {
      path: ["plugins", ...placeInFile(plugin.path, generation)],
      set: (present) => (operationOf(plugin) === "remove" ? null : extended(present, plugin.values)),
      error: problem && `entry ${index} of plugins ${problem}`,
    };
  };
}

/** Levels of keys that are modelled; deeper ones are no configuration, and all that follows descends by calling itself. */
const DEEPEST = 200;

function pluginProblem(plugin: PluginEntry): string | undefined {
  const operation = operationOf(plugin);
  if (operation === undefined) {
    return "has an unknown operation";
  }
  if (plugin.path.length > DEEPEST) {
    return `has a path of more than ${DEEPEST} elements`;
  }
  return operation === "remove" || plugin.values === undefined ? undefined : valuesProblem(plugin.values);
}

function valuesProblem(values: unknown): string | undefined {
  if (!isTable(values)) {
    return "has values that are no object";
  }
  let level: readonly unknown[] = [values];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) {
      return `has values nested deeper than ${DEEPEST} levels`;
    }
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
  }
  return undefined;
}

/** The table at the path of an entry, with what the entry adds; anything but a table is replaced by one. */
function extended(present: DraftValue | undefined, values: unknown): DraftValue {
  const table: Draft = isDraft(present) ? present : new Map();
  for (const [key, value] of isTable(values) ? Object.entries(values) : []) {
    table.set(key, draftValue(value));
  }
  return table;
}

/** Every number of JSON becomes a float. */
function draftValue(value: unknown): DraftValue {
  if (typeof value === "string" || typeof value === "boolean" || typeof value === "number") {
    return value;
  }
  if (Array.isArray(value)) {
    const elements = value.map(elementOf).filter((element) => element !== undefined);
    return elements.length === value.length ? elements : UNWRITABLE;
  }
  return isTable(value) ? new Map(Object.entries(value).map(([key, member]) => [key, draftValue(member)])) : null;
}

/** An element of a list; undefined where it cannot be written. */
function elementOf(value: unknown): TomlValue | undefined {
  const element = draftValue(value);
  if (element === null || element === UNWRITABLE) {
    return undefined;
  }
  return isDraft(element) ? tableOf(element) : element;
}

function isDraft(value: DraftValue | undefined): value is Draft {
  return value instanceof Map;
}

/** Sets a key, whose parents become tables where they are missing; returns why that is not possible. */
function setKey(draft: Draft, { path, set }: Patch): string | undefined {
  let table = draft;
  for (const [depth, key] of path.slice(0, -1).entries()) {
    const child = table.has(key) ? table.get(key) : new Map();
    if (!isDraft(child)) {
      const through = pluginPathText(path.slice(1, depth + 1));
      return `${pluginPathText(path.slice(1))} leads through ${through}, which is no table`;
    }
    table.set(key, child);
    table = child;
  }
  const last = path.at(-1) ?? "";
  table.set(last, set(table.get(last)));
  return undefined;
}

function draftOf(table: TomlTable): Draft {
  return new Map([...table].map(([key, value]) => [key, isTomlTable(value) ? draftOf(value) : value]));
}

/** The table without placeholders, as it is written to the file; undefined where that is not possible. */
function tableOf(draft: Draft): TomlTable | undefined {
  const table = new Map<string, TomlValue>();
  for (const [key, value] of draft) {
    const written = isDraft(value) ? tableOf(value) : value;
    if (written === undefined || written === UNWRITABLE) {
      return undefined;
    }
    if (written !== null) {
      table.set(key, written);
    }
  }
  return table;
}
