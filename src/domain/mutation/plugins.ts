import { isTable, type PluginEntry } from "../containerd/plugin-entry.ts";
import { pluginPathText } from "../containerd/plugin-path.ts";
import { at, type FieldPath } from "../field/path.ts";
import { precededBy } from "./claims.ts";
import { leaveConflicting } from "./conflict.ts";
import type { ContainerdMutation, ContainerdStep, StepTools } from "./mutation.ts";
import { withCgroupDriver } from "./plugin-driver.ts";
import type { Contradiction } from "./plugin-merge.ts";
import { type LeftWish, mergedPlugins } from "./plugin-rounds.ts";
import { type LostWish, pluginWishes } from "./plugin-wishes.ts";

const CONTAINERD: FieldPath = ["spec", "criConfig", "containerd"];
const PLUGINS = at(CONTAINERD, "plugins");

/**
 * Merges the plugin entries of the policies into those of the OSC: behind what is there, which stays as it is. Of two
 * policies the first one counts. Runtimes based on runc get the cgroup driver that the OSC will have in the end.
 * Source: OperatingSystemConfig contract, section 3.4.
 */
export const pluginsStep: ContainerdStep = (mutation) => {
  const { subject, editor } = mutation;
  const wishful = subject.policies.filter(({ plugins }) => plugins.length > 0);
  const present = presentPlugins(mutation);
  if (wishful.length === 0 || present === undefined) {
    return;
  }
  const { wishes, lost } = pluginWishes(
    wishful.map((policy) => ({ policy, entries: withCgroupDriver(policy.plugins, subject.driver) })),
  );
  const { appended, left } = mergedPlugins(present, wishes);
  const entries = appended.map(({ entry }) => entry);
  editor.append(PLUGINS, entries);
  for (const { policy, entry } of appended) {
    mutation.changed(policy, "plugins", pluginPathText(entry.path));
  }
  for (const wish of lost) {
    noteLost(mutation, wish);
  }
  for (const wish of left) {
    noteLeft(mutation, wish);
  }
};

/** The plugin entries of the object; undefined where it does not configure containerd. */
function presentPlugins({ editor }: ContainerdMutation): readonly PluginEntry[] | undefined {
  const plugins = editor.get(PLUGINS) ?? [];
  return isTable(editor.get(CONTAINERD)) && Array.isArray(plugins) ? plugins.map(entryOf) : undefined;
}

/** An entry of the object, which is known to fit the schema; what does not is taken for left out. */
function entryOf(entry: unknown): PluginEntry {
  const { op, path, values } = isTable(entry) ? entry : {};
  return {
    op: typeof op === "string" ? op : undefined,
    path: Array.isArray(path) ? path.map((key) => (typeof key === "string" ? key : "")) : [],
    values: values ?? undefined,
  };
}

function noteLost(mutation: StepTools, { policy, first, contradiction }: LostWish): void {
  mutation.skipped(
    policy,
    "plugins",
    pluginPathText(contradiction.entry.path),
    about(contradiction, precededBy(first)),
  );
}

function noteLeft(mutation: StepTools, { policy, contradiction }: LeftWish): void {
  const { entry, origin } = contradiction;
  const path = origin === undefined ? PLUGINS : at(PLUGINS, origin);
  const conflict = { policy, part: "plugins", subject: pluginPathText(entry.path), path } as const;
  leaveConflicting(mutation, conflict, about(contradiction, `the OSC says otherwise (conflict: ${policy.conflict})`));
}

/** A reason, with the settings that it is about, where it is not the whole entry. */
function about({ settings }: Contradiction<unknown>, why: string): string {
  return settings.length === 0 ? why : `${settings.join(", ")}: ${why}`;
}
