import { forbidden, notSupported } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { CLASSIFICATIONS, isWrittenClassification } from "../versions/classification.ts";
import { lifecycleStageRules } from "./lifecycle-rules.ts";
import { describeImageVersion, type ImageVersionSite, imageVersionNames } from "./sites.ts";

/**
 * Checks how far an image version says it is in its life: CAP-CP-60 to 63, and the stages of its lifecycle. A lifecycle
 * under a closed feature gate is CAP-CP-62 alone. FieldErrors: NotSupported, Forbidden, and those of the stages.
 *
 * Source: capabilities contract, section 3.4; gardener pkg/api/core/validation/utils.go validateExpirableVersion.
 */
export function* classificationRules(site: ImageVersionSite, isLifecycleAllowed: boolean): Iterable<Finding> {
  const { version, path } = site;
  const hasLifecycle = version.lifecycle.length > 0;
  if (hasLifecycle && !isLifecycleAllowed) {
    const detail = `use classification and expirationDate for ${describeImageVersion(site)}, or switch on the feature gate VersionClassificationLifecycle`;
    yield finding("CAP-CP-62", forbidden(at(path, "lifecycle"), detail), ...imageVersionNames(site));
    return;
  }
  yield* writtenClassificationRules(site);
  if (hasLifecycle && (version.classification !== undefined || version.expirationDate !== undefined)) {
    const detail = `${describeImageVersion(site)} has a lifecycle; remove classification and expirationDate, which exclude it`;
    yield finding("CAP-CP-63", forbidden(path, detail), ...imageVersionNames(site));
  }
  yield* lifecycleStageRules(site);
}

/** CAP-CP-60 and 61. */
function* writtenClassificationRules(site: ImageVersionSite): Iterable<Finding> {
  const { classification, lifecycle } = site.version;
  const classificationPath = at(site.path, "classification");
  const names = imageVersionNames(site);
  if (classification !== undefined && !isWrittenClassification(classification)) {
    const hint = `correct the classification of ${describeImageVersion(site)}`;
    yield finding("CAP-CP-60", notSupported(classificationPath, classification, CLASSIFICATIONS, hint), ...names);
  }
  if (classification === "expired" && lifecycle.length === 0) {
    const detail = `set an expirationDate on ${describeImageVersion(site)} instead of the classification expired`;
    yield finding("CAP-CP-61", forbidden(classificationPath, detail), ...names);
  }
}
