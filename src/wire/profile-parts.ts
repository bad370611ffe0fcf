import type { z } from "zod";
import type { CapabilityDefinition } from "../domain/capabilities/types.ts";
import type {
  Cri,
  KubernetesVersion,
  MachineImage,
  MachineImageVersion,
  MachineType,
  VolumeType,
} from "../domain/profiles/types.ts";
import { capabilityMap } from "./capability-map.ts";
import { flag, list, optionalFlag, optionalStruct, optionalText, optionalTime, struct, text } from "./field-shapes.ts";

/**
 * The parts that the specs of CloudProfile and NamespacedCloudProfile have in common, as schemas of the domain's types.
 * Source: github.com/gardener/gardener/pkg/apis/core/v1beta1/types_cloudprofile.go; capabilities contract, 1.2.
 */

/** An entry of `machineCapabilities`. */
export const capabilityDefinition: z.ZodType<CapabilityDefinition> = struct({ name: text, values: list(text) });

/** An entry of `machineTypes`. */
export const machineType: z.ZodType<MachineType> = struct({
  name: text,
  architecture: optionalText,
  capabilities: capabilityMap,
  usable: optionalFlag,
});

/** An entry of `cri`, on an image version. */
const cri: z.ZodType<Cri> = struct({ name: text, containerRuntimes: list(struct({ type: text })) });

const versionLife = {
  classification: optionalText,
  expirationDate: optionalTime,
  lifecycle: list(struct({ classification: text, startTime: optionalTime })),
};

const machineImageVersion: z.ZodType<MachineImageVersion> = struct({
  ...versionLife,
  version: text,
  capabilityFlavors: list(capabilityMap),
  architectures: list(text),
  cri: list(cri),
  kubeletVersionConstraint: optionalText,
  inPlaceUpdates: optionalStruct({ supported: flag, minVersionForUpdate: optionalText }),
});

/** An entry of `machineImages`. */
export const machineImage: z.ZodType<MachineImage> = struct({
  name: text,
  updateStrategy: optionalText,
  versions: list(machineImageVersion),
});

const kubernetesVersion: z.ZodType<KubernetesVersion> = struct({ ...versionLife, version: text });

/** `spec.kubernetes`. */
export const kubernetes = struct({ versions: list(kubernetesVersion) });

/** An entry of `volumeTypes`. */
export const volumeType: z.ZodType<VolumeType> = struct({ name: text });
