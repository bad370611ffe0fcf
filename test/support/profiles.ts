import type { CloudProfileSpec, MachineImageVersion, MachineType } from "../../src/domain/profiles/types.ts";

/** A machine type with nothing but a name. */
export function machineType(parts: Partial<MachineType>): MachineType {
  return { name: "m", architecture: undefined, capabilities: new Map(), usable: undefined, ...parts };
}

/** A supported image version for containerd with nothing else set. */
export function imageVersion(parts: Partial<MachineImageVersion>): MachineImageVersion {
  return {
    version: "1.0.0",
    capabilityFlavors: [],
    architectures: [],
    cri: [{ name: "containerd", containerRuntimes: [] }],
    kubeletVersionConstraint: undefined,
    inPlaceUpdates: undefined,
    classification: undefined,
    expirationDate: undefined,
    lifecycle: [],
    ...parts,
  };
}

/** A profile of the local provider with empty lists. */
export function cloudProfileSpec(parts: Partial<CloudProfileSpec>): CloudProfileSpec {
  return {
    type: "local",
    machineCapabilities: [],
    machineTypes: [],
    machineImages: [],
    kubernetesVersions: [],
    regions: [],
    volumeTypes: [],
    bastion: undefined,
    providerConfig: undefined,
    ...parts,
  };
}
