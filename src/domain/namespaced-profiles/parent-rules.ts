import { invalid, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { type NamespacedCloudProfileReview, SPEC } from "./review.ts";

const PARENT: FieldPath = at(SPEC, "parent");
const KINDS: readonly string[] = ["CloudProfile"];

/**
 * Checks the reference to the parent: CAP-NCP-01 to 04. FieldErrors: NotSupported, Required, Invalid.
 *
 * Source: capabilities contract, section 4.3; gardener pkg/api/core/validation/namespacedcloudprofile.go.
 */
export function* parentRules({ spec, old, parent: found }: NamespacedCloudProfileReview): Iterable<Finding> {
  const { parent } = spec;
  if (!KINDS.includes(parent.kind)) {
    yield finding("CAP-NCP-01", notSupported(at(PARENT, "kind"), parent.kind, KINDS, "correct the kind of the parent"));
  }
  if (parent.name === "") {
    yield finding("CAP-NCP-02", required(at(PARENT, "name"), "name the CloudProfile that is the parent"));
  } else if (found === undefined) {
    const detail = "there is no CloudProfile of this name; name one that exists";
    yield finding("CAP-NCP-04", invalid(at(PARENT, "name"), parent.name, detail), parent.name);
  }
  if (old !== undefined && (old.parent.kind !== parent.kind || old.parent.name !== parent.name)) {
    const detail = `the parent cannot change; restore ${old.parent.kind} ${JSON.stringify(old.parent.name)}, or create another profile`;
    yield finding("CAP-NCP-03", invalid(PARENT, parent, detail));
  }
}
