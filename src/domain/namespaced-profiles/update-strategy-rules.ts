import { forbidden } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { type ParentedReview, SPEC } from "./review.ts";

/**
 * CAP-NCP-15: the update strategy of an image that the parent has stays as it was stored, whether or not the image was a
 * custom one once. FieldError: Forbidden.
 *
 * Source: capabilities contract, section 4.3; gardener plugin/pkg/namespacedcloudprofile/validator/admission.go
 * validateMachineImageOverrides.
 */
export function* updateStrategyRules({ parentImages, spec, old }: ParentedReview): Iterable<Finding> {
  const former = new Map(old?.machineImages.map(({ name, updateStrategy }) => [name, updateStrategy ?? ""]));
  for (const [index, { name, updateStrategy = "" }] of spec.machineImages.entries()) {
    const before = parentImages.has(name) ? former.get(name) : undefined;
    if (before !== undefined && before !== updateStrategy) {
      const detail = `machine image ${JSON.stringify(name)} is one of the parent, so its update strategy here must stay ${before === "" ? "unset" : JSON.stringify(before)}`;
      yield finding("CAP-NCP-15", forbidden(at(SPEC, "machineImages", index, "updateStrategy"), detail), name);
    }
  }
}
