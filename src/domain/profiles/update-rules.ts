import type { Finding } from "../rules/finding.ts";
import { capabilityRemovals, capabilityUpdateRules } from "./update-rules-capabilities.ts";
import { childBaseline, childRules } from "./update-rules-children.ts";
import { criUpdateRules } from "./update-rules-cri.ts";
import { imageUpdateRules } from "./update-rules-images.ts";
import { inUseRules } from "./update-rules-in-use.ts";
import type { ProfileUpdate } from "./update-rules-review.ts";
import { usedProfiles } from "./update-rules-used.ts";
import { vocabularyUpdateRules } from "./update-rules-vocabulary.ts";

/**
 * Checks an update of a CloudProfile by what depends on the profile: CAP-CP-80 to 83 and 85 to 91, and
 * CRI-V-24. CAP-CP-84 needs no rule of its own, since every update is checked as a whole. All findings are reported, in no
 * particular order.
 *
 * Source: capabilities contract, section 3.6; OperatingSystemConfig contract, section 5.3.
 */
export function updateRules(update: ProfileUpdate): readonly Finding[] {
  const removals = capabilityRemovals(update);
  const used = [...usedProfiles(update)];
  return [
    ...imageUpdateRules(update),
    ...capabilityUpdateRules(update, removals),
    ...inUseRules(update, used),
    ...criUpdateRules(update, used),
    ...childRules(update, removals),
    ...vocabularyUpdateRules(update),
  ];
}

/**
 * What the stored profile did to its children already: only CAP-CP-89 can be excused by it, because the other rules are
 * about the change itself.
 * Source: capabilities contract, section 0 item 5.
 */
export function updateBaseline(update: ProfileUpdate): readonly Finding[] {
  return [...childBaseline(update)];
}
