import { forbidden, invalid, required } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { versionNames } from "./coverage-rules.ts";
import type { NamespacedReview } from "./namespaced-review.ts";
import { PROVIDER_IMAGES, versionText } from "./provider-config.ts";
import type { VersionMapping } from "./version-mapping.ts";

/**
 * CAP-PC-30: custom images and versions that the providerConfig does not list. FieldError: Required.
 * Source: capabilities contract, section 8.2.
 */
export function* unlistedRules(
  { parentVersions, images }: NamespacedReview,
  mapping: VersionMapping,
): Iterable<Finding> {
  for (const { name, versions } of images) {
    const [ofParent, listed] = [parentVersions.get(name), mapping.get(name)];
    if (ofParent === undefined && listed === undefined) {
      const detail = `list machine image ${JSON.stringify(name)}, which the parent does not have`;
      yield finding("CAP-PC-30", required(PROVIDER_IMAGES, detail), name);
      continue;
    }
    for (const { version } of versions) {
      if (ofParent?.has(version) !== true && listed?.has(version) !== true) {
        const detail = `list ${versionText(name, version)}, which the parent does not have`;
        yield finding("CAP-PC-30", required(PROVIDER_IMAGES, detail), name, version);
      }
    }
  }
}

/**
 * CAP-PC-31 and 32: entries for versions of the parent, and for what the NamespacedCloudProfile does not have.
 * FieldErrors: Forbidden, Required, Invalid.
 * Source: capabilities contract, section 8.2.
 */
export function* foreignEntryRules({ parentVersions, images, config }: NamespacedReview): Iterable<Finding> {
  const own = versionNames(images);
  for (const [x, { name, versions }] of config.machineImages.entries()) {
    const path = at(PROVIDER_IMAGES, x);
    const [ofParent, ofOwn] = [parentVersions.get(name), own.get(name)];
    if (ofOwn === undefined) {
      const detail = `machine image ${JSON.stringify(name)} is not in spec.machineImages; add it there, or remove this entry`;
      yield finding("CAP-PC-32", required(path, detail), name);
    }
    for (const [y, { version }] of versions.entries()) {
      const versionPath = at(path, "versions", y);
      if (ofParent?.has(version) === true) {
        const detail = `the parent CloudProfile maps ${versionText(name, version)} already; remove this entry`;
        yield finding("CAP-PC-31", forbidden(versionPath, detail), name, version);
      }
      if (ofOwn?.has(version) === false) {
        const detail = "the version is not in spec.machineImages; add it there, or remove this entry";
        yield finding("CAP-PC-32", invalid(versionPath, `${name}@${version}`, detail), name, version);
      }
    }
  }
}
