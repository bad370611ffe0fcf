import { areCompatible, type CapabilitySet } from "../capabilities/set.ts";
import type { CompiledImageVersion, CompiledMachineType, CompiledProfile } from "./compile.ts";

/**
 * How a machine type and an image version go together:
 * `fits`; `clashes`, which Gardener refuses too; or `clashesNarrowed`, where only the architecture that the machine type
 * names in its legacy field rules the image out, which Gardener does not see.
 */
export type Fit = "fits" | "clashes" | "clashesNarrowed";

/**
 * Judges a machine type and an image version by their capabilities: one flavor has to share a value of every
 * capability with the machine type. Without capabilities in the profile everything fits, and so does a version without
 * flavors in a profile of one architecture.
 * Source: capabilities contract, sections 2.2, 2.3 and 6.1 (CAP-SH-17, CAP-SH-32).
 */
export function fitOf(profile: CompiledProfile, machineType: CompiledMachineType, version: CompiledImageVersion): Fit {
  const byVersion = known.get(machineType) ?? new WeakMap<CompiledImageVersion, Fit>();
  known.set(machineType, byVersion);
  const fit = byVersion.get(version) ?? computedFit(profile, machineType, version);
  byVersion.set(version, fit);
  return fit;
}

/** What was found out, as long as the profile lives: a compiled type and version belong to one profile and never change. */
const known = new WeakMap<CompiledMachineType, WeakMap<CompiledImageVersion, Fit>>();

function computedFit(profile: CompiledProfile, machineType: CompiledMachineType, version: CompiledImageVersion): Fit {
  const { isCapabilityMode, isMultiArch } = profile.vocabulary;
  const hasFlavors = version.written.capabilityFlavors.length > 0;
  if (!isCapabilityMode || (!hasFlavors && !isMultiArch)) {
    return "fits";
  }
  if (hasFlavors && !someFits(version.flavors, machineType.wide)) {
    return "clashes";
  }
  return someFits(version.flavors, machineType.narrowed) ? "fits" : "clashesNarrowed";
}

function someFits(flavors: readonly CapabilitySet[], capabilities: CapabilitySet): boolean {
  return flavors.some((flavor) => areCompatible(flavor, capabilities));
}
