import { addedRuntimes, containerdTable, RUNC } from "../containerd/added-runtimes.ts";
import { memberOf, settingsOf } from "../containerd/plugin-entry.ts";
import { GENERATIONS, type Generation, type PluginPath, samePath, startsWith } from "../containerd/plugin-path.ts";
import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import type { OperatorTables } from "../policies/types.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import type { ReviewedPlugin } from "./reviewed-plugins.ts";

/** The setting that names the default runtime, in its table. */
const SETTING = "default_runtime_name";

/** OSC-V-68: the default runtime is one that exists. Of several entries that name it the last one counts. */
export function defaultRuntimeFindings(
  entries: readonly ReviewedPlugin[],
  { knownRuntimes }: OperatorTables,
): readonly Finding[] {
  return GENERATIONS.flatMap((generation) => generationFindings(entries, generation, knownRuntimes));
}

function generationFindings(
  entries: readonly ReviewedPlugin[],
  generation: Generation,
  knownRuntimes: readonly string[],
): readonly Finding[] {
  const entry = namingEntry(entries, containerdTable(generation));
  if (entry === undefined) {
    return NO_FINDINGS;
  }
  const runtime = memberOf(settingsOf(entry.plugin), SETTING);
  const added = addedRuntimes(
    entries.map(({ plugin }) => plugin),
    generation,
  );
  if (typeof runtime === "string" && (runtime === RUNC || added.has(runtime) || knownRuntimes.includes(runtime))) {
    return NO_FINDINGS;
  }
  const shown = typeof runtime === "object" ? undefined : runtime;
  const detail =
    "containerd has no such runtime and would not load its CRI plugin; add [..., containerd, runtimes, <name>] too, " +
    "or put it into knownRuntimes";
  return [finding("OSC-V-68", invalid(at(entry.path, "values"), shown, detail), entry.name, String(shown))];
}

/** The last entry that names the default runtime in a table, unless a later one removes what it wrote. */
function namingEntry(entries: readonly ReviewedPlugin[], table: PluginPath): ReviewedPlugin | undefined {
  const setting = [...table, SETTING];
  const last = entries.findLast(({ plugin, operation }) =>
    operation === "remove"
      ? plugin.path.length > 0 && startsWith(setting, plugin.path)
      : samePath(plugin.path, table) && Object.hasOwn(settingsOf(plugin), SETTING),
  );
  return last?.operation === "remove" ? undefined : last;
}
