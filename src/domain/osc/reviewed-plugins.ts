import { operationOf } from "../containerd/plugin-entry.ts";
import { at, type FieldPath } from "../field/path.ts";
import type { Plugin } from "./types.ts";

/** An entry of `spec.criConfig.containerd.plugins` under review. */
export interface ReviewedPlugin {
  readonly plugin: Plugin;
  /** Undefined where it is invalid. */
  readonly operation: "add" | "remove" | undefined;
  /** Where the entry stands. */
  readonly path: FieldPath;
  /** What identifies the entry across updates: the path that it is about. */
  readonly name: string;
}

/** How many mistakes of the same kind within one entry are reported; there can be as many as it has elements. */
export const REPORTED = 10;

const PLUGINS: FieldPath = ["spec", "criConfig", "containerd", "plugins"];

/** The plugin entries of an OSC. */
export function reviewedPlugins(plugins: readonly Plugin[]): readonly ReviewedPlugin[] {
  return plugins.map((plugin, index) => ({
    plugin,
    operation: operationOf(plugin),
    path: at(PLUGINS, index),
    name: JSON.stringify(plugin.path),
  }));
}
