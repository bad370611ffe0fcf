import { forbidden, invalid, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { allFindings, type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import type { OscReview } from "./review.ts";
import { type CriConfig, PROVISION } from "./types.ts";

const CRI: FieldPath = ["spec", "criConfig"];
const CONTAINERD: FieldPath = at(CRI, "containerd");
const NAME: FieldPath = at(CRI, "name");
const CGROUP_DRIVER: FieldPath = at(CRI, "cgroupDriver");
const NAMES: readonly string[] = ["containerd"];
const CGROUP_DRIVERS: readonly string[] = ["cgroupfs", "systemd"];

/**
 * The criConfig but for what is in containerd's: OSC-V-04, 05, 06, 09 and 10. FieldError: Required, NotSupported,
 * Forbidden, Invalid.
 * Source: OperatingSystemConfig contract, section 2.1; gardener pkg/api/extensions/validation/operatingsystemconfig.go.
 */
export function criConfigFindings({ osc: { spec } }: OscReview): readonly Finding[] {
  const { criConfig, purpose, hasDocumentedCri } = spec;
  const documented = hasDocumentedCri ? [documentedCriFinding()] : NO_FINDINGS;
  if (criConfig === undefined) {
    return documented;
  }
  return allFindings([
    documented,
    nameFindings(criConfig),
    cgroupDriverFindings(criConfig, purpose),
    containerdPresenceFindings(criConfig, purpose),
  ]);
}

/** OSC-V-10. The API server drops the key before it asks, so that only what was not sent to one can have it. */
function documentedCriFinding(): Finding {
  const detail = "is no field of the API and would be dropped; write spec.criConfig";
  return finding("OSC-V-10", invalid(["spec", "cri"], undefined, detail));
}

/** OSC-V-04. */
function nameFindings({ name }: CriConfig): readonly Finding[] {
  if (name === undefined) {
    return [finding("OSC-V-04", required(NAME, "write containerd"))];
  }
  return NAMES.includes(name) ? NO_FINDINGS : [finding("OSC-V-04", notSupported(NAME, name, NAMES), name)];
}

/** OSC-V-05 and 09. */
function cgroupDriverFindings({ cgroupDriver }: CriConfig, purpose: string | undefined): readonly Finding[] {
  if (cgroupDriver === undefined) {
    return NO_FINDINGS;
  }
  const unknown = CGROUP_DRIVERS.includes(cgroupDriver)
    ? NO_FINDINGS
    : [finding("OSC-V-05", notSupported(CGROUP_DRIVER, cgroupDriver, CGROUP_DRIVERS), cgroupDriver)];
  if (purpose !== PROVISION) {
    return unknown;
  }
  const detail = "nothing reads it in a provision OSC; set it in the reconcile OSC of the pool";
  return [...unknown, finding("OSC-V-09", forbidden(CGROUP_DRIVER, detail))];
}

/** OSC-V-06. */
function containerdPresenceFindings({ containerd }: CriConfig, purpose: string | undefined): readonly Finding[] {
  if (containerd === undefined || purpose !== PROVISION) {
    return NO_FINDINGS;
  }
  const detail = "a provision OSC cannot configure containerd; do it in the reconcile OSC of the pool";
  return [finding("OSC-V-06", forbidden(CONTAINERD, detail))];
}
