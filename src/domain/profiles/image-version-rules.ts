import type { Finding } from "../rules/finding.ts";
import { classificationRules } from "./classification-rules.ts";
import { criRules } from "./cri-rules.ts";
import { flavorRules } from "./flavor-rules.ts";
import { imageArchitectureRules } from "./image-architecture-rules.ts";
import type { ImageVersionSite } from "./sites.ts";
import { type SupportedByMinor, supportedVersionRules } from "./supported-version-rules.ts";
import { versionTextRules } from "./version-text-rules.ts";

/** What the validity of an image version depends on besides the version and the vocabulary. */
export interface ImageVersionContext {
  readonly providerType: string;
  /** Of the same image. */
  readonly siblings: SupportedByMinor;
  /** Feature gate `VersionClassificationLifecycle`. */
  readonly isLifecycleAllowed: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Checks what an image version says of itself: CAP-CP-45 to 57, 60 to 66, and 68 to 71. FieldErrors: those of the parts.
 * Source: capabilities contract, sections 3.3 and 3.4.
 */
export function* imageVersionRules(site: ImageVersionSite, context: ImageVersionContext): Iterable<Finding> {
  const { providerType, siblings, isLifecycleAllowed, now } = context;
  yield* imageArchitectureRules(site);
  yield* flavorRules(site, providerType);
  yield* classificationRules(site, isLifecycleAllowed);
  yield* supportedVersionRules(site, siblings, now);
  yield* criRules(site);
  yield* versionTextRules(site);
}
