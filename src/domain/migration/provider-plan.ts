import { ARCHITECTURE, type Capabilities, DEFAULT_ARCHITECTURE } from "../capabilities/types.ts";
import type { Vocabulary } from "../capabilities/vocabulary.ts";
import { canonicalFlavor } from "../profiles/written-capabilities.ts";
import type { Provider } from "../providers/provider.ts";
import type { ProviderConfig, ProviderImageVersion } from "../providers/provider-config.ts";
import { type LegacyImage, legacyImages, referencesText } from "./provider-entries.ts";

/** A provider flavor to be written, out of a part of a legacy entry. */
export interface ProposedProviderFlavor {
  readonly capabilities: Capabilities;
  /** Index of the entry among the versions of its image. */
  readonly entry: number;
  /** Indexes of the entry's regions that go into the flavor; undefined where the provider has none. */
  readonly regions: readonly number[] | undefined;
  readonly notes: readonly string[];
}

/** The entries of one version, which become one entry with flavors. */
export interface ProposedProviderVersion {
  /** Index of the image, and of its entries for the version; the first entry remains. */
  readonly image: number;
  readonly entries: readonly number[];
  readonly imageName: string;
  readonly version: string;
  /** At least one. */
  readonly flavors: readonly ProposedProviderFlavor[];
  readonly notes: readonly string[];
}

/** What the flavors of a providerConfig are made for. */
export interface ProviderPlanContext {
  readonly provider: Provider;
  readonly vocabulary: Vocabulary;
  /** The architectures of an image version of the profile, in order of preference. */
  readonly wantedOf: (image: string, version: string) => readonly string[];
}

/**
 * Turns the entries of the flat shape into flavors, one per image that they stand for. Entries that have flavors
 * already, and those that would be left without any, stay as they are.
 */
export function planProviderConfig(
  context: ProviderPlanContext,
  { machineImages }: ProviderConfig,
): readonly ProposedProviderVersion[] {
  return machineImages.flatMap(({ name, versions }, image) =>
    entryGroups(context.provider, versions).flatMap((entries) => {
      const proposed = planVersion(context, { image, imageName: name, versions, entries });
      return proposed.flavors.length === 0 ? [] : [proposed];
    }),
  );
}

/** The indexes of entries that belong together: those of one version where the provider repeats it per architecture. */
function entryGroups(provider: Provider, versions: readonly ProviderImageVersion[]): readonly (readonly number[])[] {
  const groups = Map.groupBy(versions.keys(), (index) =>
    provider.listsArchitecturesApart ? versions[index]?.version : index,
  );
  return [...groups.values()].filter((entries) =>
    entries.every((index) => versions[index]?.capabilityFlavors.length === 0),
  );
}

interface EntryGroup {
  readonly image: number;
  readonly imageName: string;
  readonly versions: readonly ProviderImageVersion[];
  readonly entries: readonly number[];
}

function planVersion(context: ProviderPlanContext, group: EntryGroup): ProposedProviderVersion {
  const { image, imageName, versions, entries } = group;
  const version = versions[entries[0] ?? 0]?.version ?? "";
  const wanted = context.wantedOf(imageName, version);
  const found = entries.flatMap((entry) => {
    const written = versions[entry];
    return written === undefined ? [] : legacyImages(context.provider, written, entry, wanted);
  });
  const { offered = [], unlisted = [] } = Object.groupBy(found, ({ capabilities }) =>
    wanted.includes(architectureOf(capabilities)) ? "offered" : "unlisted",
  );
  const merged = distinctFlavors(context.vocabulary, versions, offered);
  const rank = ({ capabilities }: ProposedProviderFlavor) => wanted.indexOf(architectureOf(capabilities));
  return {
    image,
    entries,
    imageName,
    version,
    flavors: merged.flavors.toSorted((a, b) => rank(a) - rank(b)),
    notes: [...unlisted.map((left) => unlistedNote(left, versions)), ...merged.notes],
  };
}

function architectureOf(capabilities: Capabilities): string {
  return capabilities.get(ARCHITECTURE)?.[0] ?? "";
}

function unlistedNote(
  { capabilities, entry, regions }: LegacyImage,
  versions: readonly ProviderImageVersion[],
): string {
  const architecture = architectureOf(capabilities);
  const references = textOf(versions, entry, regions);
  return `guessed: not offered for ${architecture}, which spec.machineImages does not list; left out: ${references}; check the architectures there`;
}

function textOf(
  versions: readonly ProviderImageVersion[],
  entry: number,
  regions: readonly number[] | undefined,
): string {
  const version = versions[entry];
  return version === undefined ? "" : referencesText(version, regions);
}

/** Of equal flavors, and of several images in one region, the first counts, as it does when a legacy image is chosen. */
function distinctFlavors(
  vocabulary: Vocabulary,
  versions: readonly ProviderImageVersion[],
  images: readonly LegacyImage[],
): { readonly flavors: readonly ProposedProviderFlavor[]; readonly notes: readonly string[] } {
  const flavors = new Map<string, ProposedProviderFlavor>();
  const notes: string[] = [];
  for (const { entry, capabilities: found, regions, isTold } of images) {
    const capabilities = inOrder(vocabulary, found);
    const canonical = canonicalFlavor(vocabulary, capabilities);
    const kept = regions === undefined ? undefined : firstPerRegion(versions[entry], regions);
    const surplus = regions?.filter((index) => kept?.includes(index) === false) ?? [];
    if (flavors.has(canonical)) {
      notes.push(surplusNote(textOf(versions, entry, regions)));
      continue;
    }
    if (surplus.length > 0) {
      notes.push(surplusNote(referencesText({ ...EMPTY, ...versions[entry], references: new Map() }, surplus)));
    }
    flavors.set(canonical, {
      capabilities,
      entry,
      regions: kept,
      notes: untoldNotes(capabilities, isTold, versions[entry]),
    });
  }
  return { flavors: [...flavors.values()], notes };
}

const EMPTY: ProviderImageVersion = {
  version: "",
  regions: [],
  references: new Map(),
  capabilityFlavors: [],
  architecture: undefined,
  acceleratedNetworking: undefined,
};

/** Values as they are defined, so that what a reader sees first is preferred. */
function inOrder(vocabulary: Vocabulary, capabilities: Capabilities): Capabilities {
  return new Map(
    [...capabilities].map(([name, values]) => [
      name,
      (vocabulary.valuesOf(name) ?? values).filter((value) => values.includes(value)),
    ]),
  );
}

function firstPerRegion(version: ProviderImageVersion | undefined, regions: readonly number[]): readonly number[] {
  const names = (version?.regions ?? []).map(({ name }) => name);
  const first = new Map<string | undefined, number>();
  for (const index of regions) {
    first.set(names[index], first.get(names[index]) ?? index);
  }
  return [...first.values()];
}

function surplusNote(references: string): string {
  return `guessed: the first of several equal images counts; left out: ${references}; check which one is right`;
}

function untoldNotes(
  capabilities: Capabilities,
  isTold: boolean,
  version: ProviderImageVersion | undefined,
): readonly string[] {
  const architecture = architectureOf(capabilities);
  const [common] = version?.regions.length === 0 ? [] : (version?.references.values() ?? []);
  if (architecture === DEFAULT_ARCHITECTURE || (isTold && common === undefined)) {
    return [];
  }
  return common === undefined
    ? [`guessed: for ${architecture} too, since the entry named no architecture; check that the image is built for it`]
    : [
        `guessed: image ${JSON.stringify(common)} for ${architecture} too, as in regions that are not listed; check that it is built for it`,
      ];
}
