import { type CapabilitySet, firstClash, valuesIn } from "../capabilities/set.ts";
import { ARCHITECTURE } from "../capabilities/types.ts";
import type { Vocabulary } from "../capabilities/vocabulary.ts";
import type { CompiledImageVersion, CompiledMachineType, CompiledProfile } from "./compile.ts";

/** How many different clashes a message spells out; a message is read on a terminal. */
const CLASHES_SHOWN = 4;

/**
 * The capabilities that a machine type declares, in the order of the vocabulary: `architecture=amd64, disk=nvme|ssd`.
 * Those it omits stand for all values and are left out; in legacy mode only the architecture is there.
 */
export function machineTypeText(profile: CompiledProfile, machineType: CompiledMachineType): string {
  const { definitions } = profile.vocabulary;
  if (definitions.length === 0) {
    return `${ARCHITECTURE}=${machineType.architecture}`;
  }
  const texts = definitions.flatMap(({ name }, index) => {
    const isDeclared =
      machineType.written.capabilities.has(name) || machineType.narrowed[index] !== machineType.wide[index];
    return isDeclared ? [`${name}=${valuesText(profile.vocabulary, machineType.narrowed, index)}`] : [];
  });
  return texts.length === 0 ? "no restrictions" : texts.join(", ");
}

/**
 * Why a machine type and an image version do not go together: per flavor the first capability of which they share no
 * value, flavors with the same clash taken together; of different clashes the first `shown` ones.
 */
export function clashText(
  profile: CompiledProfile,
  machineType: CompiledMachineType,
  version: CompiledImageVersion,
  shown = CLASHES_SHOWN,
): string {
  const flavorsByClash = new Map<string, number[]>();
  for (const [index, flavor] of version.flavors.entries()) {
    const text = firstClashText(profile.vocabulary, flavor, machineType.narrowed);
    if (text !== undefined) {
      flavorsByClash.set(text, [...(flavorsByClash.get(text) ?? []), index]);
    }
  }
  const texts = [...flavorsByClash].map(([text, flavors]) => `${flavorsText(flavors)} ${text}`);
  const hidden = texts.length - shown;
  return [...texts.slice(0, shown), ...(hidden > 0 ? [`${hidden} further kinds of clashes`] : [])].join("; ");
}

function flavorsText(flavors: readonly number[]): string {
  return flavors.length === 1 ? `flavor ${flavors[0]} has` : `flavors ${flavors.join(", ")} have`;
}

function firstClashText(vocabulary: Vocabulary, flavor: CapabilitySet, machineType: CapabilitySet): string | undefined {
  const index = firstClash(flavor, machineType);
  if (index === undefined) {
    return undefined;
  }
  const name = vocabulary.definitions[index]?.name ?? "";
  const [has, wants] = [flavor, machineType].map((set) => valuesText(vocabulary, set, index));
  return `${name}=${has} where the machine type has ${name}=${wants}`;
}

function valuesText(vocabulary: Vocabulary, set: CapabilitySet, definitionIndex: number): string {
  const values = valuesIn(vocabulary, set, definitionIndex);
  return values.length === 0 ? "(none)" : values.join("|");
}
