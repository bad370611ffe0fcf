import type { CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import type { CloudProfileSpec, MachineImage, NamespacedCloudProfileSpec } from "../../../src/domain/profiles/types.ts";
import { validateNamespacedProviderConfig } from "../../../src/domain/providers/validate-namespaced-provider-config.ts";
import { validateProviderConfig } from "../../../src/domain/providers/validate-provider-config.ts";
import { compareFindings, type Finding } from "../../../src/domain/rules/finding.ts";
import { readProviderConfig } from "../../../src/wire/provider-config.ts";
import { cloudProfileSpec, imageVersion } from "../../support/profiles.ts";
import { capabilities, line } from "../profiles/reviewed.ts";

export const L: readonly CapabilityDefinition[] = [];
export const AMD = { architecture: ["amd64"] };
export const ARM = { architecture: ["arm64"] };

/** `spec.providerConfig.machineImages[0]`, where most tests look. */
export const PI = "spec.providerConfig.machineImages[0]";
export const PC = `${PI}.versions[0]`;
export const PF = `${PC}.capabilityFlavors`;
/** The only version of the profile. */
export const V = "spec.machineImages[0].versions[0]";
export const FL = `${V}.capabilityFlavors`;

/** Capabilities as they are written in a manifest. */
export type Written = Readonly<Record<string, readonly string[]>>;

/** A JSON object of a providerConfig. */
export type Json = Readonly<Record<string, unknown>>;

/** The image `os` with version 1.0.0. */
export function os(
  flavors: readonly Written[],
  architectures: readonly string[] = [],
  version = "1.0.0",
): MachineImage {
  const written = imageVersion({ version, capabilityFlavors: flavors.map(capabilities), architectures });
  return { name: "os", updateStrategy: "major", versions: [written] };
}

/** A profile with the image `os`. */
export function profileOf(
  type: string,
  machineCapabilities: readonly CapabilityDefinition[],
  image: MachineImage,
  regions: readonly string[] = [],
): CloudProfileSpec {
  return cloudProfileSpec({
    type,
    machineCapabilities,
    machineImages: [image],
    regions: regions.map((name) => ({ name, zones: [] })),
  });
}

/** A providerConfig with these versions of the image `os`; each is 1.0.0 unless it says otherwise. */
export function configOf(type: string, versions: readonly Json[], others: Json = {}): Json {
  return {
    apiVersion: `${type}.provider.extensions.gardener.cloud/v1alpha1`,
    kind: "CloudProfileConfig",
    machineImages: [{ name: "os", versions: versions.map((version) => ({ version: "1.0.0", ...version })) }],
    ...others,
  };
}

/** A flavor of a providerConfig. */
export function flavor(written: Written, reference: Json): Json {
  return { capabilities: written, ...reference };
}

/** An AMI in each of the regions. */
export function amis(...regions: readonly string[]): Json {
  return { regions: regions.map((name) => ({ name, ami: `ami-${name}` })) };
}

/** An image id in each of the regions. */
export function ids(...regions: readonly string[]): Json {
  return { regions: regions.map((name) => ({ name, id: `id-${name}` })) };
}

/** The findings about a CloudProfile with a providerConfig, in document order. */
export function findingsOf(spec: CloudProfileSpec, config: unknown): readonly Finding[] {
  const providerConfig = readProviderConfig(spec.type, config);
  return validateProviderConfig({ ...spec, providerConfig }).toSorted(compareFindings);
}

/** The same as lines. */
export function linesOf(spec: CloudProfileSpec, config: unknown): readonly string[] {
  return findingsOf(spec, config).map(line);
}

/** A NamespacedCloudProfile with these images. */
export function namespaced(...machineImages: readonly MachineImage[]): NamespacedCloudProfileSpec {
  return {
    parent: { kind: "CloudProfile", name: "parent" },
    machineTypes: [],
    machineImages,
    kubernetesVersions: [],
    providerConfig: undefined,
    volumeTypes: [],
  };
}

/** The findings about a NamespacedCloudProfile with a providerConfig, in document order. */
export function namespacedFindingsOf(
  parent: CloudProfileSpec,
  spec: NamespacedCloudProfileSpec,
  config: unknown,
): readonly Finding[] {
  const providerConfig = readProviderConfig(parent.type, config);
  return validateNamespacedProviderConfig({ parent, spec, providerConfig }).toSorted(compareFindings);
}

/** The same as lines. */
export function namespacedLinesOf(
  parent: CloudProfileSpec,
  spec: NamespacedCloudProfileSpec,
  config: unknown,
): readonly string[] {
  return namespacedFindingsOf(parent, spec, config).map(line);
}
