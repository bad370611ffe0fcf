import { forbidden, invalid } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import type { CloudProfileSpec, KubernetesVersion, NamespacedCloudProfileSpec } from "../profiles/types.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { isExpired } from "../versions/classification.ts";
import { type ParentedReview, SPEC } from "./review.ts";

const VERSIONS: FieldPath = at(SPEC, "kubernetes", "versions");

/**
 * CAP-NCP-24, the part that needs no parent: a Kubernetes version is not classified. FieldError: Forbidden.
 * Source: capabilities contract, section 4.3; gardener pkg/api/core/validation/namespacedcloudprofile.go.
 */
export function* kubernetesClassificationRules({ kubernetesVersions }: NamespacedCloudProfileSpec): Iterable<Finding> {
  for (const [index, { version, classification }] of kubernetesVersions.entries()) {
    if (classification !== undefined) {
      const detail = `Kubernetes version ${JSON.stringify(version)} has the classification of the parent; set nothing but its expirationDate`;
      yield finding("CAP-NCP-24", forbidden(at(VERSIONS, index, "classification"), detail), version, "classification");
    }
  }
}

/**
 * CAP-NCP-24, the part about the parent: a Kubernetes version is one of the parent's, and gets an expiration date, which
 * does not move once it has passed. FieldError: Invalid.
 *
 * Source: capabilities contract, section 4.3; gardener plugin/pkg/namespacedcloudprofile/validator/admission.go
 * validateKubernetesVersionOverrides.
 */
export function* kubernetesOverrideRules(review: ParentedReview): Iterable<Finding> {
  const { spec, old, parent, rendered, now } = review;
  const known = new Set(parent.kubernetesVersions.map(({ version }) => version));
  const formerDates = old === undefined ? undefined : datesOf(rendered);
  for (const [index, override] of spec.kubernetesVersions.entries()) {
    const { version, expirationDate } = override;
    const path = at(VERSIONS, index);
    if (!known.has(version)) {
      const detail = "the parent CloudProfile has no such Kubernetes version to override; remove it";
      yield finding("CAP-NCP-24", invalid(path, version, detail), version, "unknown");
    } else if (expirationDate === undefined) {
      const detail = "set the expirationDate, which is what a NamespacedCloudProfile can override";
      yield finding("CAP-NCP-24", invalid(path, version, detail), version, "expirationDate");
    } else if (formerDates !== undefined && isExpired(override, now) && isMoved(override, formerDates)) {
      const detail = "the expirationDate lies in the past; choose a later one";
      yield finding("CAP-NCP-24", invalid(path, version, detail), version, "expired");
    }
  }
}

function datesOf(rendered: CloudProfileSpec | undefined): ReadonlyMap<string, number | undefined> {
  return new Map(rendered?.kubernetesVersions.map(({ version, expirationDate }) => [version, expirationDate]));
}

function isMoved({ version, expirationDate }: KubernetesVersion, dates: ReadonlyMap<string, number | undefined>) {
  return !dates.has(version) || dates.get(version) !== expirationDate;
}
