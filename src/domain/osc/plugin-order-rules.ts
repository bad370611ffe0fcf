import { GENERATIONS, pluginPathText } from "../containerd/plugin-path.ts";
import { PluginState } from "../containerd/plugin-state.ts";
import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import type { ReviewedPlugin } from "./reviewed-plugins.ts";

/**
 * OSC-V-67: no entry leads through what an earlier one removed, or set to what is no table. Entries are tried with their
 * paths as they are written, as for files of version 2, and as they are translated for later ones.
 */
export function pluginOrderFindings(entries: readonly ReviewedPlugin[]): readonly Finding[] {
  const states = GENERATIONS.map((generation) => new PluginState(generation));
  const findings: Finding[] = [];
  for (const { plugin, operation, path, name } of entries) {
    const obstacle = states.map((state) => state.obstacle(plugin)).find((found) => found !== undefined);
    if (obstacle !== undefined && operation !== undefined) {
      const through = pluginPathText(plugin.path.slice(0, obstacle.depth));
      const detail = `leads through ${through}, which an earlier entry removed or made no table; add exactly that path in between`;
      findings.push(finding("OSC-V-67", invalid(at(path, "path"), undefined, detail), name));
    }
    for (const state of states) {
      state.apply(plugin);
    }
  }
  return findings;
}
