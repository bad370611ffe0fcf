import { type FieldError, invalid } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import type { OsSupportEntry } from "../policies/types.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { type OsDemand, type OsObstacle, osObstacles } from "./os-support.ts";
import { imageText, isSetupUnchanged, kubeletVersion, type Pool, poolPath, poolText } from "./pool.ts";
import { versionSuggestion } from "./suggestions.ts";
import type { ShootSpec, Worker } from "./types.ts";

/**
 * CRI-V-20 and 25: the operating system of a pool supports its CRI and container runtimes, and the kubelet supports its
 * cgroups. Asked of pools that are new or change their CRI, machine image or Kubernetes version.
 * Source: OperatingSystemConfig contract, section 5.3.
 */
export function osSupportFindings(pool: Pool): readonly Finding[] {
  const { review, imageVersion } = pool;
  const table = review.policies.tables.osSupport;
  if (table.length === 0 || imageVersion === undefined || isSetupUnchanged(pool)) {
    return NO_FINDINGS;
  }
  const demand = demandOf(pool.worker, kubeletVersion(pool));
  return osObstacles(table, demand).map((obstacle) =>
    obstacleFinding(pool, { demand, obstacle, hint: versionSuggestion(pool) }),
  );
}

/** The same of the stored pools of a shoot, whatever changes: what was wrong with them already. */
export function storedOsSupportFindings(stored: ShootSpec, table: readonly OsSupportEntry[]): readonly Finding[] {
  return stored.workers.flatMap((worker, index) => {
    const demand = demandOf(worker, worker.kubernetesVersion ?? stored.kubernetesVersion);
    return osObstacles(table, demand).map((obstacle) =>
      obstacleFinding({ path: poolPath(index), worker }, { demand, obstacle, hint: "" }),
    );
  });
}

function demandOf({ cri, machine }: Worker, kubelet: string): OsDemand {
  return { cri, image: machine.image?.name ?? "", version: machine.image?.version ?? "", kubelet };
}

interface Told {
  readonly demand: OsDemand;
  readonly obstacle: OsObstacle;
  /** What would do instead. */
  readonly hint: string;
}

function obstacleFinding({ path, worker }: Pick<Pool, "path" | "worker">, told: Told): Finding {
  const { demand, obstacle } = told;
  const names = [worker.name, demand.image];
  switch (obstacle.kind) {
    case "cri":
      return finding("CRI-V-20", criError(at(path, "cri", "name"), worker, obstacle, told), ...names, obstacle.asked);
    case "runtime": {
      const typePath = at(path, "cri", "containerRuntimes", obstacle.index, "type");
      const error = criError(typePath, worker, obstacle, told);
      return finding("CRI-V-20", error, ...names, "containerRuntimes", obstacle.asked);
    }
    case "cgroup":
      return cgroupFinding(at(path, "machine", "image"), worker, obstacle, told);
  }
}

function criError(
  path: FieldPath,
  worker: Worker,
  { kind, asked, supported }: Exclude<OsObstacle, { readonly kind: "cgroup" }>,
  { demand, hint }: Told,
): FieldError {
  const what = kind === "cri" ? "CRI" : "container runtime";
  const choice = supported.length === 0 ? `it supports no ${what}` : `it supports ${supported.join(", ")}`;
  const reason = `machine image ${imageText(demand)} does not support this ${what}, by osSupport of the policies`;
  return invalid(path, asked, `${poolText({ worker })}: ${reason}; ${choice}; ${hint}`);
}

/** Keys differ by severity, so that what was a warning before does not excuse what fails now. */
function cgroupFinding(
  path: FieldPath,
  worker: Worker,
  { mayRun }: Extract<OsObstacle, { readonly kind: "cgroup" }>,
  { demand, hint }: Told,
): Finding {
  const image = imageText(demand);
  const fails = `the image uses cgroup v1, on which kubelet ${demand.kubelet} fails`;
  if (mayRun) {
    const detail = `${fails} unless --fail-cgroupv1=false is set; choose an image with cgroup v2`;
    const found = finding("CRI-V-25", invalid(path, image, detail), worker.name, demand.image, "deprecated");
    return { ...found, mark: "Ww" };
  }
  const detail = `${poolText({ worker })}: ${fails}; ${hint}`;
  return finding("CRI-V-25", invalid(path, image, detail), worker.name, demand.image, "removed");
}
