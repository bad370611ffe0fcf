import { ARCHITECTURES } from "../capabilities/types.ts";
import { duplicate, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import type { Worker } from "./types.ts";

/** The only container runtime interface that Gardener supports. */
const CONTAINERD = "containerd";

/**
 * The rules of a pool that need no profile: machine type (CAP-SH-11), machine image (CAP-SH-14), CRI (CRI-V-01) and
 * container runtimes (CRI-V-02).
 * Source: gardener pkg/api/core/validation/shoot.go, ValidateWorker and ValidateCRI.
 */
export function poolShapeFindings(path: FieldPath, worker: Worker): readonly Finding[] {
  const { machine, cri } = worker;
  return isMachineComplete(machine) && isPlainCri(cri)
    ? NO_FINDINGS
    : [...machineShapeFindings(at(path, "machine"), worker), ...criFindings(at(path, "cri"), worker)];
}

/** CAP-SH-10: the architecture of a pool, its own or that of its machine type, is one that Gardener supports. */
export function architectureFindings(path: FieldPath, { name }: Worker, architecture: string): readonly Finding[] {
  return ARCHITECTURES.includes(architecture)
    ? NO_FINDINGS
    : [finding("CAP-SH-10", notSupported(at(path, "machine", "architecture"), architecture, ARCHITECTURES), name)];
}

/** The usual case, which costs no path. */
function isMachineComplete({ type, image }: Worker["machine"]): boolean {
  return type !== "" && image !== undefined && image.name !== "" && image.version !== undefined && image.version !== "";
}

/** containerd with at most one named runtime: nothing to repeat, nothing to look at. */
function isPlainCri(cri: Worker["cri"]): boolean {
  return (
    cri === undefined ||
    (cri.name === CONTAINERD && cri.containerRuntimes.length < 2 && cri.containerRuntimes[0]?.type !== "")
  );
}

function machineShapeFindings(path: FieldPath, { name, machine }: Worker): readonly Finding[] {
  const findings: Finding[] = [];
  if (machine.type === "") {
    findings.push(finding("CAP-SH-11", required(at(path, "type"), "name a machine type of the profile"), name));
  }
  const { image } = machine;
  if (image === undefined) {
    findings.push(finding("CAP-SH-14", required(at(path, "image"), "name a machine image and version"), name));
    return findings;
  }
  if (image.name === "") {
    findings.push(
      finding("CAP-SH-14", required(at(path, "image", "name"), "name a machine image of the profile"), name),
    );
  }
  if (image.version === undefined || image.version === "") {
    const detail = `name a version of machine image ${JSON.stringify(image.name)}`;
    findings.push(finding("CAP-SH-14", required(at(path, "image", "version"), detail), name));
  }
  return findings;
}

function criFindings(path: FieldPath, { name, cri }: Worker): readonly Finding[] {
  if (cri === undefined) {
    return [];
  }
  const findings: Finding[] = [];
  if (cri.name !== CONTAINERD) {
    findings.push(finding("CRI-V-01", notSupported(at(path, "name"), cri.name, [CONTAINERD]), name));
  }
  const seen = new Set<string>();
  for (const [index, { type }] of cri.containerRuntimes.entries()) {
    const typePath = at(path, "containerRuntimes", index, "type");
    if (type === "") {
      findings.push(finding("CRI-V-02", required(typePath, "name a container runtime, such as gvisor"), name));
    } else if (seen.has(type)) {
      findings.push(finding("CRI-V-02", duplicate(typePath, type), name, type));
    }
    seen.add(type);
  }
  return findings;
}
