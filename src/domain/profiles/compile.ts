import {
  effectiveFlavors,
  machineTypeArchitecture,
  narrowedCapabilities,
  versionArchitectures,
  wideCapabilities,
} from "../capabilities/architecture.ts";
import type { CapabilitySet } from "../capabilities/set.ts";
import { type Vocabulary, vocabularyOf } from "../capabilities/vocabulary.ts";
import { type CompiledProviderFlavors, compileProviderFlavors } from "../providers/compile-flavors.ts";
import { parseVersionConstraint, type VersionConstraint } from "../versions/constraint.ts";
import { type ImageVersion, parseImageVersion } from "../versions/image-version.ts";
import type { CloudProfileSpec, MachineImageVersion, MachineType, Region } from "./types.ts";

/** A machine type prepared for decisions. */
export interface CompiledMachineType {
  readonly name: string;
  /** As written in the profile. */
  readonly written: MachineType;
  readonly isUsable: boolean;
  /** The architecture of the machine type; "" where it has none. */
  readonly architecture: string;
  /** Effective capabilities as Gardener matches them; empty in legacy mode. */
  readonly wide: CapabilitySet;
  /** The same, narrowed to the architecture that only the legacy field names. */
  readonly narrowed: CapabilitySet;
}

/** A machine image version prepared for decisions. */
export interface CompiledImageVersion {
  readonly image: string;
  readonly version: string;
  /** As written in the profile. */
  readonly written: MachineImageVersion;
  /** For comparing versions; undefined where the version is not semantic. */
  readonly order: ImageVersion | undefined;
  readonly architectures: readonly string[];
  /** Effective flavors; empty in legacy mode. */
  readonly flavors: readonly CapabilitySet[];
  /** Undefined where none is written or it cannot be parsed. */
  readonly kubeletConstraint: VersionConstraint | undefined;
}

/** A profile prepared for decisions: everything is found by name, and capabilities are bit sets. */
export interface CompiledProfile {
  readonly spec: CloudProfileSpec;
  readonly providerType: string;
  readonly vocabulary: Vocabulary;
  /** By name, in the order of the profile. */
  readonly machineTypes: ReadonlyMap<string, CompiledMachineType>;
  /** By image name and version, in the order of the profile. */
  readonly machineImages: ReadonlyMap<string, ReadonlyMap<string, CompiledImageVersion>>;
  /** The provider's images by version and flavor; undefined where nothing is known of them. */
  readonly providerFlavors: CompiledProviderFlavors | undefined;
  /** By region and zone: the machine types that cannot be had there. */
  readonly unavailable: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
}

/** Prepares a profile for decisions; done when facts change, never within a request. */
export function compileProfile(spec: CloudProfileSpec): CompiledProfile {
  const vocabulary = vocabularyOf(spec.machineCapabilities);
  return {
    spec,
    providerType: spec.type,
    vocabulary,
    machineTypes: firstByKey(
      spec.machineTypes.map((machineType) => compileMachineType(vocabulary, machineType)),
      ({ name }) => name,
    ),
    machineImages: compileImages(vocabulary, spec),
    providerFlavors: compileProviderFlavors(spec, spec.providerConfig),
    unavailable: compileAvailability(spec.regions),
  };
}

function firstByKey<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, T> {
  const byKey = new Map<string, T>();
  for (const value of values) {
    const key = keyOf(value);
    if (!byKey.has(key)) {
      byKey.set(key, value);
    }
  }
  return byKey;
}

function compileMachineType(vocabulary: Vocabulary, written: MachineType): CompiledMachineType {
  return {
    name: written.name,
    written,
    isUsable: written.usable !== false,
    architecture: machineTypeArchitecture(vocabulary, written),
    wide: wideCapabilities(vocabulary, written),
    narrowed: narrowedCapabilities(vocabulary, written),
  };
}

function compileImages(vocabulary: Vocabulary, spec: CloudProfileSpec): CompiledProfile["machineImages"] {
  const images = new Map<string, ReadonlyMap<string, CompiledImageVersion>>();
  for (const image of spec.machineImages) {
    const versions = image.versions.map((version) => compileImageVersion(vocabulary, image.name, version));
    const known = [...(images.get(image.name)?.values() ?? [])];
    images.set(
      image.name,
      firstByKey([...known, ...versions], ({ version }) => version),
    );
  }
  return images;
}

function compileImageVersion(
  vocabulary: Vocabulary,
  image: string,
  written: MachineImageVersion,
): CompiledImageVersion {
  const { version, kubeletVersionConstraint } = written;
  return {
    image,
    version,
    written,
    order: parseImageVersion(version),
    architectures: versionArchitectures(vocabulary, written),
    flavors: effectiveFlavors(vocabulary, written),
    kubeletConstraint:
      kubeletVersionConstraint === undefined ? undefined : parseVersionConstraint(kubeletVersionConstraint),
  };
}

function compileAvailability(regions: readonly Region[]): CompiledProfile["unavailable"] {
  const byRegion = new Map<string, Map<string, Set<string>>>();
  for (const region of regions) {
    const byZone = byRegion.get(region.name) ?? new Map<string, Set<string>>();
    byRegion.set(region.name, byZone);
    for (const zone of region.zones.filter(({ unavailableMachineTypes }) => unavailableMachineTypes.length > 0)) {
      byZone.set(zone.name, new Set([...(byZone.get(zone.name) ?? []), ...zone.unavailableMachineTypes]));
    }
  }
  return byRegion;
}

/** Finds an image version by exact, case-sensitive name and version. */
export function findImageVersion(
  profile: CompiledProfile,
  image: string,
  version: string,
): CompiledImageVersion | undefined {
  return profile.machineImages.get(image)?.get(version);
}

const EVERYWHERE: readonly string[] = [];

/** The zones, of those given, in which a machine type cannot be had. */
export function zonesWithout(
  profile: CompiledProfile,
  machineType: string,
  region: string,
  zones: readonly string[],
): readonly string[] {
  const byZone = profile.unavailable.get(region);
  return byZone === undefined || byZone.size === 0
    ? EVERYWHERE
    : zones.filter((zone) => byZone.get(zone)?.has(machineType) === true);
}
