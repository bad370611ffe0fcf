import type { OperatingSystemConfig, OscFile } from "../osc/types.ts";
import { sameFile } from "./semantic-equality.ts";

/** Paths of files that change on nodes; each once, in the order of the lists. */
export interface FileChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/**
 * The files of an OSC, spec before status, of which gardener-node-agent compares the first of each path. Without a host
 * name the files of all hosts are looked at, each host's by itself.
 */
export function filesOnNode({ spec, status }: OperatingSystemConfig, hostName: string | undefined): FilesOnNode {
  const files = new Map<string, OscFile>();
  for (const file of [...spec.files, ...status.extensionFiles]) {
    const key = JSON.stringify([file.path ?? "", hostName === undefined ? (file.hostName ?? null) : null]);
    if (isFor(file, hostName) && !files.has(key)) {
      files.set(key, file);
    }
  }
  return files;
}

/** Files by path and, where several hosts are looked at, host. */
export type FilesOnNode = ReadonlyMap<string, OscFile>;

function isFor(file: OscFile, hostName: string | undefined): boolean {
  return hostName === undefined || file.hostName === undefined || file.hostName === hostName;
}

/**
 * What becomes of the files of a node: permissions and encoding count, order does not.
 * Source: OperatingSystemConfig contract, section 7.2.
 */
export function fileChanges(old: FilesOnNode, next: FilesOnNode): FileChanges {
  const added = new Set<string>();
  const changed = new Set<string>();
  const removed = new Set<string>();
  for (const [key, file] of next) {
    const before = old.get(key);
    if (before === undefined) {
      added.add(file.path ?? "");
    } else if (!sameFile(before, file)) {
      changed.add(file.path ?? "");
    }
  }
  for (const [key, file] of old) {
    if (!next.has(key)) {
      removed.add(file.path ?? "");
    }
  }
  return { added: [...added], changed: [...changed], removed: [...removed] };
}
