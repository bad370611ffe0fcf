import {
  type CompiledImageVersion,
  type CompiledMachineType,
  type CompiledProfile,
  zonesWithout,
} from "../profiles/compile.ts";
import { clashText } from "../profiles/explain-fit.ts";
import { fitOf } from "../profiles/fit.ts";
import type { Cri } from "../profiles/types.ts";
import { criObstacles } from "../workers/cri-offer.ts";
import { admitsKubeletVersion } from "../workers/image-availability.ts";

/*
 * Why an image version is not for a machine or pool, one function per question. Each answer is the end of a sentence
 * that begins with the version, and undefined where nothing stands in the way.
 * Source: capabilities contract, sections 7.1 and 7.3.
 */

/** Whether the version is built for an architecture; `bearer` is what has it. */
export function architectureObstacle(
  { architectures }: CompiledImageVersion,
  architecture: string,
  bearer: string,
): string | undefined {
  const built = architectures.join(", ") || "no architecture";
  return architectures.includes(architecture)
    ? undefined
    : `is built for ${built}, ${bearer} has ${architecture || "none"}`;
}

/**
 * Whether a flavor of the version fits a machine type, narrowed to the architecture that its legacy field names.
 * Source: capabilities contract, sections 2.3 and 6.1.
 */
export function capabilityObstacle(
  profile: CompiledProfile,
  machineType: CompiledMachineType,
  version: CompiledImageVersion,
): string | undefined {
  if (fitOf(profile, machineType, version) === "fits") {
    return undefined;
  }
  const type = `machine type ${JSON.stringify(machineType.name)}`;
  return `has no flavor that fits ${type}: ${clashText(profile, machineType, version)}`;
}

/** Whether the version offers a container runtime interface with all its container runtimes. */
export function criObstacle(version: CompiledImageVersion, cri: Cri | undefined): string | undefined {
  const texts = criObstacles({ worker: { cri } }, version).map(({ runtime, asked, offered }) => {
    const what = runtime === undefined ? "CRI" : "container runtime";
    return `does not offer the ${what} ${JSON.stringify(asked)} (it offers ${offered.join(", ") || "none"})`;
  });
  return texts.length === 0 ? undefined : texts.join(" and ");
}

/** Whether the version admits a kubelet version. */
export function kubeletObstacle(version: CompiledImageVersion, kubelet: string): string | undefined {
  const constraint = version.written.kubeletVersionConstraint ?? "";
  return admitsKubeletVersion(version, kubelet) ? undefined : `needs a kubelet version ${constraint}, not ${kubelet}`;
}

/** Why a machine type cannot be had in zones of a region, whatever the image. */
export function machineTypeObstacles(
  profile: CompiledProfile,
  { name, isUsable }: CompiledMachineType,
  { region, zones }: { readonly region: string; readonly zones: readonly string[] },
): readonly string[] {
  const without = zonesWithout(profile, name, region, zones);
  return [
    ...(isUsable ? [] : ["is marked unusable in the profile"]),
    ...(without.length === 0 ? [] : [`is not available in zone ${without.join(", ")}`]),
  ];
}
