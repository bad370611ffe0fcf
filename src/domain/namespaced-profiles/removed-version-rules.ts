import { forbidden } from "../field/error.ts";
import { at } from "../field/path.ts";
import { shootsText, usesBy } from "../profiles/profile-use.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { isExpired } from "../versions/classification.ts";
import { imageIndex, type ParentedReview, SPEC } from "./review.ts";

/**
 * CAP-NCP-22: an image version stays in the profile while a shoot uses it, unless the parent offers it and it has not
 * expired there. FieldError: Forbidden, one per version.
 *
 * Source: capabilities contract, section 4.3; gardener plugin/pkg/global/resourcereferencemanager/admission.go
 * validateShootWorkersForRemovedMachineImageVersions.
 */
export function* removedVersionRules(review: ParentedReview): Iterable<Finding> {
  const { spec, old, parentImages, uses = [], namespace, now } = review;
  const before = imageIndex(old?.machineImages ?? []);
  const after = imageIndex(spec.machineImages);
  const own = uses.filter((use) => use.namespace === namespace);
  for (const group of usesBy(own, ({ image, version }) => [image, version])) {
    const [{ image, version }] = group;
    const isRemoved = before.get(image)?.has(version) && !after.get(image)?.has(version);
    const remaining = parentImages.get(image)?.get(version);
    if (isRemoved && (remaining === undefined || isExpired(remaining, now))) {
      const state = remaining === undefined ? "does not have it" : "has it expired";
      const detail = `version ${JSON.stringify(version)} of machine image ${JSON.stringify(image)} is used by ${shootsText(group)}, and the parent ${state}; keep it until nothing uses it`;
      yield finding("CAP-NCP-22", forbidden(at(SPEC, "machineImages"), detail), image, version);
    }
  }
}
