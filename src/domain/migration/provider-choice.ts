import { ARCHITECTURE, DEFAULT_ARCHITECTURE } from "../capabilities/types.ts";
import type { CompiledImageVersion, CompiledMachineType, CompiledProfile } from "../profiles/compile.ts";
import { chooseProviderFlavor, entryPaths, imageReferenceIn } from "../providers/choose-flavor.ts";
import type { Provider } from "../providers/provider.ts";
import type { ProviderConfig, ProviderImageVersion } from "../providers/provider-config.ts";
import { providerOf } from "../providers/registry.ts";

/** What an image is chosen for. The region is empty where the provider has the same images in all. */
export interface ChoiceQuestion {
  readonly machineType: CompiledMachineType;
  readonly imageVersion: CompiledImageVersion;
  readonly region: string;
}

/** Tells which image the provider takes, by its reference, or why it takes none. */
export type ImageChooser = (question: ChoiceQuestion) => string;

const NO_IMAGE = "no image";

/**
 * How the provider of a profile chooses images; undefined where the provider or its providerConfig is unknown. Without
 * capabilities the first entry for the architecture counts, with them the best flavor.
 * Source: capabilities contract, sections 6.2 and 8.3; FindImageInCloudProfile of the extensions.
 */
export function imageChooser(profile: CompiledProfile): ImageChooser | undefined {
  const { spec } = profile;
  const provider = providerOf(spec.type);
  if (provider === undefined || spec.providerConfig?.ok !== true) {
    return undefined;
  }
  const config = spec.providerConfig.value;
  return profile.vocabulary.isCapabilityMode
    ? (question) => chosenFlavor(profile, question)
    : (question) => legacyImage(provider, config, question);
}

function chosenFlavor(profile: CompiledProfile, question: ChoiceQuestion): string {
  const flavors = profile.providerFlavors;
  const architecture = question.machineType.architecture || DEFAULT_ARCHITECTURE;
  const choice = flavors && chooseProviderFlavor({ ...question, profile, flavors, architecture });
  switch (choice?.kind) {
    case "found": {
      const [entry = ""] = entryPaths([choice.flavor]);
      return imageReferenceIn(choice.flavor, question.region, architecture) ?? `the image of ${entry}`;
    }
    case "ambiguous":
      return `${NO_IMAGE}, because ${entryPaths(choice.best).join(" and ")} are equally good`;
    case "unserved":
    case undefined:
      return NO_IMAGE;
  }
}

function legacyImage(provider: Provider, { machineImages }: ProviderConfig, question: ChoiceQuestion): string {
  const { imageVersion, machineType, region } = question;
  const references = machineImages
    .filter(({ name }) => name === imageVersion.image)
    .flatMap(({ versions }) => versions.filter(({ version }) => version === imageVersion.version))
    .map((entry) => referenceIn(provider, entry, region, machineType.architecture));
  return references.find((reference) => reference !== undefined) ?? NO_IMAGE;
}

/** The image of the region, else the one that is named for all regions; undefined where the entry has none. */
function referenceIn(
  { schema }: Provider,
  { architecture, regions, references }: ProviderImageVersion,
  region: string,
  wanted: string,
): string | undefined {
  const isOfEntry = Object.hasOwn(schema.version, ARCHITECTURE);
  const isOfRegion = schema.regions?.hasArchitecture === true;
  if (isOfEntry && (architecture ?? DEFAULT_ARCHITECTURE) !== wanted) {
    return undefined;
  }
  const own = regions.find(
    (each) => each.name === region && (!isOfRegion || (each.architecture ?? DEFAULT_ARCHITECTURE) === wanted),
  );
  const [common] = isOfRegion && wanted !== DEFAULT_ARCHITECTURE ? [] : references.values();
  return own?.reference ?? common;
}
