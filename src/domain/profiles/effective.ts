import { machineTypeArchitecture } from "../capabilities/architecture.ts";
import { ARCHITECTURE, type Capabilities, DEFAULT_ARCHITECTURE } from "../capabilities/types.ts";
import { type Vocabulary, vocabularyOf } from "../capabilities/vocabulary.ts";
import { type CompiledProfile, compileProfile } from "./compile.ts";
import type { CloudProfileFact, NamespacedCloudProfileFact } from "./facts.ts";
import { normalisedImage, normalisedMachineType } from "./normalise.ts";
import type {
  CloudProfileSpec,
  KubernetesVersion,
  MachineImage,
  MachineImageVersion,
  MachineType,
  NamespacedCloudProfileSpec,
} from "./types.ts";

/**
 * The effective spec of a NamespacedCloudProfile: its parent's, with what it adds and overrides. The fields that no rule
 * reads (`caBundle`, `limits`, `providerConfig`) are not part of either.
 *
 * Source: capabilities contract, section 4.2; gardener pkg/controllermanager/controller/namespacedcloudprofile/
 * reconciler.go MergeCloudProfiles.
 */
export function effectiveSpec(parent: CloudProfileSpec, spec: NamespacedCloudProfileSpec): CloudProfileSpec {
  const vocabulary = vocabularyOf(parent.machineCapabilities);
  const images = spec.machineImages.map((image) => normalisedImage(vocabulary, image));
  const machineTypes = spec.machineTypes.map((machineType) => normalisedMachineType(vocabulary, machineType));
  return {
    ...parent,
    kubernetesVersions: mergedKubernetesVersions(parent.kubernetesVersions, spec.kubernetesVersions),
    machineImages: mergedImages(parent.machineImages, images).map((image) => withLegacyImage(vocabulary, image)),
    machineTypes: replacedByName(parent.machineTypes, machineTypes).map((type) => withLegacyType(vocabulary, type)),
    volumeTypes: replacedByName(parent.volumeTypes, spec.volumeTypes),
    // The extension merges the two later; until then nothing is known of the provider's images.
    providerConfig: spec.providerConfig === undefined ? parent.providerConfig : undefined,
  };
}

function mergedKubernetesVersions(
  parent: readonly KubernetesVersion[],
  overrides: readonly KubernetesVersion[],
): readonly KubernetesVersion[] {
  const byVersion = new Map(overrides.map((override) => [override.version, override]));
  return parent.map((version) => {
    const override = byVersion.get(version.version);
    return override === undefined ? version : { ...version, expirationDate: override.expirationDate };
  });
}

/** Entries of the same name are replaced where they stand, others appended. */
function replacedByName<T extends { readonly name: string }>(parent: readonly T[], own: readonly T[]): readonly T[] {
  const byName = new Map([...parent, ...own].map((entry) => [entry.name, entry]));
  return [...byName.values()];
}

function mergedImages(parent: readonly MachineImage[], own: readonly MachineImage[]): readonly MachineImage[] {
  const byName = new Map(parent.map((image) => [image.name, image]));
  for (const image of own) {
    const base = byName.get(image.name);
    byName.set(image.name, base === undefined ? image : mergedImage(base, image));
  }
  return [...byName.values()];
}

function mergedImage(parent: MachineImage, own: MachineImage): MachineImage {
  const versions = new Map(parent.versions.map((version) => [version.version, version]));
  for (const version of own.versions) {
    const base = versions.get(version.version);
    const isWhole = base === undefined || replacesWhole(version);
    versions.set(version.version, isWhole ? version : { ...base, expirationDate: version.expirationDate });
  }
  return { ...parent, updateStrategy: own.updateStrategy || parent.updateStrategy, versions: [...versions.values()] };
}

/**
 * Whether an override says more than when the version expires; then it takes the parent's place completely. Empty texts
 * say nothing.
 * Source: gardener pkg/controllermanager/controller/namespacedcloudprofile/reconciler.go, mergeMachineImageVersions.
 */
export function replacesWhole(version: MachineImageVersion): boolean {
  const { architectures, capabilityFlavors, cri, kubeletVersionConstraint, classification } = version;
  const hasLists = architectures.length > 0 || capabilityFlavors.length > 0 || cri.length > 0;
  return hasLists || Boolean(kubeletVersionConstraint) || Boolean(classification);
}

/** A machine type whose architecture cannot be told becomes amd64, even where the field is set to the empty text. */
function withLegacyType(vocabulary: Vocabulary, machineType: MachineType): MachineType {
  const architecture = machineTypeArchitecture(vocabulary, machineType);
  if (architecture === "") {
    return { ...machineType, architecture: DEFAULT_ARCHITECTURE };
  }
  return machineType.architecture === undefined ? { ...machineType, architecture } : machineType;
}

function withLegacyImage(vocabulary: Vocabulary, image: MachineImage): MachineImage {
  return { ...image, versions: image.versions.map((version) => withLegacyArchitectures(vocabulary, version)) };
}

function withLegacyArchitectures(vocabulary: Vocabulary, version: MachineImageVersion): MachineImageVersion {
  if (version.architectures.length > 0) {
    return version;
  }
  const architectures = architecturesOfFlavors(vocabulary, version);
  return { ...version, architectures: architectures.length > 0 ? architectures : [DEFAULT_ARCHITECTURE] };
}

/** The architectures of the defaulted flavors, those that the profile does not define included; preferred ones first. */
function architecturesOfFlavors(
  { architectures }: Vocabulary,
  { capabilityFlavors }: MachineImageVersion,
): readonly string[] {
  const flavors: readonly Capabilities[] = capabilityFlavors.length > 0 ? capabilityFlavors : [new Map()];
  const found = new Set(flavors.flatMap((flavor) => flavor.get(ARCHITECTURE) ?? architectures));
  return [...new Set([...architectures.filter((architecture) => found.has(architecture)), ...found])];
}

/** Compiled effective profiles by their two facts; facts are frozen, so an entry is right as long as they live. */
const compiled = new WeakMap<NamespacedCloudProfileFact, WeakMap<CloudProfileFact, CompiledProfile>>();

/** The effective profile of a NamespacedCloudProfile that Gardener has not rendered yet; compiled once per pair. */
export function effectiveProfile(parent: CloudProfileFact, fact: NamespacedCloudProfileFact): CompiledProfile {
  const byParent = compiled.get(fact) ?? new WeakMap<CloudProfileFact, CompiledProfile>();
  compiled.set(fact, byParent);
  const known = byParent.get(parent);
  if (known !== undefined) {
    return known;
  }
  const profile = compileProfile(effectiveSpec(parent.profile.spec, fact.spec));
  byParent.set(parent, profile);
  return profile;
}
