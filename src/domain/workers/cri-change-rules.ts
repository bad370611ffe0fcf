import { invalid } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import type { ContainerRuntime, Cri } from "../profiles/types.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { isInPlace, type Worker } from "./types.ts";

/** A pool that is there already, and its stored state. */
export interface ChangedPool {
  readonly path: FieldPath;
  readonly worker: Worker;
  /** Undefined for a new pool. */
  readonly old: Worker | undefined;
}

/**
 * CRI-V-22 and 23, warnings only: what another CRI, or a container runtime less, does to the nodes of a pool.
 * Source: OperatingSystemConfig contract, sections 5.3 and 7.4.
 */
export function criChangeFindings({ path, worker, old }: ChangedPool): readonly Finding[] {
  if (old?.cri === undefined || isSameCri(old.cri, worker.cri)) {
    return NO_FINDINGS;
  }
  const replaced = replacedNodes(path, worker, old);
  const removed = removedRuntimes(path, worker, old.cri.containerRuntimes);
  return removed.length === 0 ? replaced : [...replaced, ...removed];
}

/** The usual case, which costs next to nothing. */
function isSameCri(a: Cri, b: Cri | undefined): boolean {
  if (a.name !== b?.name || a.containerRuntimes.length !== b.containerRuntimes.length) {
    return false;
  }
  return a.containerRuntimes.every(({ type }, index) => type === b.containerRuntimes[index]?.type);
}

/** CRI-V-22. Gardener sets a CRI that is left out before anybody compares; in-place pools must keep theirs (CAP-SH-20). */
function replacedNodes(path: FieldPath, worker: Worker, old: Worker): readonly Finding[] {
  const [before, now] = [old.cri?.name, worker.cri?.name];
  if (before === undefined || now === undefined || before === now || isInPlace(worker.updateStrategy)) {
    return NO_FINDINGS;
  }
  const detail = `replaces all nodes of worker pool ${JSON.stringify(worker.name)}, since the CRI was ${before}`;
  return [finding("CRI-V-22", invalid(at(path, "cri", "name"), now, detail), worker.name)];
}

/** CRI-V-23. */
function removedRuntimes(path: FieldPath, worker: Worker, before: readonly ContainerRuntime[]): readonly Finding[] {
  const kept = new Set(worker.cri?.containerRuntimes.map(({ type }) => type));
  const removed = new Set(before.map(({ type }) => type)).difference(kept);
  return [...removed].map((type) => {
    const detail = `pods with the RuntimeClass of ${type} find no node in this pool any more; nodes that exist keep its containerd settings`;
    return finding("CRI-V-23", invalid(at(path, "cri", "containerRuntimes"), undefined, detail), worker.name, type);
  });
}
