import { at } from "../field/path.ts";
import { flavorRules } from "../profiles/flavor-rules.ts";
import { machineTypeRules } from "../profiles/machine-type-rules.ts";
import type { RuleId } from "../rules/catalogue.ts";
import type { Finding } from "../rules/finding.ts";
import { adoptOnly } from "./adopt.ts";
import { type ParentedReview, SPEC } from "./review.ts";

const TYPE_RULES: ReadonlySet<RuleId> = new Set(["CAP-CP-29", "CAP-CP-30", "CAP-CP-31", "CAP-CP-32"]);
const FLAVOR_RULES: ReadonlySet<RuleId> = new Set(["CAP-CP-54", "CAP-CP-55", "CAP-CP-56"]);

/**
 * CAP-NCP-19: checks the machine types and flavors that a NamespacedCloudProfile contributes by what only gardengate
 * demands of them in CloudProfiles. Flavors are taken as written, so that none is spoken of that stands only in the
 * normalised form. FieldErrors: those of the adopted rules.
 *
 * Source: capabilities contract, section 4.3.
 */
export function* contributedRules({ vocabulary, parent, spec, machineTypes }: ParentedReview): Iterable<Finding> {
  const typeFindings = machineTypeRules(machineTypes, vocabulary, at(SPEC, "machineTypes"));
  yield* adoptOnly("CAP-NCP-19", TYPE_RULES, typeFindings);
  for (const [i, { name: image, versions }] of spec.machineImages.entries()) {
    for (const [j, version] of versions.entries()) {
      const site = { vocabulary, image, version, path: at(SPEC, "machineImages", i, "versions", j) };
      yield* adoptOnly("CAP-NCP-19", FLAVOR_RULES, flavorRules(site, parent.type));
    }
  }
}
