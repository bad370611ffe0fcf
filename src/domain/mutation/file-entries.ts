import { at } from "../field/path.ts";
import type { OscFile } from "../osc/types.ts";
import type { PolicyPart } from "../policies/effect.ts";
import { sameFileOnNode } from "../policies/same-file.ts";
import type { DesiredFile, Policy } from "../policies/types.ts";
import { precededBy } from "./claims.ts";
import { leaveConflicting, replacesConflicting } from "./conflict.ts";
import type { Mutation } from "./mutation.ts";

const PATH = ["spec", "files"];

/** A file that a policy wants. */
export interface FileWish {
  readonly policy: Policy;
  /** Other policies that have a share in it. */
  readonly also?: readonly Policy[];
  /** The part of the policy that it comes from, and what to call it for warnings and metrics. */
  readonly part: PolicyPart;
  readonly subject: string;
  readonly path: string;
  readonly entry: DesiredFile["entry"];
}

/**
 * Puts files into the OSC of a mutation, by path: new ones stand at the end, in the order in which they are wanted. A
 * file that is there already is left alone if it is the same on the node; else the policy says what becomes of it. Of
 * two policies that want different things of a path, the first one counts.
 * Source: OperatingSystemConfig contract, sections 3.2 and 3.3.
 */
export class FileEntries {
  readonly #mutation: Mutation;
  /** Indexes of the files of the request, by path. */
  readonly #present: ReadonlyMap<string, readonly number[]>;
  /** What was wanted so far, by path, and whether it is there now. */
  readonly #settled = new Map<string, { readonly wish: FileWish; readonly isThere: boolean }>();

  constructor(mutation: Mutation) {
    this.#mutation = mutation;
    this.#present = indexesByPath(mutation.subject.osc.spec.files);
  }

  /** Sees to it that a file is there; tells whether it is, as it was wanted. */
  ensure(wish: FileWish): boolean {
    const settled = this.#settled.get(wish.path);
    if (settled === undefined) {
      const isThere = this.#settle(wish);
      this.#settled.set(wish.path, { wish, isThere });
      return isThere;
    }
    const isSame = sameFileOnNode(settled.wish.entry, wish.entry);
    if (!isSame) {
      this.#mutation.skipped(wish.policy, wish.part, wish.subject, precededBy(settled.wish.policy));
    }
    return isSame && settled.isThere;
  }

  #settle(wish: FileWish): boolean {
    const [index, ...others] = this.#present.get(wish.path) ?? [];
    if (index === undefined) {
      return this.#add(wish);
    }
    return others.length === 0 ? this.#settleAt(wish, index) : this.#leaveSeveral(wish, index);
  }

  #add(wish: FileWish): boolean {
    const { editor, subject } = this.#mutation;
    const { extensionFiles } = subject.osc.status;
    const index = extensionFiles.findIndex(({ path }) => path === wish.path);
    if (index >= 0) {
      return this.#isBrought(wish, index);
    }
    editor.append(PATH, [wish.entry]);
    this.#noteChanged(wish);
    return true;
  }

  /** Whether the extension of the operating system brings the file that is wanted, and not another one. */
  #isBrought(wish: FileWish, index: number): boolean {
    const isWanted = sameFileOnNode(this.#mutation.subject.osc.status.extensionFiles[index] ?? {}, wish.entry);
    if (!isWanted) {
      const path = ["status", "extensionFiles", index];
      leaveConflicting(this.#mutation, { ...wish, path }, "the extension of the operating system brings this file");
    }
    return isWanted;
  }

  #settleAt(wish: FileWish, index: number): boolean {
    const { editor, subject } = this.#mutation;
    const path = at(PATH, index);
    if (sameFileOnNode(subject.osc.spec.files[index] ?? {}, wish.entry)) {
      return true;
    }
    if (!replacesConflicting(this.#mutation, { ...wish, path })) {
      return false;
    }
    editor.guard(at(path, "path"));
    editor.set(path, wish.entry);
    this.#noteChanged(wish);
    return true;
  }

  #noteChanged({ policy, also = [], part, subject }: FileWish): void {
    for (const each of [policy, ...also]) {
      this.#mutation.changed(each, part, subject);
    }
  }

  /** Files of one path for several hosts: none of them is the one to replace, and one for all must not stand beside. */
  #leaveSeveral(wish: FileWish, index: number): boolean {
    leaveConflicting(this.#mutation, { ...wish, path: at(PATH, index) }, "the OSC has several files of this path");
    return false;
  }
}

function indexesByPath(files: readonly OscFile[]): ReadonlyMap<string, readonly number[]> {
  const byPath = new Map<string, number[]>();
  for (const [index, { path }] of files.entries()) {
    if (path !== undefined) {
      const indexes = byPath.get(path) ?? [];
      indexes.push(index);
      byPath.set(path, indexes);
    }
  }
  return byPath;
}
