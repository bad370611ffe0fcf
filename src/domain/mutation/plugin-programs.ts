import { settingsOf } from "../containerd/plugin-entry.ts";
import { GENERATIONS, type PluginPath, placeInFile } from "../containerd/plugin-path.ts";
import type { DesiredPlugin } from "../policies/types.ts";

/**
 * Entries of a policy that only make sense together, in this order: each changes something that another one of them
 * changes as well, such as an entry that removes a table and one that adds to it anew. Most consist of one entry.
 */
export type PluginProgram = readonly [DesiredPlugin, ...DesiredPlugin[]];

/** A key of the configuration, with the entries that change it or something below it. */
interface TouchedKey {
  /** Entries that change exactly this key. */
  readonly here: number[];
  /** Entries that change something below, as long as none changes this key. */
  readonly below: number[];
  readonly keys: Map<string, TouchedKey>;
}

/** Takes the entries of a policy apart into programs, in the order of their first entries. */
export function pluginPrograms(entries: readonly DesiredPlugin[]): readonly PluginProgram[] {
  const leaders = entries.map((_, index) => index);
  for (const generation of GENERATIONS) {
    const root = touchedKey();
    for (const [index, entry] of entries.entries()) {
      for (const path of changedPaths(entry)) {
        touch(root, placeInFile(path, generation), index, (other) => join(leaders, index, other));
      }
    }
  }
  const programs = new Map<number, [DesiredPlugin, ...DesiredPlugin[]]>();
  for (const [index, entry] of entries.entries()) {
    const leader = leaderOf(leaders, index);
    const program = programs.get(leader);
    if (program === undefined) {
      programs.set(leader, [entry]);
    } else {
      program.push(entry);
    }
  }
  return [...programs.values()];
}

/** The settings that an entry adds, or the table that it only creates or removes. */
function changedPaths(entry: DesiredPlugin): readonly PluginPath[] {
  const names = Object.keys(settingsOf(entry));
  return names.length === 0 ? [entry.path] : names.map((name) => [...entry.path, name]);
}

function touchedKey(): TouchedKey {
  return { here: [], below: [], keys: new Map() };
}

/** Notes that an entry changes a place, and reports entries that change it, or something above or below it, too. */
function touch(root: TouchedKey, place: PluginPath, index: number, meets: (other: number) => void): void {
  let key = root;
  for (const name of place) {
    key.here.forEach(meets);
    key.below.push(index);
    const next = key.keys.get(name) ?? touchedKey();
    key.keys.set(name, next);
    key = next;
  }
  key.here.forEach(meets);
  key.below.forEach(meets);
  key.here.push(index);
}

function leaderOf(leaders: readonly number[], index: number): number {
  let leader = index;
  while (leaders[leader] !== leader) {
    leader = leaders[leader] ?? leader;
  }
  return leader;
}

/** Makes two entries parts of one program, whose leader is its first entry. */
function join(leaders: number[], a: number, b: number): void {
  const first = leaderOf(leaders, a);
  const second = leaderOf(leaders, b);
  leaders[Math.max(first, second)] = Math.min(first, second);
}
