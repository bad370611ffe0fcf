import { ARCHITECTURE } from "../capabilities/types.ts";
import { vocabularyOf } from "../capabilities/vocabulary.ts";
import { jsonEqual } from "../json/equal.ts";
import type { CloudProfileSpec, MachineType } from "./types.ts";

/** A profile before and after an update. */
export interface ProfileVersions {
  readonly spec: CloudProfileSpec;
  readonly old: CloudProfileSpec;
}

/** Something that omits a capability and so has all its values, those that are new included. */
export type OpenElement =
  | { readonly kind: "machineType"; readonly name: string }
  /** The flavor is undefined where the version has none, which omits everything. */
  | { readonly kind: "flavor"; readonly image: string; readonly version: string; readonly flavor: number | undefined };

/** What an update adds to the vocabulary, and what claims it at once. */
export interface Widening {
  readonly capability: string;
  readonly added: readonly string[];
  /** Whether the capability itself is new. */
  readonly isWhole: boolean;
  /** Of those that existed before, in the order of the profile. */
  readonly elements: readonly OpenElement[];
}

/** A change of preference: of the capabilities themselves, or of the values of one. */
export interface Reordering {
  readonly capability: string | undefined;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/**
 * What an update of `machineCapabilities` silently does: widen whatever omits an added capability or value, and change
 * preference by another order. Nothing where no capabilities were defined before.
 *
 * Source: capabilities contract, sections 2.1 and 3.6 (CAP-CP-90, CAP-CP-91).
 */
export function vocabularyChanges(versions: ProfileVersions): {
  readonly widenings: readonly Widening[];
  readonly reorderings: readonly Reordering[];
} {
  const before = vocabularyOf(versions.old.machineCapabilities);
  const after = vocabularyOf(versions.spec.machineCapabilities);
  if (!before.isCapabilityMode) {
    return { widenings: [], reorderings: [] }; // without definitions nothing was ranked or excluded
  }
  const [from = [], to = []] = [before, after].map(({ definitions }) => definitions.map(({ name }) => name));
  const orders: readonly Reordering[] = [
    { capability: undefined, from, to },
    ...after.definitions.map(({ name, values }) => ({
      capability: name,
      from: before.valuesOf(name) ?? [],
      to: values,
    })),
  ];
  const widenings = after.definitions.flatMap(({ name, values }) => {
    const former = before.valuesOf(name);
    const added = [...new Set(values).difference(new Set(former))];
    return added.length === 0
      ? []
      : [{ capability: name, added, isWhole: former === undefined, elements: openElements(versions, name) }];
  });
  return {
    widenings: widenings.filter(({ elements }) => elements.length > 0),
    reorderings: orders.filter(isReordered),
  };
}

/** Whether what two lists have in common stands in another order. */
function isReordered({ from, to }: Reordering): boolean {
  const [former, now] = [new Set(from), new Set(to)];
  return !jsonEqual(
    [...former].filter((name) => now.has(name)),
    [...now].filter((name) => former.has(name)),
  );
}

function openElements({ spec, old }: ProfileVersions, name: string): readonly OpenElement[] {
  const knownTypes = new Set(old.machineTypes.map((type) => type.name));
  const knownVersions = new Set(old.machineImages.flatMap((image) => image.versions.map(keyIn(image.name))));
  const types = spec.machineTypes.filter((type) => knownTypes.has(type.name) && isOpen(type, name));
  return [
    ...types.map((type) => ({ kind: "machineType" as const, name: type.name })),
    ...spec.machineImages.flatMap((image) =>
      image.versions
        .filter((version) => knownVersions.has(keyIn(image.name)(version)))
        .flatMap(({ version, capabilityFlavors }) =>
          openFlavors(capabilityFlavors, name).map((flavor) => ({
            kind: "flavor" as const,
            image: image.name,
            version,
            flavor,
          })),
        ),
    ),
  ];
}

/** A type that names its architecture in the legacy field keeps to it. */
function isOpen({ capabilities, architecture }: MachineType, name: string): boolean {
  return !capabilities.has(name) && (name !== ARCHITECTURE || !architecture);
}

function keyIn(image: string) {
  return ({ version }: { readonly version: string }) => JSON.stringify([image, version]);
}

function openFlavors(
  flavors: CloudProfileSpec["machineImages"][number]["versions"][number]["capabilityFlavors"],
  name: string,
): readonly (number | undefined)[] {
  return flavors.length === 0 ? [undefined] : flavors.flatMap((flavor, index) => (flavor.has(name) ? [] : [index]));
}

/** An element for messages: `machine type "m"`, `flavor 0 of os:1.0.0`, or the version alone where it has no flavors. */
export function elementText(element: OpenElement): string {
  if (element.kind === "machineType") {
    return `machine type ${JSON.stringify(element.name)}`;
  }
  const { image, version, flavor } = element;
  return flavor === undefined ? `${image}:${version}` : `flavor ${flavor} of ${image}:${version}`;
}
