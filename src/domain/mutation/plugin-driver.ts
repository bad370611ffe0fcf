import { memberOf, settingsOf } from "../containerd/plugin-entry.ts";
import { type PluginPath, RUNTIME_DEPTH, runtimeName, samePath } from "../containerd/plugin-path.ts";
import type { DesiredPlugin } from "../policies/types.ts";

/** Type of the runtimes that run runc, or a program that behaves like it. */
const RUNC_TYPE = "io.containerd.runc.v2";

/** The runtime that gardener-node-agent itself keeps on the driver of the OSC. */
const MANAGED_RUNTIME = "runc";

const DRIVER_SETTING = "SystemdCgroup";

/**
 * Plugin entries of a policy with every runtime based on runc on the cgroup driver of the pool: the last entry for the
 * `options` of such a runtime says it, or a new one behind the runtime does, whatever the policy says. Without a driver,
 * or with one that is not known, the entries stay as they are. The input is not changed; what needs no change is shared.
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
  const setting = { [DRIVER_SETTING]: driver === "systemd" };
  return runcRuntimes(entries).reduce((result, runtime) => withOption(result, runtime, setting), entries);
}

/** Paths of the runtimes based on runc that entries add, each once. */
function runcRuntimes(entries: readonly DesiredPlugin[]): readonly PluginPath[] {
  const paths = entries.filter(isRuncRuntime).map(({ path }) => path);
  return paths.filter((path, index) => paths.findIndex((other) => samePath(other, path)) === index);
}

function isRuncRuntime(entry: DesiredPlugin): boolean {
  const name = runtimeName(entry.path);
  return (
    entry.path.length === RUNTIME_DEPTH &&
    name !== undefined &&
    name !== MANAGED_RUNTIME &&
    memberOf(settingsOf(entry), "runtime_type") === RUNC_TYPE
  );
}

function withOption(
  entries: readonly DesiredPlugin[],
  runtime: PluginPath,
  setting: Readonly<Record<string, boolean>>,
): readonly DesiredPlugin[] {
  const path = [...runtime, "options"];
  const last = entries.findLastIndex((entry) => entry.op === undefined && samePath(entry.path, path));
  const present = entries[last];
  if (present === undefined) {
    const behind = entries.findLastIndex((entry) => samePath(entry.path, runtime)) + 1;
    return entries.toSpliced(behind, 0, { path, values: setting });
  }
  const values = { ...settingsOf(present), ...setting };
  return memberOf(settingsOf(present), DRIVER_SETTING) === setting[DRIVER_SETTING]
    ? entries
    : entries.with(last, { ...present, values });
}
