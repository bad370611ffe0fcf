import { type CgroupChoice, type CgroupPolicy, cgroupChoice, NO_CHOICE, permitsChange } from "../osc/cgroup-choice.ts";
import {
  type CgroupDriver,
  DEFAULT_CGROUP_DRIVER,
  isCgroupDriver,
  type KubeletConfig,
  kubeletConfig,
} from "../osc/kubelet-config.ts";
import { type OperatingSystemConfig, RECONCILE } from "../osc/types.ts";
import type { MutationSubject } from "./mutation.ts";

/** What becomes of the cgroup driver of an OSC. */
export type CgroupPlan =
  | { readonly kind: "leave" }
  /** Both sides get the policy's driver. */
  | { readonly kind: "apply"; readonly by: CgroupPolicy }
  /** Both sides keep what the stored object has. */
  | { readonly kind: "keep"; readonly held: HeldDrivers };

/** What becomes of the cgroup driver, and by which policies. */
export interface CgroupDecision {
  readonly choice: CgroupChoice;
  readonly plan: CgroupPlan;
  /** The driver that containerd has in the end, for what has to agree with it; undefined where it is not set. */
  readonly driver: CgroupDriver | undefined;
}

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

/** Decides on the cgroup driver of an OSC. */
export function cgroupDecision(subject: MutationSubject): CgroupDecision {
  const { osc, old, policies } = subject;
  const present = osc.spec.criConfig?.cgroupDriver;
  if (!hasCgroupDriver(osc)) {
    return { choice: NO_CHOICE, plan: LEAVE, driver: knownDriver(present) };
  }
  const choice = cgroupChoice(policies, osc, old);
  const plan = cgroupPlan(subject, choice.decisive);
  return { choice, plan, driver: knownDriver(plan.kind === "leave" ? present : plannedDriver(plan)) };
}

const LEAVE: CgroupPlan = { kind: "leave" };

function plannedDriver(plan: Exclude<CgroupPlan, { kind: "leave" }>): string | undefined {
  return plan.kind === "apply" ? plan.by.desired.driver : plan.held.containerd;
}

function knownDriver(text: string | undefined): CgroupDriver | undefined {
  return isCgroupDriver(text) ? text : undefined;
}

/**
 * Decides what becomes of the cgroup driver, given the policy that decides, if one does. Nodes that are there keep
 * their driver unless that policy permits a change, since pods would not survive it.
 * Source: OperatingSystemConfig contract, section 4.4.
 */
function cgroupPlan(subject: MutationSubject, decisive: CgroupPolicy | undefined): CgroupPlan {
  const { operation, old, pool, guardsCgroupDriver } = subject;
  const isApplied = operation === "CREATE" || (old !== undefined && decisive && permitsChange(decisive.desired, pool));
  if (decisive !== undefined && isApplied) {
    return { kind: "apply", by: decisive };
  }
  const isKept = old !== undefined && (decisive !== undefined || guardsCgroupDriver);
  return isKept ? { kind: "keep", held: heldDrivers(old) } : LEAVE;
}

/** The drivers that a stored OSC gives to its nodes. */
export function heldDrivers(old: OperatingSystemConfig): HeldDrivers {
  const containerd = old.spec.criConfig?.cgroupDriver;
  const config = kubeletConfig(old);
  const kubelet = config.kind === "readable" ? (config.cgroupDriver ?? DEFAULT_CGROUP_DRIVER) : containerd;
  return { containerd, kubelet, config };
}
