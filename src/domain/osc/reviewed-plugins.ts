import { operationOf } from "../containerd/plugin-entry.ts";
import { at, type FieldPath } from "../field/path.ts";
import type { OscReview } from "./review.ts";
import { type Plugin, PROVISION } from "./types.ts";

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

/** The plugin entries of an OSC; none of an OSC that must not configure containerd at all (OSC-V-06). */
export function reviewedPlugins({ osc }: OscReview): readonly ReviewedPlugin[] {
  if (osc.spec.purpose === PROVISION) {
    return [];
  }
  return (osc.spec.criConfig?.containerd?.plugins ?? []).map((plugin, index) => ({
    plugin,
    operation: operationOf(plugin),
    path: at(PLUGINS, index),
    name: JSON.stringify(plugin.path),
  }));
}
