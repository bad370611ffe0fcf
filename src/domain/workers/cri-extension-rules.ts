import { invalid } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { isSetupUnchanged, type Pool, poolText } from "./pool.ts";
import type { ShootExtension, ShootSpec, Worker } from "./types.ts";

/** Extensions that configure mirrors of registries, which only containerd reads. */
const MIRRORING: ReadonlySet<string> = new Set(["registry-cache", "registry-mirror"]);

const CONTAINERD = "containerd";

/**
 * CRI-V-21: with one of these extensions all pools run containerd. Asked of pools that are new or change what their nodes
 * run, and of all pools when the extension is new.
 * Source: OperatingSystemConfig contract, section 5.3.
 */
export function criExtensionFindings(
  path: FieldPath,
  { worker, old, review }: Pick<Pool, "worker" | "old" | "review">,
): readonly Finding[] {
  if (worker.cri === undefined || worker.cri.name === CONTAINERD) {
    return NO_FINDINGS;
  }
  const before = isSetupUnchanged({ worker, old, review }) ? mirroringTypes(review.old?.extensions) : NOTHING;
  return [...mirroringTypes(review.spec.extensions).difference(before)].map((type) =>
    needsContainerd(path, worker, type),
  );
}

/** The same of the stored pools of a shoot: what was wrong with them already. */
export function storedCriExtensionFindings({ workers, extensions }: ShootSpec): readonly Finding[] {
  const types = [...mirroringTypes(extensions)];
  return types.flatMap((type) =>
    workers
      .filter(({ cri }) => cri !== undefined && cri.name !== CONTAINERD)
      .map((worker) => needsContainerd(WORKERS, worker, type)),
  );
}

const WORKERS: FieldPath = ["spec", "provider", "workers"];
const NOTHING: ReadonlySet<string> = new Set();

function mirroringTypes(extensions: readonly ShootExtension[] = []): ReadonlySet<string> {
  const enabled = extensions.filter(({ type, disabled }) => MIRRORING.has(type) && disabled !== true);
  return new Set(enabled.map(({ type }) => type));
}

function needsContainerd(path: FieldPath, worker: Worker, type: string): Finding {
  const detail = `${poolText({ worker })}: extension ${type} needs ${CONTAINERD}; change the CRI or disable the extension`;
  return finding("CRI-V-21", invalid(at(path, "cri", "name"), worker.cri?.name, detail), worker.name, type);
}
