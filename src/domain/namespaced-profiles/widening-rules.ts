import type { Capabilities } from "../capabilities/types.ts";
import type { Vocabulary } from "../capabilities/vocabulary.ts";
import { required } from "../field/error.ts";
import { at } from "../field/path.ts";
import { describeMachineType } from "../profiles/sites.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { type ParentedReview, SPEC } from "./review.ts";

/**
 * CAP-NCP-21: warns where a machine type takes the place of one of the parent and leaves out a capability that the
 * parent restricts; left out, it has all values. FieldError: Required.
 *
 * Source: capabilities contract, sections 4.2 (step 4) and 4.3.
 */
export function* wideningRules({ vocabulary, parent, machineTypes }: ParentedReview): Iterable<Finding> {
  const replaced = new Map(parent.machineTypes.map((machineType) => [machineType.name, machineType.capabilities]));
  for (const [index, machineType] of machineTypes.entries()) {
    const path = at(SPEC, "machineTypes", index);
    for (const [name, values] of restrictions(vocabulary, replaced.get(machineType.name))) {
      if (!machineType.capabilities.has(name)) {
        const owner = describeMachineType({ vocabulary, machineType, path });
        const detail = `the parent restricts capability ${JSON.stringify(name)} of ${owner} to ${values.join(", ") || "no value"}; omitted here, all values are allowed, so repeat it to keep the restriction`;
        const error = required(at(path, "capabilities", name), detail);
        yield finding("CAP-NCP-21", error, machineType.name, name);
      }
    }
  }
}

/** The defined capabilities of which not all values are written. */
function restrictions(vocabulary: Vocabulary, capabilities: Capabilities = new Map()) {
  return vocabulary.definitions.flatMap(({ name, values }): readonly (readonly [string, readonly string[]])[] => {
    const written = capabilities.get(name);
    return written === undefined || values.every((value) => written.includes(value)) ? [] : [[name, written]];
  });
}
