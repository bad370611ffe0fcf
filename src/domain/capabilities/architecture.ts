import type { MachineImageVersion, MachineType } from "../profiles/types.ts";
import { type CapabilitySet, effectiveCapabilities, valuesIn } from "./set.ts";
import { ARCHITECTURE, type Capabilities } from "./types.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What the architecture of a machine type depends on. */
export type ArchitectureBearer = Pick<MachineType, "architecture" | "capabilities">;

/** What the architectures and flavors of an image version depend on. */
export type FlavorBearer = Pick<MachineImageVersion, "architectures" | "capabilityFlavors">;

/**
 * The architecture of a machine type, or "" where it has none (which makes it unusable).
 * Source: capabilities contract, section 2.3.
 */
export function machineTypeArchitecture(vocabulary: Vocabulary, machineType: ArchitectureBearer): string {
  if (!vocabulary.isCapabilityMode) {
    return machineType.architecture ?? "";
  }
  const written = machineType.capabilities.get(ARCHITECTURE) ?? vocabulary.architectures;
  return written.length === 1 ? (written[0] ?? "") : (machineType.architecture ?? "");
}

/**
 * The effective capabilities of a machine type as Gardener matches them: a legacy `architecture` field plays no part.
 */
export function wideCapabilities(vocabulary: Vocabulary, machineType: ArchitectureBearer): CapabilitySet {
  return effectiveCapabilities(vocabulary, machineType.capabilities);
}

/**
 * The effective capabilities of a machine type, narrowed to the architecture it names in the legacy field where it
 * declares none as capability; without it an arm64 type would pass with an amd64 flavor.
 * Source: capabilities contract, section 2.3, row 4.
 */
export function narrowedCapabilities(vocabulary: Vocabulary, machineType: ArchitectureBearer): CapabilitySet {
  const { architecture, capabilities } = machineType;
  const isNarrowed = vocabulary.isMultiArch && !capabilities.has(ARCHITECTURE) && architecture !== undefined;
  return isNarrowed && architecture !== ""
    ? effectiveCapabilities(vocabulary, new Map(capabilities).set(ARCHITECTURE, [architecture]))
    : wideCapabilities(vocabulary, machineType);
}

/**
 * The flavors of an image version after defaulting; empty in legacy mode, otherwise at least one.
 * Source: capabilities contract, section 2.2.
 */
export function effectiveFlavors(vocabulary: Vocabulary, version: FlavorBearer): readonly CapabilitySet[] {
  return impliedFlavors(vocabulary, version).map((flavor) => effectiveCapabilities(vocabulary, flavor));
}

function impliedFlavors(vocabulary: Vocabulary, version: FlavorBearer): readonly Capabilities[] {
  if (!vocabulary.isCapabilityMode) {
    return [];
  }
  if (version.capabilityFlavors.length > 0) {
    return version.capabilityFlavors;
  }
  if (vocabulary.isMultiArch && version.architectures.length > 0) {
    return version.architectures.map((architecture) => new Map([[ARCHITECTURE, [architecture]]]));
  }
  return [new Map()];
}

/**
 * The architectures an image version is built for, in order of preference.
 * Source: capabilities contract, section 2.4.
 */
export function versionArchitectures(vocabulary: Vocabulary, version: FlavorBearer): readonly string[] {
  if (!vocabulary.isCapabilityMode) {
    return version.architectures;
  }
  const index = vocabulary.definitions.findIndex(({ name }) => name === ARCHITECTURE);
  const flavors = effectiveFlavors(vocabulary, version);
  const found = new Set(flavors.flatMap((flavor) => valuesIn(vocabulary, flavor, index)));
  return vocabulary.architectures.filter((architecture) => found.has(architecture));
}
