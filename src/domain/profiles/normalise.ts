import { ARCHITECTURE, type Capabilities, DEFAULT_ARCHITECTURE } from "../capabilities/types.ts";
import type { Vocabulary } from "../capabilities/vocabulary.ts";
import type { MachineImage, MachineImageVersion, MachineType } from "./types.ts";

/**
 * Brings what a NamespacedCloudProfile writes into the format of its parent: capabilities where the parent defines
 * them, legacy architecture fields where it does not. Gardener does this before it validates and renders.
 * Source: capabilities contract, section 4.1; gardener pkg/utils/gardener/namespacedcloudprofile.go
 * TransformSpecToParentFormat.
 */
export function normalisedImage(parent: Vocabulary, image: MachineImage): MachineImage {
  return { ...image, versions: image.versions.map((version) => normalisedVersion(parent, version)) };
}

/** The same for one version of an image. */
export function normalisedVersion(parent: Vocabulary, version: MachineImageVersion): MachineImageVersion {
  const { capabilityFlavors, architectures } = version;
  if (parent.isCapabilityMode) {
    return capabilityFlavors.length > 0
      ? version
      : { ...version, capabilityFlavors: architectures.map(ofArchitecture) };
  }
  const written = [...new Set(capabilityFlavors.flatMap((flavor) => flavor.get(ARCHITECTURE) ?? []))];
  return { ...version, capabilityFlavors: [], architectures: architectures.length > 0 ? architectures : written };
}

/** The same for a machine type. */
export function normalisedMachineType(parent: Vocabulary, machineType: MachineType): MachineType {
  const { capabilities, architecture } = machineType;
  if (parent.isCapabilityMode) {
    const [only] = parent.isMultiArch ? [] : parent.architectures;
    return capabilities.size > 0
      ? machineType
      : { ...machineType, capabilities: ofArchitecture(only ?? architecture ?? DEFAULT_ARCHITECTURE) };
  }
  return capabilities.size === 0
    ? machineType
    : { ...machineType, capabilities: new Map(), architecture: architecture ?? capabilities.get(ARCHITECTURE)?.[0] };
}

function ofArchitecture(architecture: string): Capabilities {
  return new Map([[ARCHITECTURE, [architecture]]]);
}
