import { sameRegistry } from "../containerd/registry-identity.ts";
import { at } from "../field/path.ts";
import type { Registry } from "../osc/types.ts";
import { isCombining } from "../policies/conflict-mode.ts";
import type { RegistryEntry } from "../policies/types.ts";
import { replacesConflicting } from "./conflict.ts";
import type { ContainerdMutation, ContainerdStep, StepTools } from "./mutation.ts";
import {
  contributing,
  missingHosts,
  type RegistryWish,
  registryWishes,
  type UpstreamWishes,
  wholeEntry,
} from "./registry-wishes.ts";

const PATH = ["spec", "criConfig", "containerd", "registries"];

/** A registry of the OSC, with its place. */
interface Present {
  readonly registry: Registry;
  readonly index: number;
}

/**
 * Merges the registries of the policies into those of the OSC, by upstream. Entries that are there keep their places;
 * new ones stand behind them, in the order of the policies.
 * Source: OperatingSystemConfig contract, section 3.3.
 */
export const registriesStep: ContainerdStep = (mutation) => {
  const { policies, containerd } = mutation.subject;
  if (!policies.some(({ registries }) => registries.length > 0)) {
    return;
  }
  const present = presentRegistries(containerd?.registries ?? []);
  const added: RegistryEntry[] = [];
  for (const wishes of registryWishes(mutation, policies)) {
    const there = present.get(wishes.upstream);
    if (there === undefined) {
      added.push(...addedEntries(mutation, wishes));
    } else {
      mergeInto(mutation, there, wishes);
    }
  }
  mutation.editor.append(PATH, added);
};

/** Of an upstream that is there twice, which is invalid, the first entry. */
function presentRegistries(registries: readonly Registry[]): ReadonlyMap<string, Present> {
  const byUpstream = new Map<string, Present>();
  for (const [index, registry] of registries.entries()) {
    if (registry.upstream !== undefined && !byUpstream.has(registry.upstream)) {
      byUpstream.set(registry.upstream, { registry, index });
    }
  }
  return byUpstream;
}

/**
 * The entry for an upstream that the OSC does not have, if any.
 *
 * A mirror or cache that the owner of the shoot has ordered is more than a policy that gives way: its extension would
 * put its own entry in the place of ours, now or in the next round, and ours would come and go on the nodes.
 */
function addedEntries(
  mutation: ContainerdMutation,
  { upstream, base, combined }: UpstreamWishes,
): readonly RegistryEntry[] {
  const isLeft = base.policy.conflict === "keep" && servesByExtension(mutation, upstream);
  if (isLeft) {
    const why = "left to the shoot's registry-cache or registry-mirror, which serves it";
    mutation.skipped(base.policy, "registries", upstream, why);
  }
  const [first, ...others] = isLeft ? combined : [base, ...combined];
  if (first === undefined) {
    return [];
  }
  const entry = wholeEntry(first, others);
  noteChanged(mutation, upstream, [first, ...contributing(others, entry.hosts ?? [])]);
  return [entry];
}

function servesByExtension({ subject }: ContainerdMutation, upstream: string): boolean {
  return subject.extensionUpstreams.includes(upstream);
}

function mergeInto(mutation: StepTools, there: Present, { upstream, base, combined }: UpstreamWishes): void {
  const { registry } = there;
  if (sameRegistry(registry, wholeEntry(base, combined))) {
    return;
  }
  if (isCombining(base.policy.conflict)) {
    insertHosts(mutation, there, upstream, [base, ...combined]);
    return;
  }
  const path = at(PATH, there.index);
  const conflict = { policy: base.policy, part: "registries", subject: upstream, path } as const;
  if (!sameRegistry(registry, base.entry) && replacesConflicting(mutation, conflict)) {
    mutation.editor.guard(at(path, "upstream"));
    const entry = wholeEntry(base, combined);
    mutation.editor.set(path, entry);
    noteChanged(mutation, upstream, [base, ...contributing(combined, entry.hosts ?? [])]);
    return;
  }
  insertHosts(mutation, there, upstream, combined);
}

/** Adds the hosts that are missing; server and probe of the entry stay. */
function insertHosts(
  mutation: StepTools,
  { registry, index }: Present,
  upstream: string,
  wishes: readonly RegistryWish[],
): void {
  const { editor } = mutation;
  const { before, behind } = missingHosts(wishes, registry.hosts);
  const hosts = at(PATH, index, "hosts");
  if (before.length + behind.length === 0) {
    return;
  }
  editor.guard(at(PATH, index, "upstream"));
  if (registry.hosts.length === 0) {
    editor.set(hosts, [...before, ...behind]);
  } else {
    for (const [position, host] of before.entries()) {
      editor.insert(hosts, position, host);
    }
    editor.append(hosts, behind);
  }
  noteChanged(mutation, upstream, contributing(wishes, [...before, ...behind]));
}

function noteChanged(mutation: StepTools, upstream: string, wishes: readonly RegistryWish[]): void {
  for (const { policy } of wishes) {
    mutation.changed(policy, "registries", upstream);
  }
}
