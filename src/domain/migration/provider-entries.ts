import { ARCHITECTURE, type Capabilities, DEFAULT_ARCHITECTURE } from "../capabilities/types.ts";
import type { Provider } from "../providers/provider.ts";
import type { ImageReference, ProviderImageVersion } from "../providers/provider-config.ts";

/** An image of a legacy entry: for which architecture, and which part of the entry refers to it. */
export interface LegacyImage {
  /** Index of the entry among the versions of its image. */
  readonly entry: number;
  readonly capabilities: Capabilities;
  /** Indexes of the regions in the entry; undefined where the provider has none. */
  readonly regions: readonly number[] | undefined;
  /** Whether the entry tells the architecture; otherwise it is taken for each that is wanted. */
  readonly isTold: boolean;
}

/**
 * The images that an entry of the flat shape stands for, in its order, with the capabilities that the extension reads
 * into it. `wanted` are the architectures of the version.
 * Source: capabilities contract, sections 8.1 and 8.3.
 */
export function legacyImages(
  provider: Provider,
  version: ProviderImageVersion,
  entry: number,
  wanted: readonly string[],
): readonly LegacyImage[] {
  const { schema } = provider;
  const others = beside(provider, version);
  const image = (architecture: string, isTold: boolean, regions?: readonly number[]): LegacyImage => ({
    entry,
    capabilities: new Map([[ARCHITECTURE, [architecture]], ...others]),
    regions: schema.regions === undefined ? undefined : (regions ?? version.regions.map((_, index) => index)),
    isTold,
  });
  if (Object.hasOwn(schema.version, ARCHITECTURE)) {
    return [image(version.architecture ?? DEFAULT_ARCHITECTURE, true)];
  }
  if (isWithoutReference(provider, version)) {
    return [];
  }
  if (schema.regions?.hasArchitecture !== true || version.regions.length === 0) {
    return wanted.map((architecture) => image(architecture, false));
  }
  const byArchitecture = Map.groupBy(
    version.regions.keys(),
    (index) => version.regions[index]?.architecture ?? DEFAULT_ARCHITECTURE,
  );
  const elsewhere = version.references.size === 0 ? [] : wanted.filter((name) => !byArchitecture.has(name));
  return [
    ...[...byArchitecture].map(([architecture, regions]) => image(architecture, true, regions)),
    ...elsewhere.map((architecture) => image(architecture, false, [])),
  ];
}

function isWithoutReference({ schema }: Provider, { regions, references }: ImageReference): boolean {
  return schema.regions !== undefined && regions.length === 0 && references.size === 0;
}

/** What the extension reads into a flat entry beside the architecture. */
function beside(provider: Provider, version: ProviderImageVersion): Capabilities {
  const [flavor] = provider.flatFlavors(version);
  return new Map([...(flavor?.capabilities ?? [])].filter(([name]) => name !== ARCHITECTURE));
}

/** The references of an image for a comment: `eu-1 "ami-1", eu-2 "ami-2"`. */
export function referencesText(version: ProviderImageVersion, regions: readonly number[] | undefined): string {
  const inRegions = (regions ?? []).flatMap((index) => {
    const region = version.regions[index];
    return region === undefined ? [] : [`${region.name} ${JSON.stringify(region.reference)}`];
  });
  const own = [...version.references].map(([field, text]) => `${field} ${JSON.stringify(text)}`);
  return [...inRegions, ...own].join(", ");
}
