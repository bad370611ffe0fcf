import { forbidden, invalid, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { parseImageReference } from "./image-reference.ts";
import type { OscReview } from "./review.ts";
import { type ContainerdConfig, type CriConfig, PROVISION } from "./types.ts";

const CRI: FieldPath = ["spec", "criConfig"];
const CONTAINERD: FieldPath = at(CRI, "containerd");
const NAMES: readonly string[] = ["containerd"];
const CGROUP_DRIVERS: readonly string[] = ["cgroupfs", "systemd"];

/**
 * The criConfig but for registries and plugins: OSC-V-04 to 10. FieldError: Required, NotSupported, Forbidden, Invalid.
 * Source: OperatingSystemConfig contract, section 2.1; gardener pkg/api/extensions/validation/operatingsystemconfig.go.
 */
export function criConfigFindings({ osc: { spec } }: OscReview): readonly Finding[] {
  const { criConfig, purpose, hasDocumentedCri } = spec;
  const documented = hasDocumentedCri ? [documentedCriFinding()] : [];
  if (criConfig === undefined) {
    return documented;
  }
  return [
    ...documented,
    ...nameFindings(criConfig),
    ...cgroupDriverFindings(criConfig, purpose),
    ...containerdFindings(criConfig, purpose),
  ];
}

/** OSC-V-10. The API server drops the key before it asks, so that only what was not sent to one can have it. */
function documentedCriFinding(): Finding {
  const detail = "is no field of the API and would be dropped; write spec.criConfig";
  return finding("OSC-V-10", invalid(["spec", "cri"], undefined, detail));
}

/** OSC-V-04. */
function* nameFindings({ name }: CriConfig): Iterable<Finding> {
  const path = at(CRI, "name");
  if (name === undefined) {
    yield finding("OSC-V-04", required(path, "write containerd"));
  } else if (!NAMES.includes(name)) {
    yield finding("OSC-V-04", notSupported(path, name, NAMES), name);
  }
}

/** OSC-V-05 and 09. */
function* cgroupDriverFindings({ cgroupDriver }: CriConfig, purpose: string | undefined): Iterable<Finding> {
  const path = at(CRI, "cgroupDriver");
  if (cgroupDriver === undefined) {
    return;
  }
  if (!CGROUP_DRIVERS.includes(cgroupDriver)) {
    yield finding("OSC-V-05", notSupported(path, cgroupDriver, CGROUP_DRIVERS), cgroupDriver);
  }
  if (purpose === PROVISION) {
    const detail = "nothing reads it in a provision OSC; set it in the reconcile OSC of the pool";
    yield finding("OSC-V-09", forbidden(path, detail));
  }
}

/** OSC-V-06, and what it leaves to be asked. */
function* containerdFindings({ containerd }: CriConfig, purpose: string | undefined): Iterable<Finding> {
  if (containerd === undefined) {
    return;
  }
  if (purpose === PROVISION) {
    const detail = "a provision OSC cannot configure containerd; do it in the reconcile OSC of the pool";
    yield finding("OSC-V-06", forbidden(CONTAINERD, detail));
    return;
  }
  yield* sandboxImageFindings(containerd);
}

/** OSC-V-07 and 08. */
function* sandboxImageFindings({ sandboxImage }: ContainerdConfig): Iterable<Finding> {
  const path = at(CONTAINERD, "sandboxImage");
  if (!sandboxImage) {
    yield finding("OSC-V-07", required(path, "name the pause image, without which no pod can start"));
    return;
  }
  const reference = parseImageReference(sandboxImage);
  if (reference === undefined) {
    const detail = "must be [host[:port]/]repository[:tag][@digest], without scheme and blanks";
    yield finding("OSC-V-08", invalid(path, sandboxImage, detail), sandboxImage);
  } else if (reference.tag === undefined && reference.digest === undefined) {
    const detail = 'has neither tag nor digest and means whatever "latest" is; add one';
    yield { ...finding("OSC-V-08", invalid(path, sandboxImage, detail), sandboxImage), mark: "Ww" };
  }
}
