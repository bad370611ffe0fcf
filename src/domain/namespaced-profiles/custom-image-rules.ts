import { required } from "../field/error.ts";
import { at } from "../field/path.ts";
import { imageVersionRules } from "../profiles/image-version-rules.ts";
import { supportedByMinor } from "../profiles/supported-version-rules.ts";
import type { MachineImage } from "../profiles/types.ts";
import type { RuleId } from "../rules/catalogue.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { adoptOnly } from "./adopt.ts";
import { type ParentedReview, SPEC } from "./review.ts";

/** Architectures and flavors. */
const FLAVOR_RULES: readonly RuleId[] = [
  "CAP-CP-45",
  "CAP-CP-46",
  "CAP-CP-47",
  "CAP-CP-48",
  "CAP-CP-49",
  "CAP-CP-50",
  "CAP-CP-51",
];

/** What holds for a custom version of an image that the parent has; the rest shows in the rendered profile. */
const VERSION_RULES: ReadonlySet<RuleId> = new Set(FLAVOR_RULES);

/** What holds for a version of a custom image. */
const IMAGE_RULES: ReadonlySet<RuleId> = new Set<RuleId>([
  ...FLAVOR_RULES,
  "CAP-CP-52",
  "CAP-CP-53",
  "CAP-CP-60",
  "CAP-CP-61",
  "CAP-CP-62",
  "CAP-CP-63",
  "CAP-CP-64",
  "CAP-CP-65",
  "CAP-CP-66",
  "CAP-CP-68",
  "CAP-CP-69",
]);

/**
 * Checks the images and versions that only the NamespacedCloudProfile has by the parent's capability definitions:
 * CAP-NCP-06, 07 and 09. FieldErrors: Required, and those of the adopted rules.
 *
 * Source: capabilities contract, section 4.3; gardener plugin/pkg/namespacedcloudprofile/validator/admission.go
 * validateMachineImageOverrides.
 */
export function* customImageRules(review: ParentedReview): Iterable<Finding> {
  const { parentImages, machineImages } = review;
  for (const [index, image] of machineImages.entries()) {
    const path = at(SPEC, "machineImages", index, "versions");
    if (image.versions.length === 0 && !parentImages.has(image.name)) {
      const detail = `provide at least one version for machine image ${JSON.stringify(image.name)}, which the parent does not have`;
      yield finding("CAP-NCP-06", required(path, detail), image.name);
    }
    yield* versionRules(review, image, index);
  }
}

/** CAP-NCP-07 and 09. */
function* versionRules(review: ParentedReview, image: MachineImage, index: number): Iterable<Finding> {
  const { vocabulary, parent, parentImages, featureGates, now } = review;
  const parentVersions = parentImages.get(image.name);
  const context = {
    providerType: parent.type,
    siblings: supportedByMinor(image.versions),
    isLifecycleAllowed: featureGates.VersionClassificationLifecycle,
    now,
  };
  for (const [j, version] of image.versions.entries()) {
    const site = { vocabulary, image: image.name, version, path: at(SPEC, "machineImages", index, "versions", j) };
    if (parentVersions === undefined) {
      yield* adoptOnly("CAP-NCP-07", IMAGE_RULES, imageVersionRules(site, context));
    } else if (!parentVersions.has(version.version)) {
      yield* adoptOnly("CAP-NCP-09", VERSION_RULES, imageVersionRules(site, context));
    }
  }
}
