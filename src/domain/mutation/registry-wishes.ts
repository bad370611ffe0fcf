import { hostIdentity, sameRegistry } from "../containerd/registry-identity.ts";
import { isCombining } from "../policies/conflict-mode.ts";
import type { DesiredRegistry, Policy, RegistryEntry, RegistryHostEntry } from "../policies/types.ts";
import { precededBy } from "./claims.ts";
import type { StepTools } from "./mutation.ts";

/** What one policy wants of an upstream. */
export interface RegistryWish {
  readonly policy: Policy;
  readonly entry: RegistryEntry;
}

/** What all policies together want of an upstream. */
export interface UpstreamWishes {
  readonly upstream: string;
  /** The entry that counts. */
  readonly base: RegistryWish;
  /** What is combined with it, or with what an OSC has instead: wishes that prepend or append their hosts. */
  readonly combined: readonly RegistryWish[];
}

/**
 * Brings together what policies want, by upstream and in the order of the policies.
 *
 * Policies that prepend or append hosts ask for no more than that, so that they never contradict another one. Of the
 * others the first one counts, and who says otherwise is left out.
 * Source: OperatingSystemConfig contract, section 3.3, and section 8, P2.
 */
export function registryWishes(mutation: StepTools, policies: readonly Policy[]): readonly UpstreamWishes[] {
  const byUpstream = new Map<string, RegistryWish[]>();
  for (const policy of policies) {
    for (const { upstream, entry } of firstOfEach(policy.registries)) {
      const wishes = byUpstream.get(upstream) ?? [];
      wishes.push({ policy, entry });
      byUpstream.set(upstream, wishes);
    }
  }
  return [...byUpstream].map(([upstream, wishes]) => upstreamWishes(mutation, upstream, wishes));
}

/** A policy that names an upstream twice means the first entry. */
function firstOfEach(registries: readonly DesiredRegistry[]): Iterable<DesiredRegistry> {
  const firsts = new Map<string, DesiredRegistry>();
  for (const registry of registries) {
    if (!firsts.has(registry.upstream)) {
      firsts.set(registry.upstream, registry);
    }
  }
  return firsts.values();
}

function upstreamWishes(mutation: StepTools, upstream: string, wishes: readonly RegistryWish[]): UpstreamWishes {
  const base = wishes.find(({ policy }) => !isCombining(policy.conflict)) ?? (wishes[0] as RegistryWish);
  for (const { policy, entry } of wishes) {
    if (!isCombining(policy.conflict) && !sameRegistry(entry, base.entry)) {
      mutation.skipped(policy, "registries", upstream, precededBy(base.policy));
    }
  }
  const combined = wishes.filter((wish) => wish !== base && isCombining(wish.policy.conflict));
  return { upstream, base, combined };
}

/** The wishes that hosts come from; those of a policy are the very same objects. */
export function contributing(wishes: readonly RegistryWish[], hosts: readonly unknown[]): readonly RegistryWish[] {
  const there = new Set(hosts);
  return wishes.filter(({ entry }) => entry.hosts?.some((host) => there.has(host)) ?? false);
}

/** The whole entry, for where there is none yet. */
export function wholeEntry(base: RegistryWish, combined: readonly RegistryWish[]): RegistryEntry {
  if (combined.length === 0) {
    return base.entry;
  }
  const { hosts = [], ...entry } = base.entry;
  const [own, wishes] = isCombining(base.policy.conflict) ? [[], [base, ...combined]] : [hosts, combined];
  const { before, behind } = missingHosts(wishes, own);
  return { ...entry, hosts: [...before, ...own, ...behind] };
}

/** Hosts that are to stand before and behind those of a registry. */
interface AddedHosts {
  readonly before: readonly RegistryHostEntry[];
  readonly behind: readonly RegistryHostEntry[];
}

/** The hosts that wishes add to those that are there, each URL once, in the order of the policies. */
export function missingHosts(
  wishes: readonly RegistryWish[],
  present: readonly { readonly url?: string | undefined }[],
): AddedHosts {
  const known = new Set(present.map(({ url = "" }) => hostIdentity(url)));
  const before: RegistryHostEntry[] = [];
  const behind: RegistryHostEntry[] = [];
  for (const { policy, entry } of wishes) {
    const missing = (entry.hosts ?? []).filter(({ url }) => {
      const isNew = !known.has(hostIdentity(url));
      known.add(hostIdentity(url));
      return isNew;
    });
    (policy.conflict === "prependHosts" ? before : behind).push(...missing);
  }
  return { before, behind };
}
