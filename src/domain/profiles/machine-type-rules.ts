import type { Vocabulary } from "../capabilities/vocabulary.ts";
import { duplicate, invalid, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import {
  implicitArchitectureRules,
  legacyArchitectureRules,
  machineTypeArchitectureRules,
} from "./machine-type-architecture-rules.ts";
import { legacyCapabilityRules, machineTypeCapabilityRules } from "./machine-type-capability-rules.ts";
import { isUnprefixedQualifiedName, NAME_GRAMMAR } from "./qualified-name.ts";
import type { MachineTypeSite } from "./sites.ts";
import type { MachineType } from "./types.ts";

/**
 * Checks the machine types of a profile: CAP-CP-20 and 21 here, the rest of section 3.2 in the two files beside this
 * one. A repeated name stops CAP-CP-24 to 32 for its later entry. FieldErrors: Required, Invalid, Duplicate, and those
 * of the parts.
 *
 * Source: capabilities contract, section 3.2; gardener pkg/api/core/validation/utils.go ValidateMachineType.
 */
export function* machineTypeRules(
  machineTypes: readonly MachineType[],
  vocabulary: Vocabulary,
  path: FieldPath,
): Iterable<Finding> {
  if (machineTypes.length === 0) {
    yield finding("CAP-CP-20", required(path, "provide at least one machine type"));
  }
  const seen = new Set<string>();
  for (const [index, machineType] of machineTypes.entries()) {
    const site = { vocabulary, machineType, path: at(path, index) };
    const isRepeated = seen.has(machineType.name);
    yield* nameRules(site, isRepeated);
    yield* legacyArchitectureRules(site);
    yield* legacyCapabilityRules(site);
    if (!isRepeated) {
      yield* machineTypeArchitectureRules(site);
      yield* machineTypeCapabilityRules(site);
    }
    yield* implicitArchitectureRules(site);
    seen.add(machineType.name);
  }
}

/** CAP-CP-21. */
function* nameRules({ machineType: { name }, path }: MachineTypeSite, isRepeated: boolean): Iterable<Finding> {
  const namePath = at(path, "name");
  if (name === "") {
    yield finding("CAP-CP-21", required(namePath, "give the machine type a name"), name);
  } else if (!isUnprefixedQualifiedName(name)) {
    const detail = `the machine type name must be an unprefixed qualified name: ${NAME_GRAMMAR}`;
    yield finding("CAP-CP-21", invalid(namePath, name, detail), name);
  }
  if (isRepeated) {
    yield finding("CAP-CP-21", duplicate(namePath, name, "list each machine type once"), name);
  }
}
