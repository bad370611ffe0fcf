import { memberOf, settingsOf } from "../containerd/plugin-entry.ts";
import {
  counterpart,
  GENERATIONS,
  type Generation,
  IMAGES_PLUGIN,
  isReadAt,
  type PluginPath,
  placeInFile,
  portableRuntimePath,
  RUNTIME_PLUGIN,
  samePath,
} from "../containerd/plugin-path.ts";
import type { DesiredPlugin } from "./types.ts";

/** Which generation of containerd's configuration a policy is for: `auto` is both. */
export type PolicyGeneration = Generation | "auto";

/** An entry as it is put into OSCs. */
export interface EmittedPlugin {
  readonly entry: DesiredPlugin;
  /** Index of the written entry that it comes from. */
  readonly source: number;
}

/**
 * What the plugin entries of a policy become in an OSC: every setting stands where each generation of containerd's
 * configuration has it, the older generation first, or only where the pinned one has it. Settings that share a table in
 * one generation and not in the other are split up. Entries about runtimes stay single, in the spelling of the older
 * generation, which gardener-node-agent translates. What a policy spells out for both generations is left as it is, and
 * so are settings that only one generation has.
 *
 * The entries are frozen copies.
 * Source: OperatingSystemConfig contract, sections 3.7 and 8 (P4 to P10), section 9, rows 34 and 35.
 */
export function emittedPlugins(
  written: readonly DesiredPlugin[],
  generation: PolicyGeneration,
): readonly DesiredPlugin[] {
  return pluginEmission(written, generation).map(({ entry }) => entry);
}

/** The same, with the written entry that each comes from. */
export function pluginEmission(
  written: readonly DesiredPlugin[],
  generation: PolicyGeneration,
): readonly EmittedPlugin[] {
  const spelled = spelledPlaces(written);
  return written.flatMap((entry, source) => {
    const emit = (path: PluginPath) => emittedPaths(path, placeKey(entry), { generation, spelled });
    return emittedEntries(entry, emit).map((emitted) => ({ entry: frozenCopy(emitted), source }));
  });
}

/** What the emission of a single setting depends on. */
interface Emission {
  readonly generation: PolicyGeneration;
  /** Keys of the places of all settings that the policy itself spells out, by generation. */
  readonly spelled: Readonly<Record<Generation, ReadonlySet<string>>>;
}

type PlaceKey = (place: PluginPath) => string;

function placeKey({ op }: DesiredPlugin): PlaceKey {
  return (place) => JSON.stringify([op, ...place]);
}

function spelledPlaces(written: readonly DesiredPlugin[]): Emission["spelled"] {
  const placesIn = (generation: Generation) =>
    new Set(
      written.flatMap((entry) =>
        settingPaths(entry)
          .map((path) => placeInFile(path, generation))
          .filter((place) => isReadAt(place, generation))
          .map(placeKey(entry)),
      ),
    );
  return { v2: placesIn("v2"), v3: placesIn("v3") };
}

/** The paths of the settings of an entry; its own path where it has none. */
function settingPaths(entry: DesiredPlugin): readonly PluginPath[] {
  const names = Object.keys(settingsOf(entry));
  return names.length === 0 ? [entry.path] : names.map((name) => [...entry.path, name]);
}

/** The entries that one becomes: one for each table that its settings go to. */
function emittedEntries(
  entry: DesiredPlugin,
  emit: (path: PluginPath) => readonly PluginPath[],
): readonly DesiredPlugin[] {
  const settings = settingsOf(entry);
  const names = Object.keys(settings);
  if (names.length === 0) {
    return emit(entry.path).map((path) => ({ ...entry, path }));
  }
  const tables = new Map<string, { readonly path: PluginPath; readonly values: [string, unknown][] }>();
  for (const name of names) {
    for (const setting of emit([...entry.path, name])) {
      const path = setting.slice(0, -1);
      const table = tables.get(JSON.stringify(path)) ?? { path, values: [] };
      tables.set(JSON.stringify(path), table);
      table.values.push([setting.at(-1) ?? "", memberOf(settings, name)]);
    }
  }
  return [...tables]
    .sort(([a, { path: first }], [b, { path: second }]) => rank(first) - rank(second) || (a < b ? -1 : 1))
    .map(([, { path, values }]) => ({ path, values: Object.fromEntries(values) }));
}

/** Tables that only the newer generation has come last. */
function rank([plugin]: PluginPath): number {
  return plugin === IMAGES_PLUGIN || plugin === RUNTIME_PLUGIN ? 1 : 0;
}

/** Where a setting is written to. */
function emittedPaths(written: PluginPath, keyOf: PlaceKey, { generation, spelled }: Emission): readonly PluginPath[] {
  const readIn = GENERATIONS.filter((each) => isReadAt(placeInFile(written, each), each));
  const [only] = readIn;
  if (only === undefined || readIn.length === GENERATIONS.length || only === generation) {
    return [written];
  }
  const other = only === "v2" ? "v3" : "v2";
  const place = counterpart(placeInFile(written, only), only);
  if (place === undefined) {
    return [written];
  }
  if (spelled[other].has(keyOf(place))) {
    return generation === "auto" ? [written] : [];
  }
  const spelling = portableRuntimePath(place);
  if (generation !== "auto") {
    return [spelling];
  }
  const own = portableRuntimePath(written);
  return samePath(own, spelling) ? [own] : only === "v2" ? [own, spelling] : [spelling, own];
}

/** A copy of JSON that nobody can change; it descends by calling itself, as far as a policy document is nested. */
function frozenCopy<Value>(value: Value): Value;
function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) {
    return Object.freeze(value.map((member) => frozenCopy(member)));
  }
  if (typeof value === "object" && value !== null) {
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, frozenCopy(member)])));
  }
  return value;
}
