import { commonClash } from "../capabilities/set.ts";
import { ARCHITECTURE } from "../capabilities/types.ts";
import type { CompiledImageVersion, CompiledMachineType, CompiledProfile } from "../profiles/compile.ts";
import { fitOf } from "../profiles/fit.ts";
import type { Cri } from "../profiles/types.ts";
import { isActive } from "../versions/classification.ts";
import { lifeText } from "../versions/life-text.ts";
import {
  architectureObstacle,
  capabilityObstacle,
  criObstacle,
  kubeletObstacle,
  machineTypeObstacles,
} from "./obstacles.ts";
import { preselectedVersion } from "./preselect.ts";

/** Where, when and for what a machine type and an image version are brought together. */
export interface FitQuestion {
  /** The effective profile. */
  readonly profile: CompiledProfile;
  readonly region: string;
  /** Empty asks for no zone in particular. */
  readonly zones: readonly string[];
  /** Undefined asks for nothing. */
  readonly cri: Cri | undefined;
  /** Undefined asks for nothing. */
  readonly kubeletVersion: string | undefined;
  /** Asked of providers that map images per region; undefined for others. */
  readonly regionObstacle: RegionObstacle | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Why a provider has no image of a version for a machine type in the region, as the end of a sentence that begins with
 * the version; undefined where a provider flavor that fits lists the region.
 */
type RegionObstacle = (version: CompiledImageVersion, machineType: CompiledMachineType) => string | undefined;

/** Why something is not offered. */
interface Rejection {
  /** Each the end of a sentence that begins with what is rejected. */
  readonly reasons: readonly string[];
  /**
   * The first capability, in the order of the vocabulary, of which no flavor shares a value with the machine type.
   * Undefined where something else stands in the way, or each flavor fails by another capability.
   */
  readonly capability: string | undefined;
}

/** The image versions for a machine type, in the order of the profile. */
export interface VersionOffers {
  readonly offered: readonly CompiledImageVersion[];
  /** The one to begin with; undefined where there is no supported one. */
  readonly preselected: CompiledImageVersion | undefined;
  readonly rejected: readonly (Rejection & { readonly version: CompiledImageVersion })[];
  /** Why the machine type itself cannot be had; it does not change the offers. */
  readonly machineTypeObstacles: readonly string[];
}

/** The machine types for an image version, in the order of the profile. */
export interface MachineTypeOffers {
  readonly offered: readonly CompiledMachineType[];
  readonly rejected: readonly (Rejection & { readonly machineType: CompiledMachineType })[];
  /** Why the version itself cannot be had; it does not change the offers. */
  readonly versionObstacles: readonly string[];
}

/** The image versions that go with a machine type in a region. Source: capabilities contract, section 7.3. */
export function offersFor(question: FitQuestion, machineType: CompiledMachineType): VersionOffers {
  const { profile, regionObstacle, now } = question;
  const versions = [...profile.machineImages.values()].flatMap((image) => [...image.values()]);
  const judged = versions.map((version) => ({
    version,
    capability: emptyCapability(profile, machineType, version),
    reasons: [
      ...versionObstacles(question, version),
      ...pairObstacles(profile, machineType, version),
      ...given(regionObstacle?.(version, machineType)),
    ],
  }));
  const offered = judged.filter(({ reasons }) => reasons.length === 0).map(({ version }) => version);
  return {
    offered,
    preselected: preselectedVersion(profile, offered, now),
    rejected: judged.filter(({ reasons }) => reasons.length > 0),
    machineTypeObstacles: machineTypeObstacles(profile, machineType, question),
  };
}

/**
 * The machine types that go with an image version in the zones of a region. Whether the version itself can be had is
 * not asked of them. Source: capabilities contract, section 7.3.
 */
export function machineTypesFor(question: FitQuestion, version: CompiledImageVersion): MachineTypeOffers {
  const { profile } = question;
  const judged = [...profile.machineTypes.values()].map((machineType) => ({
    machineType,
    capability: emptyCapability(profile, machineType, version),
    reasons: [
      ...machineTypeObstacles(profile, machineType, question),
      ...pairObstacles(profile, machineType, version).map((reason) => `does not go with the version, which ${reason}`),
    ],
  }));
  return {
    offered: judged.filter(({ reasons }) => reasons.length === 0).map(({ machineType }) => machineType),
    rejected: judged.filter(({ reasons }) => reasons.length > 0),
    versionObstacles: versionObstacles(question, version),
  };
}

/** Why a version cannot be had, whatever the machine type. */
function versionObstacles({ cri, kubeletVersion, now }: FitQuestion, version: CompiledImageVersion): readonly string[] {
  return [
    ...(isActive(version.written, now) ? [] : [lifeText(version.written, now)]),
    ...given(criObstacle(version, cri)),
    ...given(kubeletVersion === undefined ? undefined : kubeletObstacle(version, kubeletVersion)),
  ];
}

/** Architecture first; where it stands in the way already, capabilities add nothing. */
function pairObstacles(
  profile: CompiledProfile,
  machineType: CompiledMachineType,
  version: CompiledImageVersion,
): readonly string[] {
  return given(
    architectureObstacle(version, machineType.architecture, "the machine type") ??
      capabilityObstacle(profile, machineType, version),
  );
}

function emptyCapability(
  profile: CompiledProfile,
  machineType: CompiledMachineType,
  version: CompiledImageVersion,
): string | undefined {
  const { definitions } = profile.vocabulary;
  const isFit = fitOf(profile, machineType, version) === "fits";
  const index = isFit ? undefined : commonClash(version.flavors, machineType.narrowed);
  if (index !== undefined) {
    return definitions[index]?.name;
  }
  return version.architectures.includes(machineType.architecture) ? undefined : ARCHITECTURE;
}

function given(reason: string | undefined): readonly string[] {
  return reason === undefined ? [] : [reason];
}
