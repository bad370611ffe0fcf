import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { parseVersionConstraint } from "../versions/constraint.ts";
import { parseImageVersion } from "../versions/image-version.ts";
import { describeImageVersion, type ImageVersionSite, imageVersionNames } from "./sites.ts";

/**
 * Checks the texts on an image version that speak of other versions: CAP-CP-70 and 71. FieldError: Invalid.
 * Source: capabilities contract, section 3.4; the second path is spelled as Gardener spells it.
 */
export function* versionTextRules(site: ImageVersionSite): Iterable<Finding> {
  const { kubeletVersionConstraint: constraint, inPlaceUpdates } = site.version;
  const minimum = inPlaceUpdates?.minVersionForUpdate;
  if (constraint !== undefined && parseVersionConstraint(constraint) === undefined) {
    const detail = `the kubelet versions of ${describeImageVersion(site)} cannot be read; write a constraint such as ">= 1.33, < 1.36"`;
    const error = invalid(at(site.path, "kubeletVersionConstraint"), constraint, detail);
    yield finding("CAP-CP-70", error, ...imageVersionNames(site));
  }
  if (minimum !== undefined && parseImageVersion(minimum) === undefined) {
    const detail = `the minimum version for in-place updates to ${describeImageVersion(site)} cannot be read; use a semantic version`;
    const error = invalid(at(site.path, "minVersionForInPlaceUpdate"), minimum, detail);
    yield finding("CAP-CP-71", error, ...imageVersionNames(site));
  }
}
