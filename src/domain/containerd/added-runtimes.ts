import { isTable, memberOf, operationOf, type PluginEntry, settingsOf } from "./plugin-entry.ts";
import {
  CRI_PLUGIN,
  type Generation,
  type PluginPath,
  placeInFile,
  RUNTIME_DEPTH,
  RUNTIME_PLUGIN,
  startsWith,
} from "./plugin-path.ts";

/** Type of the runtimes that run runc, or a program that behaves like it. */
export const RUNC_TYPE = "io.containerd.runc.v2";

/** The runtime that containerd brings along, and that gardener-node-agent keeps on the driver of the OSC. */
export const RUNC = "runc";

/** The option of a runtime based on runc that chooses the cgroup driver: systemd or not. */
export const DRIVER_OPTION = "SystemdCgroup";

/** The plugin that has the runtimes, by generation. */
const PLUGINS: Readonly<Record<Generation, string>> = { v2: CRI_PLUGIN, v3: RUNTIME_PLUGIN };

/** The table with the runtimes and the name of the default one, by generation. */
export function containerdTable(generation: Generation): PluginPath {
  return [PLUGINS[generation], "containerd"];
}

/**
 * The names of the runtimes that entries add to a file of a generation and do not remove again, in the order in which
 * they were added.
 * Source: OperatingSystemConfig contract, section 2.3, OSC-V-68.
 */
export function addedRuntimes(entries: readonly PluginEntry[], generation: Generation): ReadonlySet<string> {
  const runtimes = [...containerdTable(generation), "runtimes"];
  const names = new Set<string>();
  for (const entry of entries) {
    const place = placeInFile(entry.path, generation);
    if (place.length > 0 && (startsWith(place, runtimes) || startsWith(runtimes, place))) {
      note(names, entry, place);
    }
  }
  return names;
}

/** Takes down an entry about runtimes: about one, about all, or about a table that they are in. */
function note(names: Set<string>, entry: PluginEntry, place: PluginPath): void {
  const name = place[RUNTIME_DEPTH - 1];
  const operation = operationOf(entry);
  if (operation === "add") {
    for (const added of name === undefined ? namesIn(names, entry, place) : [name]) {
      names.add(added);
    }
  } else if (operation === "remove" && name === undefined) {
    names.clear();
  } else if (operation === "remove" && place.length === RUNTIME_DEPTH && name !== undefined) {
    names.delete(name);
  }
}

/** Runtimes in the values of an entry; a whole table that it replaces loses those that were there. */
function namesIn(names: Set<string>, entry: PluginEntry, place: PluginPath): readonly string[] {
  let table: unknown = settingsOf(entry);
  for (const key of ["containerd", "runtimes"].slice(place.length - 1)) {
    if (!isTable(table) || !Object.hasOwn(table, key)) {
      return [];
    }
    names.clear();
    table = memberOf(table, key);
  }
  return isTable(table) ? Object.keys(table).filter((key) => isTable(memberOf(table, key))) : [];
}
