import { memberOf, type PluginEntry, settingsOf } from "../containerd/plugin-entry.ts";
import { GENERATIONS, type Generation, type PluginPath, placeInFile, samePath } from "../containerd/plugin-path.ts";
import { type Obstacle, PluginState, type Standing } from "../containerd/plugin-state.ts";
import type { DesiredPlugin } from "../policies/types.ts";
import type { PluginProgram } from "./plugin-programs.ts";

/** What entries make of the configuration, in files of both generations. */
export type PluginStates<Origin> = Readonly<Record<Generation, PluginState<Origin>>>;

/** States before any entry; with `isComplete`, nothing may be added to tables whose whole content entries have said. */
export function pluginStates<Origin>(isComplete = false): PluginStates<Origin> {
  return { v2: new PluginState("v2", isComplete), v3: new PluginState("v3", isComplete) };
}

/** Applies an entry in both generations. */
export function applyPlugin<Origin>(states: PluginStates<Origin>, entry: PluginEntry, origin: Origin): void {
  for (const generation of GENERATIONS) {
    states[generation].apply(entry, origin);
  }
}

/** What of an entry contradicts the entries before it. */
export interface Contradiction<Origin> {
  readonly entry: DesiredPlugin;
  /** The settings that do; empty where it is the entry as a whole. */
  readonly settings: readonly string[];
  /** Where what it contradicts comes from. */
  readonly origin: Origin | undefined;
}

/** What of an entry contradicts the states, if anything: it would be lost, or what is there would. */
export function contradictionOf<Origin>(
  states: PluginStates<Origin>,
  entry: DesiredPlugin,
): Contradiction<Origin> | undefined {
  return entry.op === "remove" ? removalContradiction(states, entry) : additionContradiction(states, entry);
}

function additionContradiction<Origin>(
  states: PluginStates<Origin>,
  entry: DesiredPlugin,
): Contradiction<Origin> | undefined {
  const table = takenBy(GENERATIONS.map((generation) => states[generation].tableStanding(entry)));
  if (table !== undefined) {
    return { entry, settings: [], origin: table.obstacle.origin };
  }
  const settings = settingsOf(entry);
  const names = Object.keys(settings).sort();
  const taken = names.flatMap((name) => {
    const standing = takenBy(settingStandings(states, entry, name, memberOf(settings, name)));
    return standing === undefined ? [] : [{ name, origin: standing.obstacle.origin }];
  });
  return taken.length === 0 ? undefined : { entry, settings: taken.map(({ name }) => name), origin: taken[0]?.origin };
}

/**
 * An entry that removes fails where there is something in its way. If there is in only one generation, it is needed for
 * the other one all the same.
 */
function removalContradiction<Origin>(
  states: PluginStates<Origin>,
  entry: DesiredPlugin,
): Contradiction<Origin> | undefined {
  const standings = GENERATIONS.map((generation) => states[generation].removalStanding(entry));
  const isMetEverywhere = standings.every(({ kind }) => kind === "met");
  const obstacle = standings.find(({ obstacle: found }) => found !== undefined)?.obstacle;
  return obstacle === undefined || isMetEverywhere ? undefined : { entry, settings: [], origin: obstacle.origin };
}

function settingStandings<Origin>(
  states: PluginStates<Origin>,
  entry: DesiredPlugin,
  name: string,
  value: unknown,
): readonly Standing<Origin>[] {
  return GENERATIONS.map((generation) => states[generation].settingStanding(entry, name, value));
}

function takenBy<Origin>(standings: readonly Standing<Origin>[]) {
  return standings.find((standing) => standing.kind === "taken");
}

/** What of an entry is not so yet: the entry itself, one with fewer settings, or nothing. */
export function unmetPart<Origin>(states: PluginStates<Origin>, entry: DesiredPlugin): DesiredPlugin | undefined {
  if (entry.op === "remove") {
    return isMet(GENERATIONS.map((generation) => states[generation].removalStanding(entry))) ? undefined : entry;
  }
  const table = GENERATIONS.map((generation) => states[generation].tableStanding(entry));
  const settings = Object.entries(settingsOf(entry));
  if (settings.length === 0) {
    return isMet(table) ? undefined : entry;
  }
  if (takenBy(table) !== undefined) {
    return entry;
  }
  const met = settings.filter(([name, value]) => isMet(settingStandings(states, entry, name, value)));
  return withoutSettings(
    entry,
    met.map(([name]) => name),
  );
}

function isMet(standings: readonly Standing<unknown>[]): boolean {
  return standings.every(({ kind }) => kind === "met");
}

/** An entry without some of its settings; nothing where none is left of those that it had. */
export function withoutSettings(entry: DesiredPlugin, names: readonly string[]): DesiredPlugin | undefined {
  if (names.length === 0) {
    return entry;
  }
  const settings = settingsOf(entry);
  const dropped = new Set(names);
  const left = Object.keys(settings).filter((name) => !dropped.has(name));
  return left.length === 0
    ? undefined
    : { ...entry, values: Object.fromEntries(left.map((name) => [name, memberOf(settings, name)])) };
}

/**
 * What of the entries of a program contradicts the states, given that it would change something. Entries that only make
 * sense together are added together, so that one that would be stopped counts even where it has nothing to do.
 */
export function programContradictions<Origin>(
  states: PluginStates<Origin>,
  program: PluginProgram,
): readonly Contradiction<Origin>[] {
  const isTogether = program.length > 1;
  return program.flatMap((entry) => {
    const obstacle = isTogether ? obstacleTo(states, entry) : undefined;
    return obstacle ? { entry, settings: [], origin: obstacle.origin } : (contradictionOf(states, entry) ?? []);
  });
}

function obstacleTo<Origin>(states: PluginStates<Origin>, entry: DesiredPlugin): Obstacle<Origin> | undefined {
  const [older, newer] = GENERATIONS.map((generation) => states[generation].obstacle(entry));
  return older ?? newer;
}

/** Whether a program would change nothing. */
export function isProgramMet(states: PluginStates<unknown>, program: PluginProgram): boolean {
  const wanted = pluginStates<undefined>();
  for (const entry of program) {
    clearedWay(wanted, entry, undefined);
    applyPlugin(wanted, entry, undefined);
  }
  return GENERATIONS.every((generation) => states[generation].implies(wanted[generation]));
}

/**
 * The tables that have to be created anew before an entry, one after the other, since something on the way to it was
 * removed or is no table; the states have them then.
 * Source: OperatingSystemConfig contract, sections 3.4 and 3.8.
 */
export function clearedWay<Origin>(
  states: PluginStates<Origin>,
  entry: DesiredPlugin,
  origin: Origin,
): readonly DesiredPlugin[] {
  const created: DesiredPlugin[] = [];
  for (let path = blockedPath(states, entry); path !== undefined; path = blockedPath(states, entry)) {
    const table = { path };
    created.push(table);
    applyPlugin(states, table, origin);
  }
  return created;
}

/** The shortest path in an entry's way that is no table in one of the generations, spelled as the entry is if possible. */
function blockedPath(states: PluginStates<unknown>, entry: DesiredPlugin): PluginPath | undefined {
  const blocked = GENERATIONS.flatMap((generation) => {
    const depth = states[generation].obstacle(entry)?.depth;
    return depth === undefined ? [] : [{ depth, path: spelledAlike(entry.path, depth, generation) }];
  });
  return blocked.toSorted((a, b) => a.depth - b.depth)[0]?.path;
}

function spelledAlike(path: PluginPath, depth: number, generation: Generation): PluginPath {
  const written = path.slice(0, depth);
  const place = placeInFile(path, generation).slice(0, depth);
  return samePath(placeInFile(written, generation), place) ? written : place;
}
