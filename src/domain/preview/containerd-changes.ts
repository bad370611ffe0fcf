import type { ContainerdConfig, CriConfig, OperatingSystemConfig } from "../osc/types.ts";
import { sameList, samePlugin } from "./semantic-equality.ts";

/** The configuration of containerd, with the driver that goes with it. */
export type ManagedContainerd = CriConfig & { readonly containerd: ContainerdConfig };

/** What gardener-node-agent manages of containerd on the nodes of an OSC; undefined where it leaves containerd alone. */
export function managedContainerd({ spec }: OperatingSystemConfig): ManagedContainerd | undefined {
  const { criConfig } = spec;
  return criConfig?.name === "containerd" && isManaged(criConfig) ? criConfig : undefined;
}

function isManaged(criConfig: CriConfig): criConfig is ManagedContainerd {
  return criConfig.containerd !== undefined;
}

/** Why containerd restarts where the OSC did not configure it before. */
export const FIRST_CONFIGURATION = "first configuration";

/**
 * Why gardener-node-agent restarts containerd for its `config.toml`; empty where it does not. Registries are no reason.
 * Source: OperatingSystemConfig contract, section 7.2.
 */
export function containerdReasons(
  old: ManagedContainerd | undefined,
  next: ManagedContainerd | undefined,
): readonly string[] {
  if (next === undefined) {
    return [];
  }
  if (old === undefined) {
    return [FIRST_CONFIGURATION];
  }
  return [
    ...(old.containerd.sandboxImage === next.containerd.sandboxImage ? [] : ["sandbox image"]),
    ...(sameList(old.containerd.plugins, next.containerd.plugins, samePlugin) ? [] : ["plugins"]),
    ...(old.cgroupDriver === next.cgroupDriver ? [] : ["cgroup driver"]),
  ];
}
