import type { PluginPath } from "./plugin-path.ts";

/** An instruction to change containerd's plugin configuration: one of an OSC, or one of a policy. */
export interface PluginEntry {
  /** `add` (also when absent) or `remove`; anything else is invalid. */
  readonly op?: string | undefined;
  readonly path: PluginPath;
  /** Any JSON value; only an object is valid, and only for `add`. */
  readonly values?: unknown;
}

/** What an entry does to the table at its path; undefined where its operation is unknown. */
export function operationOf({ op = "add" }: PluginEntry): "add" | "remove" | undefined {
  return op === "add" || op === "remove" ? op : undefined;
}

/** The settings that an entry adds: none where it removes, only creates its table, or has no valid values. */
export function settingsOf(entry: PluginEntry): Readonly<Record<string, unknown>> {
  return operationOf(entry) === "add" && isTable(entry.values) ? entry.values : {};
}

/** Whether a value is an object, which becomes a table of the configuration. */
export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The own member of a table, whatever its name. */
export function memberOf(table: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
