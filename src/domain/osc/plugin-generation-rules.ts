import { scalarOnPath } from "../containerd/known-settings.ts";
import { reservedSettingOf } from "../containerd/managed-settings.ts";
import { settingsOf } from "../containerd/plugin-entry.ts";
import {
  counterpart,
  GENERATIONS,
  type Generation,
  isReadAt,
  type PluginPath,
  placeInFile,
  pluginPathText,
} from "../containerd/plugin-path.ts";
import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import type { ReviewedPlugin } from "./reviewed-plugins.ts";

/** What goes beyond these is no configuration of containerd, and would only cost time. */
const LONGEST_PATH = 8;
const LONGEST_ELEMENT = 64;
const MOST_SETTINGS = 100;

const OTHER: Readonly<Record<Generation, Generation>> = { v2: "v3", v3: "v2" };

/**
 * OSC-V-35: settings that containerd reads in another place in the other generation stand there, too. Not asked of
 * entries that should not be written at all (OSC-V-26, 32 and 33), lest they are written twice.
 */
export function pluginGenerationFindings(entries: readonly ReviewedPlugin[]): readonly Finding[] {
  const plausible = entries.filter(isPlausible);
  const read: Readonly<Record<Generation, ReadonlySet<string>>> = {
    v2: new Set(plausible.flatMap((entry) => placesRead(entry, "v2"))),
    v3: new Set(plausible.flatMap((entry) => placesRead(entry, "v3"))),
  };
  return plausible.flatMap((entry) => (isMistaken(entry) ? NO_FINDINGS : entryFindings(entry, read)));
}

function isPlausible({ plugin, operation }: ReviewedPlugin): boolean {
  return (
    operation !== undefined &&
    plugin.path.length > 0 &&
    plugin.path.length <= LONGEST_PATH &&
    plugin.path.every((element) => element.length <= LONGEST_ELEMENT) &&
    Object.keys(settingsOf(plugin)).length <= MOST_SETTINGS
  );
}

function isMistaken({ plugin, operation }: ReviewedPlugin): boolean {
  return (
    plugin.path.some((element) => element.trim() !== element || element === "") ||
    Object.hasOwn(settingsOf(plugin), "") ||
    (operation === "add" && scalarOnPath(plugin.path) !== undefined) ||
    reservedSettingOf(plugin) !== undefined
  );
}

/** The paths of all settings of an entry, as they are written; its own path where it has no settings. */
function settingPaths({ plugin }: ReviewedPlugin): readonly PluginPath[] {
  const names = Object.keys(settingsOf(plugin)).sort();
  return names.length === 0 ? [plugin.path] : names.map((name) => [...plugin.path, name]);
}

/** Where containerd reads the settings of an entry in a file of a generation. */
function placesRead(entry: ReviewedPlugin, generation: Generation): readonly string[] {
  return settingPaths(entry)
    .map((path) => placeInFile(path, generation))
    .filter((place) => isReadAt(place, generation))
    .map((place) => placeKey(entry, place));
}

function placeKey({ operation }: ReviewedPlugin, place: PluginPath): string {
  return JSON.stringify([operation, ...place]);
}

function entryFindings(
  entry: ReviewedPlugin,
  read: Readonly<Record<Generation, ReadonlySet<string>>>,
): readonly Finding[] {
  for (const path of settingPaths(entry)) {
    const generation = onlyGeneration(path);
    const missing = generation && counterpart(placeInFile(path, generation), generation);
    if (generation !== undefined && missing !== undefined && !read[OTHER[generation]].has(placeKey(entry, missing))) {
      return [missingFinding(entry, path, missing, generation)];
    }
  }
  return NO_FINDINGS;
}

/** The generation that a setting is written for, if it is for only one. */
function onlyGeneration(path: PluginPath): Generation | undefined {
  const readIn = GENERATIONS.filter((generation) => isReadAt(placeInFile(path, generation), generation));
  return readIn.length === 1 ? readIn[0] : undefined;
}

function missingFinding(
  { path, name }: ReviewedPlugin,
  setting: PluginPath,
  missing: PluginPath,
  generation: Generation,
): Finding {
  const versions = generation === "v2" ? "1 and 2" : "3 and 4";
  const written = JSON.stringify(setting.at(-1));
  const detail = `${written} is read from files of version ${versions} only; repeat it as ${pluginPathText(missing)}`;
  return finding("OSC-V-35", invalid(at(path, "path"), undefined, detail), name, JSON.stringify(setting));
}
