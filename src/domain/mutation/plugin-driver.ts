import { DRIVER_OPTION, RUNC, RUNC_TYPE } from "../containerd/added-runtimes.ts";
import { memberOf, settingsOf } from "../containerd/plugin-entry.ts";
import {
  isInRuntimes,
  type PluginPath,
  placeInFile,
  portableRuntimePath,
  RUNTIME_DEPTH,
  runtimeName,
  samePath,
  startsWith,
} from "../containerd/plugin-path.ts";
import type { DesiredPlugin } from "../policies/types.ts";

/**
 * Plugin entries of a policy with every runtime based on runc on the cgroup driver of the pool: the last entry for the
 * `options` of such a runtime says it, or a new one behind the runtime does, whatever the policy says. A runtime that is
 * removed again needs none. Without a driver, or with one that is not known, the entries stay as they are. The input is
 * not changed; what needs no change is shared.
 *
 * The driver is the one that the OSC will have in the end, which the step of the pipeline behind that of the plugins sets.
 * Source: OperatingSystemConfig contract, sections 4.3 and 8 (P4).
 */
export function withCgroupDriver(
  entries: readonly DesiredPlugin[],
  driver: string | undefined,
): readonly DesiredPlugin[] {
  if (driver !== "systemd" && driver !== "cgroupfs") {
    return entries;
  }
  const setting = { [DRIVER_OPTION]: driver === "systemd" };
  let result = entries;
  for (const runtime of runcRuntimes(entries)) {
    result = withOption(result, runtime, setting);
  }
  return result;
}

/** Paths of the runtimes based on runc that are there in the end, each once, as they are spelled. */
function runcRuntimes(entries: readonly DesiredPlugin[]): Iterable<PluginPath> {
  const runtimes = new Map<string, PluginPath>();
  for (const entry of entries) {
    const type = memberOf(settingsOf(entry), "runtime_type");
    if (entry.op === "remove" || (isRuntime(entry.path) && type !== undefined)) {
      deleteReached(runtimes, entry.path);
    }
    if (isRuntime(entry.path) && type === RUNC_TYPE) {
      runtimes.set(JSON.stringify(entry.path), entry.path);
    }
  }
  return runtimes.values();
}

/** Whether a path is that of a runtime which gardener-node-agent does not manage. */
function isRuntime(path: PluginPath): boolean {
  return isInRuntimes(path) && path.length === RUNTIME_DEPTH && runtimeName(path) !== RUNC;
}

function deleteReached(runtimes: Map<string, PluginPath>, path: PluginPath): void {
  for (const [key, runtime] of runtimes) {
    if (reaches(path, [...runtime, "runtime_type"])) {
      runtimes.delete(key);
    }
  }
}

/**
 * Whether a path leads to a setting, or to a table that it is in, in each file that the setting's own spelling leads to:
 * the older spelling of runtimes is translated, the newer one is not.
 */
function reaches(path: PluginPath, setting: PluginPath): boolean {
  return startsWith(setting, path) || startsWith(setting, placeInFile(path, "v3"));
}

function withOption(
  entries: readonly DesiredPlugin[],
  runtime: PluginPath,
  setting: Readonly<Record<string, boolean>>,
): readonly DesiredPlugin[] {
  const path = [...runtime, "options"];
  const removed = entries.findLastIndex((entry) => removesOption(entry, [...path, DRIVER_OPTION]));
  const last = entries.findLastIndex((entry) => entry.op === undefined && samePath(entry.path, path));
  if (last > removed) {
    return corrected(entries, last, { path, values: setting });
  }
  const made = entries.findLastIndex((entry) => samePath(entry.path, runtime));
  const index = Math.max(removed, made) + 1;
  return corrected(entries.toSpliced(index, 0, { path, values: setting }), index, { path, values: setting });
}

/**
 * Whether an entry removes an option in some file. A runtime may be removed in the newer spelling alone, behind the option
 * that the older one still needs.
 */
function removesOption({ op, path }: DesiredPlugin, option: PluginPath): boolean {
  const isOfOption = path.length > RUNTIME_DEPTH && startsWith(portableRuntimePath(option), portableRuntimePath(path));
  return op === "remove" && (isOfOption || reaches(path, option));
}

/** Entries of which one says an option, and those behind it do not say it otherwise, however they spell the path. */
function corrected(
  entries: readonly DesiredPlugin[],
  index: number,
  { path, values }: Required<Pick<DesiredPlugin, "path" | "values">>,
): readonly DesiredPlugin[] {
  const isWrong = (entry: DesiredPlugin, position: number) => {
    const said = memberOf(settingsOf(entry), DRIVER_OPTION);
    const isAbout = entry.op === undefined && samePath(portableRuntimePath(entry.path), portableRuntimePath(path));
    return (
      said !== values[DRIVER_OPTION] && (position === index || (position > index && isAbout && said !== undefined))
    );
  };
  return entries.some(isWrong)
    ? entries.map((entry, position) =>
        isWrong(entry, position) ? { ...entry, values: { ...settingsOf(entry), ...values } } : entry,
      )
    : entries;
}
