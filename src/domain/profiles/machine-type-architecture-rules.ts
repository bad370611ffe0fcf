import { machineTypeArchitecture } from "../capabilities/architecture.ts";
import { ARCHITECTURE, ARCHITECTURES } from "../capabilities/types.ts";
import { invalid, notSupported, required } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { describeMachineType, type MachineTypeSite } from "./sites.ts";

/** CAP-CP-22: without definitions, the field must tell the architecture. FieldError: Required. */
export function* legacyArchitectureRules(site: MachineTypeSite): Iterable<Finding> {
  const { vocabulary, machineType, path } = site;
  if (!vocabulary.isCapabilityMode && (machineType.architecture ?? "") === "") {
    const detail = `${describeMachineType(site)} must provide an architecture: ${ARCHITECTURES.join(" or ")}`;
    yield finding("CAP-CP-22", required(at(path, "architecture"), detail), machineType.name);
  }
}

/**
 * Checks that field and capability give a machine type one architecture that the profile defines: CAP-CP-26 to 30.
 * FieldErrors: Invalid, NotSupported, Required.
 *
 * Source: capabilities contract, sections 2.3 and 3.2; gardener pkg/api/core/validation/utils.go
 * validateMachineTypeArchitecture.
 */
export function* machineTypeArchitectureRules(site: MachineTypeSite): Iterable<Finding> {
  const { vocabulary, machineType, path } = site;
  const { name, architecture: field = "" } = machineType;
  const written = machineType.capabilities.get(ARCHITECTURE);
  const contradictions = [...contradictionRules(site), ...unknownFieldRules(site)];
  yield* contradictions;
  if (!vocabulary.isCapabilityMode) {
    return;
  }
  if (written !== undefined && written.length > 1) {
    const detail = `give ${describeMachineType(site)} only one architecture`;
    yield finding("CAP-CP-26", invalid(at(path, "capabilities", ARCHITECTURE), written, detail), name);
  }
  if (vocabulary.isMultiArch && written === undefined && field === "") {
    const detail = `the profile defines several architectures; give ${describeMachineType(site)} exactly one`;
    yield finding("CAP-CP-29", required(at(path, "capabilities", ARCHITECTURE), detail), name);
  }
  if (contradictions.length === 0 && written?.length !== 0) {
    yield* undefinedFieldRules(site);
  }
}

/** CAP-CP-27. */
function* contradictionRules(site: MachineTypeSite): Iterable<Finding> {
  const { vocabulary, machineType, path } = site;
  const { name, architecture: field = "", capabilities } = machineType;
  const [value, ...more] = capabilities.get(ARCHITECTURE) ?? [];
  const isContradiction = value !== undefined && more.length === 0 && field !== "" && field !== value;
  if (vocabulary.isCapabilityMode && isContradiction) {
    const detail = `${describeMachineType(site)} has ${JSON.stringify(field)} in the field architecture but ${JSON.stringify(value)} as capability; write the same in both, or remove the field`;
    yield finding("CAP-CP-27", invalid(at(path, "architecture"), value, detail), name);
  }
}

/** CAP-CP-28. */
function* unknownFieldRules(site: MachineTypeSite): Iterable<Finding> {
  const { machineType, path } = site;
  const { name, architecture: field = "" } = machineType;
  if (field !== "" && !ARCHITECTURES.includes(field)) {
    const hint = `correct the architecture of ${describeMachineType(site)}`;
    yield finding("CAP-CP-28", notSupported(at(path, "architecture"), field, ARCHITECTURES, hint), name);
  }
}

/** CAP-CP-30. */
function* undefinedFieldRules(site: MachineTypeSite): Iterable<Finding> {
  const { vocabulary, machineType, path } = site;
  const { name, architecture: field = "" } = machineType;
  const isFitting =
    field === machineTypeArchitecture(vocabulary, machineType) && vocabulary.architectures.includes(field);
  if (field !== "" && !isFitting) {
    const detail = `${describeMachineType(site)} contradicts the architectures of spec.machineCapabilities (${vocabulary.architectures.join(", ")}); remove the field, or define that architecture`;
    yield finding("CAP-CP-30", invalid(at(path, "architecture"), field, detail), name);
  }
}

/** CAP-CP-34: a machine type that tells its architecture in the field alone. FieldError: Required, as a warning. */
export function* implicitArchitectureRules(site: MachineTypeSite): Iterable<Finding> {
  const { vocabulary, machineType, path } = site;
  const { name, architecture: field = "", capabilities } = machineType;
  const isImplicit =
    vocabulary.isMultiArch && !capabilities.has(ARCHITECTURE) && vocabulary.architectures.includes(field);
  if (isImplicit) {
    const detail = `declare ${JSON.stringify(field)} as capability of ${describeMachineType(site)}; the field architecture is deprecated`;
    yield finding("CAP-CP-34", required(at(path, "capabilities", ARCHITECTURE), detail), name);
  }
}
