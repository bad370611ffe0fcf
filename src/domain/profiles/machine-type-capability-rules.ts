import { forbidden } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import {
  emptyCapabilities,
  repeatedValues,
  undefinedCapabilities,
  type WrittenCapabilities,
} from "./capability-entry-rules.ts";
import { describeMachineType, type MachineTypeSite } from "./sites.ts";

/** CAP-CP-23: without definitions a machine type has no capabilities. FieldError: Forbidden. */
export function* legacyCapabilityRules(site: MachineTypeSite): Iterable<Finding> {
  const { vocabulary, machineType, path } = site;
  if (!vocabulary.isCapabilityMode && machineType.capabilities.size > 0) {
    const detail = `define capabilities in spec.machineCapabilities first, or remove them from ${describeMachineType(site)}`;
    yield finding("CAP-CP-23", forbidden(at(path, "capabilities"), detail), machineType.name);
  }
}

/**
 * Checks what a machine type declares against the definitions: CAP-CP-24, 25, 31 and 32. FieldErrors: NotSupported,
 * Required, Duplicate.
 *
 * Source: capabilities contract, section 3.2; gardener pkg/api/core/validation/utils.go validateMachineTypeCapabilities.
 */
export function* machineTypeCapabilityRules(site: MachineTypeSite): Iterable<Finding> {
  const { vocabulary, machineType, path } = site;
  if (!vocabulary.isCapabilityMode) {
    return;
  }
  const { name, capabilities } = machineType;
  const written: WrittenCapabilities = {
    vocabulary,
    capabilities,
    path: at(path, "capabilities"),
    owner: describeMachineType(site),
    names: [name],
  };
  yield* undefinedCapabilities(written, { name: "CAP-CP-24", value: "CAP-CP-25" });
  yield* emptyCapabilities(written, "CAP-CP-31");
  yield* repeatedValues(written, "CAP-CP-32");
}
