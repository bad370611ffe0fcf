import { forbidden, invalid } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";
import { allFindings, type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { cgroupChoice, permitsChange } from "./cgroup-choice.ts";
import { runtimeFindings } from "./cgroup-runtime-rules.ts";
import { DEFAULT_CGROUP_DRIVER, isCgroupDriver, kubeletCgroupDriver } from "./kubelet-config.ts";
import { kubeletFlagDriver } from "./kubelet-flag.ts";
import type { OscReview } from "./review.ts";
import { type OperatingSystemConfig, RECONCILE } from "./types.ts";

const PATH: FieldPath = ["spec", "criConfig", "cgroupDriver"];

/** The cgroup driver: OSC-V-62, 63. Source: OperatingSystemConfig contract, sections 4.3 and 4.4. */
export function cgroupFindings(review: OscReview): readonly Finding[] {
  const { osc, touched } = review;
  if (osc.spec.purpose !== RECONCILE || osc.spec.criConfig === undefined) {
    return NO_FINDINGS;
  }
  // What is found about runtimes are warnings, for which our own mutation is not reviewed.
  const aboutRuntimes = touched === undefined ? runtimeFindings(osc) : NO_FINDINGS;
  return allFindings([agreementFindings(osc), aboutRuntimes, flipFindings(review)]);
}

/** OSC-V-62: containerd and kubelet use the same driver. Where containerd's is left alone, that is only probably so. */
function agreementFindings(osc: OperatingSystemConfig): readonly Finding[] {
  const containerd = osc.spec.criConfig?.cgroupDriver;
  const kubelet = kubeletCgroupDriver(osc);
  if (kubelet === undefined || (containerd ?? DEFAULT_CGROUP_DRIVER) === kubelet) {
    return NO_FINDINGS;
  }
  if (containerd === undefined) {
    const detail = `kubelet uses ${kubelet}, while containerd 1.x falls back to ${DEFAULT_CGROUP_DRIVER}; set ${kubelet} here too`;
    return [{ ...finding("OSC-V-62", invalid(PATH, undefined, detail)), mark: "Ww" }];
  }
  if (!isCgroupDriver(containerd)) {
    return NO_FINDINGS;
  }
  const source = kubeletFlagDriver(osc) === undefined ? "" : " by its flag --cgroup-driver";
  const detail = `kubelet uses ${kubelet}${source}; write the same driver here and for kubelet`;
  return [finding("OSC-V-62", invalid(PATH, containerd, detail))];
}

/** OSC-V-63: nodes that are there keep their driver, unless the policy that decides permits the change. */
function flipFindings(review: OscReview): readonly Finding[] {
  const { osc, old, guardsCgroupDriver } = review;
  const flips = old === undefined ? [] : flipsOf(old, osc);
  if (flips.length === 0 || isPermitted(review, flips)) {
    return NO_FINDINGS;
  }
  const found = finding("OSC-V-63", forbidden(PATH, `${flipsText(flips)}; another driver needs new nodes`));
  return [guardsCgroupDriver && isPermissionKnown(review) ? found : { ...found, mark: "Ww" }];
}

/** A side that changes its driver. */
interface Flip {
  readonly side: "containerd" | "kubelet";
  readonly from: string;
  readonly to: string;
}

function flipsText(flips: readonly Flip[]): string {
  const [one, other] = flips;
  if (one !== undefined && one.from === other?.from && one.to === other.to) {
    return `${one.side} and ${other.side} of running nodes would flip from ${one.from} to ${one.to}`;
  }
  return flips.map(({ side, from, to }) => `${side} of running nodes would flip from ${from} to ${to}`).join(", ");
}

function flipsOf(old: OperatingSystemConfig, osc: OperatingSystemConfig): readonly Flip[] {
  return [
    ...flip("containerd", containerdDriver(old), containerdDriver(osc)),
    ...flip("kubelet", kubeletCgroupDriver(old), kubeletCgroupDriver(osc)),
  ];
}

function containerdDriver({ spec }: OperatingSystemConfig): string {
  return spec.criConfig?.cgroupDriver ?? DEFAULT_CGROUP_DRIVER;
}

function flip(side: Flip["side"], from: string | undefined, to: string | undefined): readonly Flip[] {
  return from === undefined || to === undefined || from === to ? [] : [{ side, from, to }];
}

function isPermitted({ osc, old, policies, pool }: OscReview, flips: readonly Flip[]): boolean {
  const desired = cgroupChoice(policies, osc, old).decisive?.desired;
  return desired !== undefined && permitsChange(desired, pool) && flips.every(({ to }) => to === desired.driver);
}

/** Whether it is known if the nodes are there, where that matters. */
function isPermissionKnown({ osc, old, policies, pool }: OscReview): boolean {
  return pool.cluster !== undefined || cgroupChoice(policies, osc, old).decisive?.desired.change !== "whenHibernated";
}
