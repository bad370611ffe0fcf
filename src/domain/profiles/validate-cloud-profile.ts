import { type Vocabulary, vocabularyOf } from "../capabilities/vocabulary.ts";
import { at, type FieldPath } from "../field/path.ts";
import type { Finding } from "../rules/finding.ts";
import { bastionRules } from "./bastion-rules.ts";
import { imageVersionRules } from "./image-version-rules.ts";
import { kubernetesVersionRules } from "./kubernetes-version-rules.ts";
import { formerLivesOf, returnToUnavailableRules } from "./lifecycle-rules.ts";
import { machineImageRules, versionIdentityRules } from "./machine-image-rules.ts";
import { machineTypeRules } from "./machine-type-rules.ts";
import { reachabilityRules } from "./reachability-rules.ts";
import type { ImageVersionSite } from "./sites.ts";
import { sizeRules } from "./size-rules.ts";
import { supportedByMinor } from "./supported-version-rules.ts";
import type { CloudProfileSpec } from "./types.ts";
import { vocabularyRules } from "./vocabulary-rules.ts";

/** A CloudProfile under review, and what its validity depends on. */
export interface CloudProfileReview {
  readonly spec: CloudProfileSpec;
  /** The stored profile; undefined on CREATE. */
  readonly old: CloudProfileSpec | undefined;
  /** The feature gates of Gardener that change what is valid. */
  readonly featureGates: {
    readonly CloudProfileCapabilities: boolean;
    readonly VersionClassificationLifecycle: boolean;
  };
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Size of the serialised spec; without it CAP-CP-59 is not checked. */
  readonly specBytes?: number | undefined;
}

const SPEC: FieldPath = ["spec"];

/**
 * Checks a CloudProfile by the rules CAP-CP-01 to 79: vocabulary, machine types, machine images with their flavors,
 * versions, and the bastion. All findings are reported, in no particular order; rules marked W are ratcheted by the
 * caller.
 *
 * Source: capabilities contract, sections 3.1 to 3.5.
 */
export function validateCloudProfile(review: CloudProfileReview): readonly Finding[] {
  const { spec, featureGates, now, specBytes } = review;
  const vocabulary = vocabularyOf(spec.machineCapabilities);
  return [
    ...vocabularyRules({
      definitions: spec.machineCapabilities,
      vocabulary,
      path: at(SPEC, "machineCapabilities"),
      isAllowed: featureGates.CloudProfileCapabilities,
    }),
    ...machineTypeRules(spec.machineTypes, vocabulary, at(SPEC, "machineTypes")),
    ...machineImageRules(spec.machineImages, at(SPEC, "machineImages")),
    ...versionRules(review, vocabulary),
    ...kubernetesVersionRules(spec.kubernetesVersions, at(SPEC, "kubernetes", "versions")),
    ...bastionRules({ spec, vocabulary, path: at(SPEC, "bastion"), now }),
    ...reachabilityRules({ spec, vocabulary, path: SPEC, now }),
    ...(specBytes === undefined ? [] : sizeRules(specBytes, SPEC)),
  ];
}

/** CAP-CP-44 to 57 and 60 to 71, version by version. */
function* versionRules(review: CloudProfileReview, vocabulary: Vocabulary): Iterable<Finding> {
  const { spec, old, featureGates, now } = review;
  const former = formerLivesOf(old?.machineImages ?? []);
  const seen = new Set<string>();
  for (const [i, { name: image, versions }] of spec.machineImages.entries()) {
    const context = {
      providerType: spec.type,
      siblings: supportedByMinor(versions),
      isLifecycleAllowed: featureGates.VersionClassificationLifecycle,
      now,
    };
    for (const [j, version] of versions.entries()) {
      const site: ImageVersionSite = { vocabulary, image, version, path: at(SPEC, "machineImages", i, "versions", j) };
      yield* versionIdentityRules(site, seen);
      yield* imageVersionRules(site, context);
      yield* returnToUnavailableRules(site, former.get(image), now);
    }
  }
}
