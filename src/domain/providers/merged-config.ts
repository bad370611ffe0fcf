import type { ProviderConfig, ProviderImage } from "./provider-config.ts";

/**
 * The providerConfig of an effective profile that Gardener has not rendered yet: the parent's, in which the entries of
 * the NamespacedCloudProfile take the place of those for the same image and version.
 * Source: capabilities contract, section 4.2 item 6; mergeMachineImages of the extensions.
 */
export function mergedProviderConfig(parent: ProviderConfig, own: ProviderConfig): ProviderConfig {
  const images = new Map(parent.machineImages.map((image) => [image.name, image]));
  for (const image of own.machineImages) {
    const base = images.get(image.name);
    images.set(image.name, base === undefined ? image : mergedImage(base, image));
  }
  return { machineImages: [...images.values()], otherFields: parent.otherFields };
}

function mergedImage(parent: ProviderImage, own: ProviderImage): ProviderImage {
  const replaced = new Set(own.versions.map(({ version }) => version));
  return { ...parent, versions: [...parent.versions.filter(({ version }) => !replaced.has(version)), ...own.versions] };
}
