import { isSystemdOnly } from "../policies/systemd-only.ts";
import type { DesiredCgroupDriver, Policy } from "../policies/types.ts";
import { kubeletConfig } from "./kubelet-config.ts";
import type { NodePool } from "./node-pool.ts";
import type { OperatingSystemConfig } from "./types.ts";

/** A policy with what it says of the cgroup driver. */
export interface CgroupPolicy {
  readonly policy: Policy;
  readonly desired: DesiredCgroupDriver;
}

/** Which of the policies that match decides on the cgroup driver of an OSC. */
export interface CgroupChoice {
  readonly decisive: CgroupPolicy | undefined;
  /** Those that say something else and are passed over, with the reason. */
  readonly passedOver: readonly (CgroupPolicy & { readonly why: string })[];
}

/** Where no policy says anything. */
export const NO_CHOICE: CgroupChoice = { decisive: undefined, passedOver: [] };

/**
 * Chooses among the policies that match, given by descending priority: the first that can be followed decides.
 * Source: OperatingSystemConfig contract, sections 4.2 and 4.3.
 */
export function cgroupChoice(
  policies: readonly Policy[],
  osc: OperatingSystemConfig,
  old: OperatingSystemConfig | undefined,
): CgroupChoice {
  if (!policies.some(({ cgroupDriver }) => cgroupDriver !== undefined)) {
    return NO_CHOICE;
  }
  let decisive: CgroupPolicy | undefined;
  const passedOver: (CgroupPolicy & { readonly why: string })[] = [];
  for (const policy of policies) {
    const desired = policy.cgroupDriver;
    const why = desired && (obstacle(desired, osc, old) ?? precedence(desired, decisive));
    if (desired !== undefined && why !== undefined) {
      passedOver.push({ policy, desired, why });
    } else if (desired !== undefined) {
      decisive ??= { policy, desired };
    }
  }
  return { decisive, passedOver };
}

/** What keeps a policy from being followed; a configuration file that is newly unreadable does not, it is a mistake. */
function obstacle(
  desired: DesiredCgroupDriver,
  osc: OperatingSystemConfig,
  old: OperatingSystemConfig | undefined,
): string | undefined {
  const osType = osc.spec.type ?? "";
  if (desired.driver !== "systemd" && isSystemdOnly(osType)) {
    return `${osType} sets systemd, whatever the OSC says`;
  }
  const { kind } = kubeletConfig(osc);
  if (kind === "none" && desired.requireKubeletFile) {
    return "the OSC has no kubelet configuration file with inline content, and requireKubeletFile is set";
  }
  return kind === "unreadable" && old !== undefined && kubeletConfig(old).kind === "unreadable"
    ? "the kubelet configuration file is not readable, as in the stored OSC"
    : undefined;
}

function precedence({ driver }: DesiredCgroupDriver, decisive: CgroupPolicy | undefined): string | undefined {
  return decisive === undefined || decisive.desired.driver === driver
    ? undefined
    : `policy ${decisive.policy.name} comes first, with ${decisive.desired.driver}`;
}

/**
 * Whether a policy lets nodes that are there change their driver: always, or while the shoot is hibernated and has
 * none. Pools that are updated in place keep their driver for life, since their nodes are never replaced by a new OSC.
 * Source: OperatingSystemConfig contract, section 4.4.
 */
export function permitsChange({ change }: DesiredCgroupDriver, { isInPlace, cluster }: NodePool): boolean {
  return !isInPlace && (change === "always" || (change === "whenHibernated" && cluster?.isHibernated === true));
}
