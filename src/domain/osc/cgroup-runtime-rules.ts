import { addedRuntimes, containerdTable, DRIVER_OPTION, RUNC, RUNC_TYPE } from "../containerd/added-runtimes.ts";
import { memberOf, settingsOf } from "../containerd/plugin-entry.ts";
import { GENERATIONS, type Generation, runtimeName } from "../containerd/plugin-path.ts";
import { PluginState } from "../containerd/plugin-state.ts";
import { invalid } from "../field/error.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { isCgroupDriver } from "./kubelet-config.ts";
import type { OperatingSystemConfig, Plugin } from "./types.ts";

/**
 * OSC-V-62, of the runtimes that plugins add: those based on runc have the driver of containerd as well. Where
 * containerd's is left alone, theirs is not judged.
 * Source: OperatingSystemConfig contract, section 4.3.
 */
export function runtimeFindings({ spec }: OperatingSystemConfig): readonly Finding[] {
  const plugins = spec.criConfig?.containerd?.plugins ?? [];
  const driver = spec.criConfig?.cgroupDriver;
  if (!isCgroupDriver(driver) || !plugins.some(mentionsRunc)) {
    return NO_FINDINGS;
  }
  const usesSystemd = driver === "systemd";
  const names = new Set(GENERATIONS.flatMap((generation) => straying(plugins, generation, usesSystemd)));
  const lastEntries = new Map(plugins.map(({ path }, index) => [runtimeName(path), index]));
  return [...names].map((name) => {
    const index = lastEntries.get(name);
    const path = ["spec", "criConfig", "containerd", "plugins", ...(index === undefined ? [] : [index])];
    const detail = `runtime ${name} is based on runc and strays from cgroup driver ${driver}; set SystemdCgroup: ${usesSystemd} in its options`;
    return { ...finding("OSC-V-62", invalid(path, undefined, detail), "runtime", name), mark: "Ww" };
  });
}

/** Whether an entry could add a runtime based on runc; deep inside of its values it is not looked for. */
function mentionsRunc(plugin: Plugin): boolean {
  return runtimeName(plugin.path) !== undefined && memberOf(settingsOf(plugin), "runtime_type") === RUNC_TYPE;
}

/** Names of runtimes that are based on runc and have another driver, in a file of a generation. */
function straying(plugins: readonly Plugin[], generation: Generation, usesSystemd: boolean): readonly string[] {
  const state = new PluginState(generation);
  for (const plugin of plugins) {
    state.apply(plugin);
  }
  return [...addedRuntimes(plugins, generation)].filter((name) => {
    const path = [...containerdTable(generation), "runtimes", name];
    const isRunc = state.settingStanding({ path }, "runtime_type", RUNC_TYPE).kind === "met";
    const standing = state.settingStanding({ path: [...path, "options"] }, DRIVER_OPTION, usesSystemd).kind;
    return name !== RUNC && isRunc && standing !== "met" && (usesSystemd || standing === "taken");
  });
}
