import {
  ARCHITECTURE,
  ARCHITECTURES,
  type Capabilities,
  type CapabilityDefinition,
  DEFAULT_ARCHITECTURE,
} from "../capabilities/types.ts";
import { vocabularyOf } from "../capabilities/vocabulary.ts";
import type { CloudProfileSpec, MachineImageVersion, MachineType } from "../profiles/types.ts";
import type { ProviderConfig } from "../providers/provider-config.ts";
import { providerOf } from "../providers/registry.ts";
import { type Noted, noted } from "./noted.ts";
import { type ProposedProviderVersion, planProviderConfig } from "./provider-plan.ts";
import { type Specifics, specificsOf } from "./specifics.ts";

/** What a legacy CloudProfile has to be given for its capability form; lists are named by their indexes. */
export interface MigrationPlan {
  readonly definitions: readonly Noted<CapabilityDefinition>[];
  /** Of each machine type in the order of the profile. */
  readonly machineTypes: readonly Noted<Capabilities>[];
  /** The flavors of each version, by index of the image and of the version. */
  readonly versions: readonly (readonly (readonly Noted<Capabilities>[])[])[];
  readonly providerVersions: readonly ProposedProviderVersion[];
  /** Why the providerConfig stays as it is; undefined where it is turned. */
  readonly providerNote: string | undefined;
}

/** A CloudProfile to be migrated. */
export interface MigrationSubject {
  /** As it is written, without the defaults of the API server. */
  readonly spec: CloudProfileSpec;
  /** Names of the machine types with accelerated networking (azure), which the providerConfig tells. */
  readonly acceleratedTypes: ReadonlySet<string>;
}

/**
 * Proposes the capability form of a legacy CloudProfile: every machine type and every image version keeps exactly the
 * architectures that it has, so that the same pairs go together as before. Whatever the document does not tell is noted.
 *
 * Source: capabilities contract, sections 2.6, 8 and 9.
 */
export function planMigration({ spec, acceleratedTypes }: MigrationSubject): MigrationPlan {
  const provider = providerOf(spec.type);
  const config = spec.providerConfig?.ok === true ? spec.providerConfig.value : undefined;
  const specifics = specificsOf(spec.type, config, acceleratedTypes);
  const definitions = [architectureDefinition(spec), ...specifics.definitions];
  const vocabulary = vocabularyOf(definitions.map(({ value }) => value));
  const { architectures } = vocabulary;
  const wantedOf = wantedArchitectures(spec, architectures);
  const providerVersions = provider && config ? planProviderConfig({ provider, vocabulary, wantedOf }, config) : [];
  return {
    definitions,
    machineTypes: spec.machineTypes.map((machineType) => typeCapabilities(machineType, specifics)),
    versions: spec.machineImages.map(({ name, versions }) => {
      const proposed = providerVersions.filter(({ imageName }) => imageName === name);
      return versions.map((version) =>
        versionFlavors(version, { architectures, specifics, isMapped: config !== undefined, proposed }),
      );
    }),
    providerVersions,
    providerNote: providerNote(spec, config),
  };
}

function providerNote({ type, providerConfig }: CloudProfileSpec, config: ProviderConfig | undefined) {
  if (providerOf(type) === undefined) {
    return `guessed: nothing, since gardengate does not know provider ${JSON.stringify(type)}; check whether its extension wants flavors in the providerConfig`;
  }
  return providerConfig !== undefined && config === undefined
    ? "guessed: nothing, since the providerConfig cannot be read; check what gardengate says about it"
    : undefined;
}

/** The architectures in use, preferred ones first. */
function architectureDefinition({ machineTypes, machineImages }: CloudProfileSpec): Noted<CapabilityDefinition> {
  const used = new Set([
    ...machineTypes.map((machineType) => machineType.architecture || DEFAULT_ARCHITECTURE),
    ...machineImages.flatMap(({ versions }) => versions.flatMap(writtenArchitectures)),
  ]);
  const known = ARCHITECTURES.filter((architecture) => used.has(architecture));
  const values = known.length === 0 ? [DEFAULT_ARCHITECTURE] : known;
  const unused = ARCHITECTURES.filter((architecture) => !values.includes(architecture));
  const note = `guessed: only ${values.join(", ")}, as nothing here is for ${unused.join(", ")}; check the NamespacedCloudProfiles of this profile`;
  return noted({ name: ARCHITECTURE, values }, ...(unused.length === 0 ? [] : [note]));
}

function writtenArchitectures({ architectures }: MachineImageVersion): readonly string[] {
  return architectures.length === 0 ? [DEFAULT_ARCHITECTURE] : architectures;
}

/** The architectures of image versions; a version that the profile does not have may be for all. */
function wantedArchitectures(spec: CloudProfileSpec, architectures: readonly string[]) {
  const byVersion = new Map<string, Set<string>>();
  for (const { name, versions } of spec.machineImages) {
    for (const version of versions) {
      const key = JSON.stringify([name, version.version]);
      byVersion.set(key, new Set([...(byVersion.get(key) ?? []), ...writtenArchitectures(version)]));
    }
  }
  return (image: string, version: string): readonly string[] => {
    const own = byVersion.get(JSON.stringify([image, version]));
    return architectures.filter((architecture) => own?.has(architecture) ?? true);
  };
}

const UNSET = `guessed: ${DEFAULT_ARCHITECTURE}, which the API server fills in where no architecture is set`;

function typeCapabilities({ name, architecture }: MachineType, specifics: Specifics): Noted<Capabilities> {
  const capabilities = new Map([
    [ARCHITECTURE, [architecture || DEFAULT_ARCHITECTURE]],
    ...specifics.ofMachineType(name),
  ]);
  return noted(capabilities, ...(architecture ? [] : [`${UNSET}; check the machine type`]));
}

interface FlavorContext {
  readonly architectures: readonly string[];
  readonly specifics: Specifics;
  /** Whether there is a providerConfig to compare with. */
  readonly isMapped: boolean;
  /** Of the same image. */
  readonly proposed: readonly ProposedProviderVersion[];
}

/** The flavors that the providerConfig has images for; without, one per architecture. */
function versionFlavors(version: MachineImageVersion, context: FlavorContext): readonly Noted<Capabilities>[] {
  const { architectures, specifics, isMapped, proposed } = context;
  const flavors = proposed.filter((entry) => entry.version === version.version).flatMap((entry) => entry.flavors);
  const unset = version.architectures.length === 0 ? [`${UNSET}; check the image`] : [];
  const written = writtenArchitectures(version);
  const found = architectures
    .filter((architecture) => written.includes(architecture))
    .flatMap((architecture) => {
      const own = flavors.filter(({ capabilities }) => capabilities.get(ARCHITECTURE)?.[0] === architecture);
      if (own.length > 0) {
        return own.map(({ capabilities }) => noted(capabilities, ...unset));
      }
      const unmapped = `guessed: offered for ${architecture} as before, although spec.providerConfig has no image for it; check there`;
      const bare: Capabilities = new Map([[ARCHITECTURE, [architecture]], ...specifics.ofUnmapped]);
      return [noted(bare, ...unset, ...(isMapped ? [unmapped] : []))];
    });
  return [...new Map(found.map((flavor) => [JSON.stringify([...flavor.value]), flavor])).values()];
}
