import { DEFAULT_ARCHITECTURE } from "../capabilities/types.ts";
import type { CompiledImageVersion, CompiledMachineType, CompiledProfile } from "../profiles/compile.ts";
import { chooseProviderFlavor, type FlavorChoice } from "../providers/choose-flavor.ts";
import type { FitQuestion } from "./offers.ts";

/**
 * The provider flavor for a machine type in a region, on a worker pool of its architecture; undefined where nothing is
 * known of the provider's images.
 */
export function providerChoice(
  profile: CompiledProfile,
  machineType: CompiledMachineType,
  imageVersion: CompiledImageVersion,
  region: string,
): FlavorChoice | undefined {
  const flavors = profile.providerFlavors;
  const architecture = machineType.architecture || DEFAULT_ARCHITECTURE;
  return flavors && chooseProviderFlavor({ profile, flavors, region, machineType, imageVersion, architecture });
}

/**
 * Asks the images of a provider about a region, which those that are not mapped by region answer for every region alike.
 * Undefined where nothing is known of them. Several that fit equally well are no obstacle; see CAP-SH-34.
 */
export function regionObstacleIn(profile: CompiledProfile, region: string): FitQuestion["regionObstacle"] {
  const type = profile.providerType;
  return profile.providerFlavors === undefined
    ? undefined
    : (version, machineType) => {
        const choice = providerChoice(profile, machineType, version, region);
        return choice?.kind === "unserved" ? `has no image at provider ${type}: ${choice.reason}` : undefined;
      };
}
