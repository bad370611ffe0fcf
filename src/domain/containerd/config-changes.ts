import { compareKeys, isTomlTable, type TomlTable, type TomlValue } from "./toml-table.ts";
import { tomlKey, tomlValueText } from "./toml-text.ts";

/**
 * What differs between two configurations, one line for each setting, by name: `path = value`, with what it was before in
 * parentheses; tables that come or go without settings have a line of their own.
 */
export function configChanges(oldTable: TomlTable, newTable: TomlTable): readonly string[] {
  const before = settingsOf(oldTable);
  const after = settingsOf(newTable);
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort(compareKeys);
  return paths.flatMap((path) => changeText(path, before.get(path), after.get(path)));
}

function changeText(path: string, before: string | undefined, after: string | undefined): readonly string[] {
  if (before === after) {
    return [];
  }
  if (after === undefined) {
    return [`${path} removed (was ${before})`];
  }
  return [before === undefined ? `${path} = ${after}` : `${path} = ${after} (was ${before})`];
}

/** The settings of a table and all below it by their dotted paths; an empty table counts as one. */
function settingsOf(table: TomlTable): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  const pending: [string, TomlValue][] = [...table].map(([key, value]) => [tomlKey(key), value]);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [path, value] = next;
    if (!isTomlTable(value) || value.size === 0) {
      settings.set(path, isTomlTable(value) ? "{}" : tomlValueText(value));
    } else {
      for (const [key, member] of value) {
        pending.push([`${path}.${tomlKey(key)}`, member]);
      }
    }
  }
  return settings;
}
