import { at, type FieldPath } from "../field/path.ts";
import { effectiveSpec } from "../profiles/effective.ts";
import { imageVersionRules } from "../profiles/image-version-rules.ts";
import { kubernetesVersionRules } from "../profiles/kubernetes-version-rules.ts";
import { machineImageRules, versionIdentityRules } from "../profiles/machine-image-rules.ts";
import { machineTypeRules } from "../profiles/machine-type-rules.ts";
import { supportedByMinor } from "../profiles/supported-version-rules.ts";
import type { CloudProfileSpec, MachineImage } from "../profiles/types.ts";
import type { RuleId } from "../rules/catalogue.ts";
import { type Finding, markOf } from "../rules/finding.ts";
import { adopt } from "./adopt.ts";
import type { ParentedReview } from "./review.ts";

const RENDERED: FieldPath = ["status", "cloudProfileSpec"];

const TYPE_RULES: ReadonlySet<RuleId> = new Set(["CAP-CP-24", "CAP-CP-25", "CAP-CP-26", "CAP-CP-27"]);

/** What a version says of its life and its CRI. */
const LIFE_AND_CRI_RULES: ReadonlySet<RuleId> = new Set([
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
 * Checks the profile that Gardener would render, by the rules of CloudProfiles that Gardener enforces: CAP-NCP-08, 10, 16
 * and 17. Paths are those of the rendered profile. FieldErrors: those of the adopted rules.
 *
 * Source: capabilities contract, section 4.3, stage (c); gardener pkg/api/core/validation/namespacedcloudprofile.go
 * ValidateNamespacedCloudProfileStatus.
 */
export function* renderedProfileRules(review: ParentedReview): Iterable<Finding> {
  const spec = effectiveSpec(review.parent, review.spec);
  yield* enforced(kubernetesRules(spec), () => "CAP-NCP-17");
  yield* enforced(typeRules(review, spec), ({ rule }) => (TYPE_RULES.has(rule) ? "CAP-NCP-16" : "CAP-NCP-17"));
  if (spec.machineImages.length > 0) {
    const imageFindings = machineImageRules(spec.machineImages, at(RENDERED, "machineImages"));
    yield* enforced(imageFindings, (found) => (isMissingStrategy(found) ? "CAP-NCP-08" : "CAP-NCP-17"));
    yield* versionRules(review, spec);
  }
}

/** Adopts the findings that Gardener has too. */
function* enforced(findings: Iterable<Finding>, ruleFor: (found: Finding) => RuleId): Iterable<Finding> {
  for (const found of findings) {
    if (markOf(found) === "G") {
      yield adopt(ruleFor(found), found);
    }
  }
}

function kubernetesRules({ kubernetesVersions }: CloudProfileSpec): Iterable<Finding> {
  return kubernetesVersionRules(kubernetesVersions, at(RENDERED, "kubernetes", "versions"));
}

function typeRules({ vocabulary }: ParentedReview, { machineTypes }: CloudProfileSpec): Iterable<Finding> {
  return machineTypes.length === 0 ? [] : machineTypeRules(machineTypes, vocabulary, at(RENDERED, "machineTypes"));
}

/** Only custom images can lack one: the parent's is kept where none is set. */
function isMissingStrategy({ rule, error }: Finding): boolean {
  return rule === "CAP-CP-43" && error.type === "FieldValueRequired";
}

/** CAP-NCP-10 for versions that only the NamespacedCloudProfile has, CAP-NCP-17 for everything else. */
function* versionRules(review: ParentedReview, { machineImages }: CloudProfileSpec): Iterable<Finding> {
  const seen = new Set<string>();
  for (const [index, image] of machineImages.entries()) {
    yield* rulesOfImage(review, image, { path: at(RENDERED, "machineImages", index, "versions"), seen });
  }
}

function* rulesOfImage(
  { vocabulary, parent, parentImages, featureGates, now }: ParentedReview,
  { name: image, versions }: MachineImage,
  { path, seen }: { readonly path: FieldPath; readonly seen: Set<string> },
): Iterable<Finding> {
  const context = {
    providerType: parent.type,
    siblings: supportedByMinor(versions),
    isLifecycleAllowed: featureGates.VersionClassificationLifecycle,
    now,
  };
  for (const [index, version] of versions.entries()) {
    const site = { vocabulary, image, version, path: at(path, index) };
    const isCustom = !parentImages.get(image)?.has(version.version);
    yield* enforced(versionIdentityRules(site, seen), () => "CAP-NCP-17");
    yield* enforced(imageVersionRules(site, context), ({ rule }) =>
      isCustom && LIFE_AND_CRI_RULES.has(rule) ? "CAP-NCP-10" : "CAP-NCP-17",
    );
  }
}
