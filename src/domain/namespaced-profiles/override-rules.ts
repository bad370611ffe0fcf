import { forbidden, invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { replacesWhole } from "../profiles/effective.ts";
import { normalisedVersion } from "../profiles/normalise.ts";
import { describeImageVersion, type ImageVersionSite, imageVersionNames } from "../profiles/sites.ts";
import type { MachineImageVersion } from "../profiles/types.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { isExpired } from "../versions/classification.ts";
import { differsBeyondDate } from "./changed-version.ts";
import { imageIndex, type ParentedReview, SPEC } from "./review.ts";

/**
 * Checks what a NamespacedCloudProfile says of image versions that its parent has: CAP-NCP-11 to 14 and 20. FieldErrors:
 * Forbidden, Invalid.
 *
 * Source: capabilities contract, section 4.3; gardener plugin/pkg/namespacedcloudprofile/validator/admission.go
 * validateMachineImageOverrides.
 */
export function* overrideRules(review: ParentedReview): Iterable<Finding> {
  const { vocabulary, parentImages, spec, old, rendered } = review;
  const formerImages = imageIndex(old?.machineImages ?? []);
  const effectiveImages = imageIndex(rendered?.machineImages ?? []);
  for (const [i, { name: image, versions }] of spec.machineImages.entries()) {
    for (const [j, written] of versions.entries()) {
      if (parentImages.get(image)?.has(written.version)) {
        const version = normalisedVersion(vocabulary, written);
        const site = { vocabulary, image, version, path: at(SPEC, "machineImages", i, "versions", j) };
        const former = formerImages.get(image)?.get(written.version);
        const effective = effectiveImages.get(image)?.get(written.version);
        yield* former === undefined
          ? freshOverrideRules(site)
          : keptOverrideRules(review, site, { written, former, effective });
        yield* lifecycleRules(site);
      }
    }
  }
}

/** CAP-NCP-11 and 12, for overrides that the stored profile does not have. */
function* freshOverrideRules(site: ImageVersionSite): Iterable<Finding> {
  for (const field of surplusFields(site.version)) {
    const detail = `${describeImageVersion(site)} is one of the parent, so set nothing but its expirationDate`;
    yield finding("CAP-NCP-11", forbidden(at(site.path, field), detail), ...imageVersionNames(site), field);
  }
  if (site.version.expirationDate === undefined) {
    const detail = `${describeImageVersion(site)} is one of the parent, so set its expirationDate, or remove it`;
    yield finding("CAP-NCP-12", invalid(at(site.path, "expirationDate"), null, detail), ...imageVersionNames(site));
  }
}

function surplusFields(version: MachineImageVersion): readonly string[] {
  const { classification, cri, architectures, capabilityFlavors, kubeletVersionConstraint, inPlaceUpdates } = version;
  const isSet = {
    classification: Boolean(classification),
    cri: cri.length > 0,
    architectures: architectures.length > 0,
    capabilityFlavors: capabilityFlavors.length > 0,
    kubeletVersionConstraint: Boolean(kubeletVersionConstraint),
    inPlaceUpdates: inPlaceUpdates !== undefined,
  };
  return Object.entries(isSet).flatMap(([field, isWritten]) => (isWritten ? [field] : []));
}

/** An override as it is written now, as the stored profile has it, and as it was rendered last. */
interface OverrideStates {
  readonly written: MachineImageVersion;
  readonly former: MachineImageVersion;
  readonly effective: MachineImageVersion | undefined;
}

/** CAP-NCP-13 and 14, for overrides that the stored profile has, maybe from before the parent had the version. */
function* keptOverrideRules(
  { vocabulary, now }: ParentedReview,
  site: ImageVersionSite,
  { written, former, effective }: OverrideStates,
): Iterable<Finding> {
  const { version, path } = site;
  if (differsBeyondDate(vocabulary, former, written)) {
    const detail = `${describeImageVersion(site)} is one of the parent by now; change nothing but its expirationDate`;
    yield finding("CAP-NCP-14", forbidden(path, detail), ...imageVersionNames(site));
  }
  const isMoved = effective === undefined || effective.expirationDate !== version.expirationDate;
  if (isMoved && isExpired(version, now)) {
    const detail = `${describeImageVersion(site)} has expired; choose an expirationDate that lies in the future`;
    yield finding("CAP-NCP-13", invalid(at(path, "expirationDate"), undefined, detail), ...imageVersionNames(site));
  }
}

/** CAP-NCP-20. An override that replaces the parent's version whole brings its lifecycle with it. */
function* lifecycleRules(site: ImageVersionSite): Iterable<Finding> {
  if (site.version.lifecycle.length > 0 && !replacesWhole(site.version)) {
    const detail = `the lifecycle would be ignored, since ${describeImageVersion(site)} is one of the parent; remove it`;
    yield finding("CAP-NCP-20", forbidden(at(site.path, "lifecycle"), detail), ...imageVersionNames(site));
  }
}
