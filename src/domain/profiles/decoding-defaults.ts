import { DEFAULT_ARCHITECTURE } from "../capabilities/types.ts";
import type { CloudProfileSpec, Cri, MachineImage, MachineImageVersion, MachineType } from "./types.ts";

/** The container runtime interface of pools that name none, and of image versions that list none. */
export const DEFAULT_CRI: Cri = { name: "containerd", containerRuntimes: [] };

/**
 * A CloudProfile as the API server reads it: update strategies, container runtime interfaces and, in legacy mode,
 * architectures that are not given are filled in. For documents that were never sent; not for NamespacedCloudProfiles,
 * of which nothing is defaulted.
 *
 * Source: capabilities contract, section 2.6; gardener pkg/apis/core/v1beta1/defaults_cloudprofile.go.
 */
export function withDecodingDefaults(spec: CloudProfileSpec): CloudProfileSpec {
  const isLegacy = spec.machineCapabilities.length === 0;
  return {
    ...spec,
    machineTypes: spec.machineTypes.map((machineType) => defaultedType(machineType, isLegacy)),
    machineImages: spec.machineImages.map((image) => defaultedImage(image, isLegacy)),
  };
}

function defaultedType(machineType: MachineType, isLegacy: boolean): MachineType {
  return isLegacy && machineType.architecture === undefined
    ? { ...machineType, architecture: DEFAULT_ARCHITECTURE }
    : machineType;
}

function defaultedImage(image: MachineImage, isLegacy: boolean): MachineImage {
  return {
    ...image,
    updateStrategy: image.updateStrategy ?? "major",
    versions: image.versions.map((version) => defaultedVersion(version, isLegacy)),
  };
}

function defaultedVersion(version: MachineImageVersion, isLegacy: boolean): MachineImageVersion {
  const { architectures, cri } = version;
  return {
    ...version,
    architectures: isLegacy && architectures.length === 0 ? [DEFAULT_ARCHITECTURE] : architectures,
    cri: cri.length === 0 ? [DEFAULT_CRI] : cri,
  };
}
