import { ARCHITECTURE, type Capabilities } from "../capabilities/types.ts";
import { forbidden } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { describeImageVersion, describeMachineType } from "../profiles/sites.ts";
import { sortedEntries } from "../profiles/written-capabilities.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { type ParentedReview, SPEC } from "./review.ts";

/**
 * CAP-NCP-18: warns of capabilities that vanish without a trace, because the parent defines none and only the
 * architecture has a legacy field to go to. FieldError: Forbidden.
 *
 * Source: capabilities contract, sections 4.1 and 4.3.
 */
export function* droppedCapabilityRules({ vocabulary, spec }: ParentedReview): Iterable<Finding> {
  if (vocabulary.isCapabilityMode) {
    return;
  }
  for (const [index, machineType] of spec.machineTypes.entries()) {
    const path = at(SPEC, "machineTypes", index);
    const owner = describeMachineType({ vocabulary, machineType, path });
    yield* droppedFrom(machineType.capabilities, at(path, "capabilities"), { owner, names: [machineType.name] });
  }
  for (const [i, { name: image, versions }] of spec.machineImages.entries()) {
    for (const [j, version] of versions.entries()) {
      const path = at(SPEC, "machineImages", i, "versions", j);
      const owner = `this flavor of ${describeImageVersion({ vocabulary, image, version, path })}`;
      for (const [k, flavor] of version.capabilityFlavors.entries()) {
        yield* droppedFrom(flavor, at(path, "capabilityFlavors", k), { owner, names: [image, version.version] });
      }
    }
  }
}

function* droppedFrom(
  capabilities: Capabilities,
  path: FieldPath,
  { owner, names }: { readonly owner: string; readonly names: readonly string[] },
): Iterable<Finding> {
  const dropped = sortedEntries(capabilities).flatMap(([name]) => (name === ARCHITECTURE ? [] : [name]));
  if (dropped.length > 0) {
    const list = dropped.map((name) => JSON.stringify(name)).join(", ");
    const detail = `the parent defines no capabilities, so ${list} of ${owner} will be dropped without a trace; remove them, or have the parent define capabilities`;
    yield finding("CAP-NCP-18", forbidden(path, detail), ...names, ...dropped);
  }
}
