import { sameRegistry } from "../containerd/registry-identity.ts";
import type { Registry } from "../osc/types.ts";
import type { ManagedContainerd } from "./containerd-changes.ts";

/** Upstreams whose registry changes on nodes; each once, in the order of the lists. */
export interface RegistryChanges {
  readonly added: readonly string[];
  /** Those whose `hosts.toml` or readiness probe differs; all others are written again as they are. */
  readonly changed: readonly string[];
  /** Those whose directory is deleted, with everything in it. */
  readonly removed: readonly string[];
  /** Those that have to answer before a node reports the OSC as applied. */
  readonly probed: readonly string[];
}

/**
 * What becomes of the registries of a node. Where an OSC stops to configure containerd, its registries stay.
 * Source: OperatingSystemConfig contract, sections 3.6 and 7.2.
 */
export function registryChanges(
  old: ManagedContainerd | undefined,
  next: ManagedContainerd | undefined,
): RegistryChanges {
  const before = byUpstream(next === undefined ? [] : (old?.containerd.registries ?? []));
  const after = byUpstream(next?.containerd.registries ?? []);
  const upstreams = [...after.keys()];
  return {
    added: upstreams.filter((upstream) => !before.has(upstream)),
    changed: upstreams.filter((upstream) => {
      const [a, b] = [before.get(upstream), after.get(upstream)];
      return a !== undefined && b !== undefined && !sameRegistry(a, b);
    }),
    removed: [...before.keys()].filter((upstream) => !after.has(upstream)),
    probed: upstreams.filter((upstream) => after.get(upstream)?.readinessProbe === true),
  };
}

/** The first registry of each upstream. */
export function byUpstream(registries: readonly Registry[]): ReadonlyMap<string, Registry> {
  const known = new Map<string, Registry>();
  for (const registry of registries) {
    const upstream = registry.upstream ?? "";
    if (!known.has(upstream)) {
      known.set(upstream, registry);
    }
  }
  return known;
}
