import type { Capabilities, CapabilityDefinition } from "../capabilities/types.ts";
import type { ReadProviderConfig } from "../providers/provider-config.ts";

/**
 * The parts of CloudProfile and NamespacedCloudProfile that gardengate reads. Absent and null lists are empty, absent
 * and null scalars undefined; an explicit empty string stays one.
 * Source: capabilities contract, section 1.2; github.com/gardener/gardener/pkg/apis/core/v1beta1/types_cloudprofile.go.
 */

/** A machine type. */
export interface MachineType {
  readonly name: string;
  /** Legacy field, soft-deprecated where the profile defines capabilities. */
  readonly architecture: string | undefined;
  readonly capabilities: Capabilities;
  /** Undefined means true. */
  readonly usable: boolean | undefined;
}

/** A container runtime interface that an image version offers, or that a pool asks for. */
export interface Cri {
  readonly name: string;
  readonly containerRuntimes: readonly ContainerRuntime[];
}

/** A container runtime beside the default one, such as gvisor. */
export interface ContainerRuntime {
  readonly type: string;
}

/** One stage in the life of a version; in force from `startTime` on. */
export interface LifecycleStage {
  readonly classification: string;
  /** Milliseconds since the epoch; undefined means since ever. */
  readonly startTime: number | undefined;
}

/** What tells how far a version is in its life. */
export interface VersionLife {
  readonly classification: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expirationDate: number | undefined;
  readonly lifecycle: readonly LifecycleStage[];
}

/** A version of a machine image. */
export interface MachineImageVersion extends VersionLife {
  readonly version: string;
  readonly capabilityFlavors: readonly Capabilities[];
  /** Legacy field, soft-deprecated where the profile defines capabilities. */
  readonly architectures: readonly string[];
  readonly cri: readonly Cri[];
  readonly kubeletVersionConstraint: string | undefined;
  readonly inPlaceUpdates: InPlaceUpdates | undefined;
}

/** Whether nodes can be updated to a version without being replaced. */
export interface InPlaceUpdates {
  readonly supported: boolean;
  readonly minVersionForUpdate: string | undefined;
}

/** A machine image with its versions. */
export interface MachineImage {
  readonly name: string;
  readonly updateStrategy: string | undefined;
  readonly versions: readonly MachineImageVersion[];
}

/** A Kubernetes version that a profile offers. */
export interface KubernetesVersion extends VersionLife {
  readonly version: string;
}

/** A volume type. */
export interface VolumeType {
  readonly name: string;
}

/** A zone, with the machine types that cannot be had in it. */
export interface Zone {
  readonly name: string;
  readonly unavailableMachineTypes: readonly string[];
}

/** A region with its zones. */
export interface Region {
  readonly name: string;
  readonly zones: readonly Zone[];
}

/** The machine type and image of bastions. */
export interface Bastion {
  readonly machineType: { readonly name: string } | undefined;
  readonly machineImage: { readonly name: string; readonly version: string | undefined } | undefined;
}

/** `spec` of a CloudProfile, or `status.cloudProfileSpec` of a NamespacedCloudProfile. */
export interface CloudProfileSpec {
  /** Provider type, such as `aws`. */
  readonly type: string;
  readonly machineCapabilities: readonly CapabilityDefinition[];
  readonly machineTypes: readonly MachineType[];
  readonly machineImages: readonly MachineImage[];
  readonly kubernetesVersions: readonly KubernetesVersion[];
  readonly regions: readonly Region[];
  readonly volumeTypes: readonly VolumeType[];
  readonly bastion: Bastion | undefined;
  readonly providerConfig: ReadProviderConfig;
}

/** `spec` of a NamespacedCloudProfile. */
export interface NamespacedCloudProfileSpec {
  readonly parent: { readonly kind: string; readonly name: string };
  readonly machineTypes: readonly MachineType[];
  readonly machineImages: readonly MachineImage[];
  readonly kubernetesVersions: readonly KubernetesVersion[];
  readonly volumeTypes: readonly VolumeType[];
  /** As it was found, since only the parent tells which provider's it is; undefined where there is none. */
  readonly providerConfig: unknown;
}
