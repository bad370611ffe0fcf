import { CONTAINERD_UNIT } from "../osc/types.ts";
import { mergesContainerdDropIns } from "../policies/containerd-versions.ts";
import type { DesiredFile, Policy } from "../policies/types.ts";
import { FileEntries } from "./file-entries.ts";
import type { Mutation, MutationStep } from "./mutation.ts";
import { appendToUnit, listedIn, UNITS, unitEntries } from "./unit-entries.ts";

/**
 * Puts the files of the policies into the OSC. Drop-ins for containerd's configuration go only where containerd is known
 * to merge them: containerd 1.x would replace whole plugins by them, or not start. Its unit is made to depend on them,
 * so that containerd is restarted when they change.
 * Source: OperatingSystemConfig contract, section 3.9 and P9 of section 8.
 */
export const filesStep: MutationStep = (mutation) => {
  const { policies, pool, tables } = mutation.subject;
  if (!policies.some(({ files }) => files.length > 0)) {
    return;
  }
  const entries = new FileEntries(mutation);
  const mergesDropIns = mergesContainerdDropIns(tables, pool);
  for (const policy of policies) {
    for (const { path, entry, isContainerdDropIn } of policy.files) {
      if (isContainerdDropIn && !mergesDropIns) {
        mutation.skipped(policy, "files", path, `${osText(mutation)} is not known to have containerd 2.0 or newer`);
      } else if (entries.ensure({ policy, part: "files", subject: path, path, entry }) && isContainerdDropIn) {
        dependOn(mutation, policy, path);
      }
    }
  }
};

function osText({ subject: { pool } }: Mutation): string {
  return [pool.osType || "the operating system", pool.osVersion ?? ""].join(" ").trimEnd();
}

/** Makes containerd's unit depend on a drop-in. */
function dependOn(mutation: Mutation, policy: Policy, path: DesiredFile["path"]): void {
  const { editor } = mutation;
  const present = unitEntries(editor, CONTAINERD_UNIT);
  if (present === undefined) {
    editor.append(UNITS, [{ name: CONTAINERD_UNIT, filePaths: [path] }]);
    mutation.changed(policy, "files", `${path} of ${CONTAINERD_UNIT}`);
  } else if (!listedIn(editor, present, "filePaths").has(path)) {
    appendToUnit(editor, present, "filePaths", [path]);
    mutation.changed(policy, "files", `${path} of ${CONTAINERD_UNIT}`);
  }
}
