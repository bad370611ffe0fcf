import { settingsOf } from "../containerd/plugin-entry.ts";
import { type PluginPath, placeInFile, pluginPathText, startsWith } from "../containerd/plugin-path.ts";
import { jsonEqual } from "../json/equal.ts";
import type { DesiredPlugin } from "./types.ts";

/**
 * What two plugin entries disagree about, so that their order would decide: another value of one setting, a value where
 * the other one wants a table, something that the other one removes. Undefined where they agree. Both entries are taken
 * as gardener-node-agent applies them to a file of version 3, which knows two spellings for runtimes.
 * Source: OperatingSystemConfig contract, sections 3.4, 3.7 and 3.8.
 */
export function pluginDisagreement(a: DesiredPlugin, b: DesiredPlugin): string | undefined {
  if (a.op === "remove" || b.op === "remove") {
    return removalDisagreement(a, b) ?? removalDisagreement(b, a);
  }
  return valueDisagreement(a, b) ?? tableDisagreement(a, b) ?? tableDisagreement(b, a);
}

/** Where an entry applies. */
function placeOf({ path }: DesiredPlugin): PluginPath {
  return placeInFile(path, "v3");
}

function removalDisagreement(removal: DesiredPlugin, other: DesiredPlugin): string | undefined {
  if (removal.op !== "remove" || other.op === "remove") {
    return undefined;
  }
  const gone = placeOf(removal);
  const place = placeOf(other);
  const isLost =
    startsWith(place, gone) || Object.keys(settingsOf(other)).some((key) => startsWith([...place, key], gone));
  return isLost ? pluginPathText(gone) : undefined;
}

function valueDisagreement(a: DesiredPlugin, b: DesiredPlugin): string | undefined {
  const place = placeOf(a);
  if (!(place.length === placeOf(b).length && startsWith(place, placeOf(b)))) {
    return undefined;
  }
  const others = settingsOf(b);
  const key = Object.entries(settingsOf(a)).find(
    ([name, value]) => Object.hasOwn(others, name) && !jsonEqual(value, others[name]),
  )?.[0];
  return key === undefined ? undefined : pluginPathText([...place, key]);
}

/** One entry sets a key, the other one goes into a table of this name. */
function tableDisagreement(setter: DesiredPlugin, other: DesiredPlugin): string | undefined {
  const place = placeOf(setter);
  const inside = placeOf(other);
  const key = inside[place.length];
  const isSet = key !== undefined && startsWith(inside, place) && Object.hasOwn(settingsOf(setter), key);
  return isSet ? pluginPathText([...place, key]) : undefined;
}
