import { forbidden } from "../domain/field/error.ts";
import { PROVISION, RECONCILE } from "../domain/osc/types.ts";
import { isContainerdDropIn } from "../domain/policies/containerd-drop-in.ts";
import { hasPart, PARTS } from "./parts.ts";
import { caution, mistake, type Remark } from "./remark.ts";
import type { PolicySpec } from "./schema.ts";

/**
 * Policies that ask for `provision` OSCs in a way that does nothing, or leaves behind what nobody cleans up.
 * Source: OperatingSystemConfig contract, section 3.10.
 */
export function purposeRemarks(spec: PolicySpec): readonly Remark[] {
  const purposes = spec.match?.purposes ?? [];
  if (purposes.length === 0) {
    return [];
  }
  if (!purposes.includes(PROVISION)) {
    return spec.bootstrap === true ? [mistake(forbidden(["spec", "bootstrap"], UNREACHED))] : [];
  }
  const isAlone = !purposes.includes(RECONCILE);
  if (spec.bootstrap !== true) {
    const error = forbidden(["spec", "match", "purposes", purposes.indexOf(PROVISION)], IDLE);
    return [isAlone ? mistake(error) : caution(error)];
  }
  return isAlone ? provisionOnly(spec) : [];
}

const UNREACHED = "is about provision OSCs, which match.purposes leaves out; leave match.purposes out";
const IDLE = "nothing of a policy goes into provision OSCs without bootstrap: true";

/** What a policy for `provision` OSCs alone must not have. */
function provisionOnly(spec: PolicySpec): readonly Remark[] {
  const parts = PARTS.filter((part) => part !== "files" && hasPart(spec, part)).map((part) =>
    mistake(forbidden(["spec", part], part === "registries" ? ORPHANED : RECONCILED)),
  );
  const dropIns = (spec.files ?? []).flatMap(({ path }, index) =>
    isContainerdDropIn(path) ? [mistake(forbidden(["spec", "files", index, "path"], RECONCILED))] : [],
  );
  return [...parts, ...dropIns];
}

const RECONCILED = "goes into reconcile OSCs only; add reconcile to match.purposes";

/** gardener-node-agent does not know files of `provision` OSCs, so that it would never delete these. */
const ORPHANED =
  "nodes keep mirrors of provision OSCs for good unless reconcile OSCs have them too; add reconcile to match.purposes";
