import { pathText } from "../field/path.ts";
import type { Finding } from "../rules/finding.ts";
import { contributedRules } from "./contributed-rules.ts";
import { customImageRules } from "./custom-image-rules.ts";
import { droppedCapabilityRules } from "./dropped-capability-rules.ts";
import { kubernetesClassificationRules, kubernetesOverrideRules } from "./kubernetes-override-rules.ts";
import { lostFitRules } from "./lost-fit-rules.ts";
import { overrideRules } from "./override-rules.ts";
import { parentRules } from "./parent-rules.ts";
import { removedVersionRules } from "./removed-version-rules.ts";
import { renderedProfileRules } from "./rendered-profile-rules.ts";
import { type NamespacedCloudProfileReview, type ParentedReview, withParent } from "./review.ts";
import { staticRules } from "./static-rules.ts";
import { updateStrategyRules } from "./update-strategy-rules.ts";
import { wideningRules } from "./widening-rules.ts";

/**
 * Checks a NamespacedCloudProfile by the rules CAP-NCP-01 to 26, but for its providerConfig (CAP-NCP-25): on its own, as
 * an override of its parent, and as the profile that Gardener would render. All stages are reported, in no particular
 * order; without a parent only the first. Rules marked W are ratcheted by the caller.
 *
 * Source: capabilities contract, section 4.
 */
export function validateNamespacedCloudProfile(review: NamespacedCloudProfileReview): readonly Finding[] {
  const { spec, parent } = review;
  const findings = [...parentRules(review), ...kubernetesClassificationRules(spec), ...staticRules(spec)];
  return parent === undefined ? findings : withoutRepeats([...findings, ...parentedRules(withParent(review, parent))]);
}

function* parentedRules(review: ParentedReview): Iterable<Finding> {
  yield* kubernetesOverrideRules(review);
  yield* updateStrategyRules(review);
  yield* overrideRules(review);
  yield* customImageRules(review);
  yield* renderedProfileRules(review);
  yield* contributedRules(review);
  yield* droppedCapabilityRules(review);
  yield* wideningRules(review);
  yield* removedVersionRules(review);
  yield* lostFitRules(review);
}

/** Of the same mistake at the same place, found in two stages, the first counts. */
function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ error, key }) => {
    const identity = JSON.stringify([error.type, pathText(error.path), key]);
    const isRepeated = seen.has(identity);
    seen.add(identity);
    return !isRepeated;
  });
}
