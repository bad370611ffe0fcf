import { vocabularyOf } from "../capabilities/vocabulary.ts";
import { at, type FieldPath } from "../field/path.ts";
import { imageArchitectureRules } from "../profiles/image-architecture-rules.ts";
import { machineImageRules, versionIdentityRules } from "../profiles/machine-image-rules.ts";
import { machineTypeRules } from "../profiles/machine-type-rules.ts";
import type { ImageVersionSite } from "../profiles/sites.ts";
import type { MachineImage, MachineType, NamespacedCloudProfileSpec } from "../profiles/types.ts";
import { versionTextRules } from "../profiles/version-text-rules.ts";
import type { RuleId } from "../rules/catalogue.ts";
import type { Finding } from "../rules/finding.ts";
import { adoptOnly } from "./adopt.ts";
import { SPEC } from "./review.ts";

/** What can be said of machine images whatever the parent is. */
const IMAGE_RULES: ReadonlySet<RuleId> = new Set([
  "CAP-CP-41",
  "CAP-CP-43",
  "CAP-CP-44",
  "CAP-CP-49",
  "CAP-CP-70",
  "CAP-CP-71",
]);

const TYPE_RULES: ReadonlySet<RuleId> = new Set(["CAP-CP-21", "CAP-CP-28"]);

/** The vocabulary under which architectures are amd64 and arm64, whatever the parent defines. */
const NO_CAPABILITIES = vocabularyOf([]);

/**
 * Checks what needs no parent, on the object as it is written: CAP-NCP-26 for machine images, CAP-NCP-16 for the names
 * and legacy architectures of machine types. FieldErrors: those of the adopted rules.
 *
 * Source: capabilities contract, section 4.3, stage (a); gardener pkg/api/core/validation/namespacedcloudprofile.go
 * ValidateNamespacedCloudProfile.
 */
export function* staticRules({ machineImages, machineTypes }: NamespacedCloudProfileSpec): Iterable<Finding> {
  const imagesPath = at(SPEC, "machineImages");
  yield* adoptOnly("CAP-NCP-26", IMAGE_RULES, withoutMissingStrategies(machineImageRules(machineImages, imagesPath)));
  yield* adoptOnly("CAP-NCP-26", IMAGE_RULES, versionRules(machineImages, imagesPath));
  yield* adoptOnly("CAP-NCP-16", TYPE_RULES, typeRules(machineTypes));
}

/** A NamespacedCloudProfile may leave the update strategy to its parent. */
function* withoutMissingStrategies(findings: Iterable<Finding>): Iterable<Finding> {
  for (const found of findings) {
    if (found.rule !== "CAP-CP-43" || found.error.type !== "FieldValueRequired") {
      yield found;
    }
  }
}

function* versionRules(images: readonly MachineImage[], path: FieldPath): Iterable<Finding> {
  const seen = new Set<string>();
  for (const [i, { name: image, versions }] of images.entries()) {
    for (const [j, version] of versions.entries()) {
      const site: ImageVersionSite = { vocabulary: NO_CAPABILITIES, image, version, path: at(path, i, "versions", j) };
      yield* versionIdentityRules(site, seen);
      yield* imageArchitectureRules(site);
      yield* versionTextRules(site);
    }
  }
}

function typeRules(machineTypes: readonly MachineType[]): Iterable<Finding> {
  return machineTypeRules(machineTypes, NO_CAPABILITIES, at(SPEC, "machineTypes"));
}
