import { isTable, type PluginEntry } from "../containerd/plugin-entry.ts";
import { pluginPathText } from "../containerd/plugin-path.ts";
import { at, type FieldPath } from "../field/path.ts";
import type { CgroupDriver } from "../osc/kubelet-config.ts";
import { RECONCILE } from "../osc/types.ts";
import type { Policy } from "../policies/types.ts";
import { type Remembered, remembered, textOfSmall } from "../remembered.ts";
import { decidedCgroupDriver } from "./cgroup-driver.ts";
import { precededBy } from "./claims.ts";
import { leaveConflicting } from "./conflict.ts";
import type { Mutation, MutationStep } from "./mutation.ts";
import { withCgroupDriver } from "./plugin-driver.ts";
import type { Contradiction } from "./plugin-merge.ts";
import { type LeftWish, type MergedPlugins, mergedPlugins } from "./plugin-rounds.ts";
import { type LostWish, pluginWishes } from "./plugin-wishes.ts";

const CRI: FieldPath = ["spec", "criConfig"];
const CONTAINERD = at(CRI, "containerd");
const PLUGINS = at(CONTAINERD, "plugins");

/**
 * Merges the plugin entries of the policies into those of the OSC: behind what is there, which stays as it is. Of two
 * policies the first one counts. Runtimes based on runc get the cgroup driver that the OSC will have in the end.
 * Source: OperatingSystemConfig contract, section 3.4.
 */
export const pluginsStep: MutationStep = (mutation) => {
  const { subject, editor } = mutation;
  const wishful = subject.policies.filter(({ plugins }) => plugins.length > 0);
  const present = presentPlugins(mutation);
  if (wishful.length === 0 || present === undefined) {
    return;
  }
  const driver = decidedCgroupDriver(subject);
  const { appended, left, lost } = plansFor(wishful)(planKey(present, driver), () => planOf(wishful, present, driver));
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

/** What policies do to a list of entries. */
interface Plan extends MergedPlugins {
  readonly lost: readonly LostWish[];
}

function planOf(wishful: readonly Policy[], present: readonly PluginEntry[], driver: CgroupDriver | undefined): Plan {
  const { wishes, lost } = pluginWishes(
    wishful.map((policy) => ({ policy, entries: withCgroupDriver(policy.plugins, driver) })),
  );
  return { ...mergedPlugins(present, wishes), lost };
}

function planKey(present: readonly PluginEntry[], driver: CgroupDriver | undefined): string | undefined {
  const text = present.length === 0 ? "" : textOfSmall(present);
  return text === undefined ? undefined : `${driver} ${text}`;
}

/** The plans of a sequence of policies, whose values live as long as they are in force; and longer sequences. */
interface PlanNode {
  readonly plans: Remembered<Plan>;
  readonly next: WeakMap<Policy, PlanNode>;
}

const PLANS = new WeakMap<Policy, PlanNode>();

/** Most OSCs come without plugins, as gardenlet writes them, so that few plans serve nearly all requests. */
function plansFor(policies: readonly Policy[]): Remembered<Plan> {
  let nodes = PLANS;
  let plans: Remembered<Plan> = remembered();
  for (const policy of policies) {
    let node = nodes.get(policy);
    if (node === undefined) {
      node = { plans: remembered(), next: new WeakMap() };
      nodes.set(policy, node);
    }
    ({ plans, next: nodes } = node);
  }
  return plans;
}

/** The plugin entries of the object; undefined where it is not one that configures containerd. */
function presentPlugins({ subject, editor }: Mutation): readonly PluginEntry[] | undefined {
  const isConfigured =
    subject.osc.spec.purpose === RECONCILE &&
    editor.get(at(CRI, "name")) === "containerd" &&
    isTable(editor.get(CONTAINERD));
  const plugins = editor.get(PLUGINS) ?? [];
  return isConfigured && Array.isArray(plugins) ? plugins.map(entryOf) : undefined;
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

function noteLost(mutation: Mutation, { policy, first, contradiction }: LostWish): void {
  mutation.skipped(
    policy,
    "plugins",
    pluginPathText(contradiction.entry.path),
    about(contradiction, precededBy(first)),
  );
}

function noteLeft(mutation: Mutation, { policy, contradiction }: LeftWish): void {
  const { entry, origin } = contradiction;
  const path = origin === undefined ? PLUGINS : at(PLUGINS, origin);
  const conflict = { policy, part: "plugins", subject: pluginPathText(entry.path), path } as const;
  leaveConflicting(mutation, conflict, about(contradiction, `the OSC says otherwise (conflict: ${policy.conflict})`));
}

/** A reason, with the settings that it is about, where it is not the whole entry. */
function about({ settings }: Contradiction<unknown>, why: string): string {
  return settings.length === 0 ? why : `${settings.join(", ")}: ${why}`;
}
