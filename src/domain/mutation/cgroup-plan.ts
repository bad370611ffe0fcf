import { type CgroupPolicy, permitsChange } from "../osc/cgroup-choice.ts";
import { DEFAULT_CGROUP_DRIVER, type KubeletConfig, kubeletConfig } from "../osc/kubelet-config.ts";
import { type OperatingSystemConfig, RECONCILE } from "../osc/types.ts";
import type { MutationSubject } from "./mutation.ts";

/** What becomes of the cgroup driver of an OSC. */
export type CgroupPlan =
  | { readonly kind: "leave" }
  /** Both sides get the policy's driver. */
  | { readonly kind: "apply"; readonly by: CgroupPolicy }
  /** Both sides keep what the stored object has. */
  | { readonly kind: "keep"; readonly held: HeldDrivers };

/** The drivers of nodes that are there. Any text can be stored. */
export interface HeldDrivers {
  /** Undefined where containerd is left alone. */
  readonly containerd: string | undefined;
  /** Of the configuration file; where none is readable, that of containerd. */
  readonly kubelet: string | undefined;
  readonly config: KubeletConfig;
}

/** Whether an OSC is one whose cgroup driver takes effect on nodes. */
export function hasCgroupDriver({ spec }: OperatingSystemConfig): boolean {
  return spec.purpose === RECONCILE && spec.criConfig?.name === "containerd";
}

/**
 * Decides what becomes of the cgroup driver, given the policy that decides, if one does. Nodes that are there keep
 * their driver unless that policy permits a change, since pods would not survive it.
 * Source: OperatingSystemConfig contract, section 4.4.
 */
export function cgroupPlan(subject: MutationSubject, decisive: CgroupPolicy | undefined): CgroupPlan {
  const { operation, old, pool, guardsCgroupDriver } = subject;
  const isApplied = operation === "CREATE" || (old !== undefined && decisive && permitsChange(decisive.desired, pool));
  if (decisive !== undefined && isApplied) {
    return { kind: "apply", by: decisive };
  }
  const isKept = old !== undefined && (decisive !== undefined || guardsCgroupDriver);
  return isKept ? { kind: "keep", held: heldDrivers(old) } : { kind: "leave" };
}

/** The drivers that a stored OSC gives to its nodes. */
export function heldDrivers(old: OperatingSystemConfig): HeldDrivers {
  const containerd = old.spec.criConfig?.cgroupDriver;
  const config = kubeletConfig(old);
  const kubelet = config.kind === "readable" ? (config.cgroupDriver ?? DEFAULT_CGROUP_DRIVER) : containerd;
  return { containerd, kubelet, config };
}
