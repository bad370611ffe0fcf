import { ARCHITECTURE } from "../capabilities/types.ts";
import { type Vocabulary, vocabularyOf } from "../capabilities/vocabulary.ts";
import { forbidden } from "../field/error.ts";
import { type Finding, finding } from "../rules/finding.ts";
import type { NamespacedCloudProfileSpec } from "./types.ts";
import {
  type ChildElement,
  type ChildProfile,
  childName,
  childrenText,
  elementsOf,
  MACHINE_CAPABILITIES,
  namesMoreThanArchitecture,
  type ProfileUpdate,
} from "./update-rules-review.ts";

/** A capability that an update removes, or the values of it. */
interface Removal {
  readonly name: string;
  /** All that it had where the capability goes as a whole. */
  readonly values: readonly string[];
  readonly isWhole: boolean;
}

/** What an update of `machineCapabilities` takes from the children of the profile. */
export interface CapabilityRemovals {
  readonly removals: readonly Removal[];
  /** Whether Gardener does not ask, because no child names a capability other than the architecture. */
  readonly isWaived: boolean;
  /** Whether the profile defines capabilities after the update. */
  readonly isCapabilityMode: boolean;
}

/** What an update of `machineCapabilities` takes away. */
export function capabilityRemovals({ spec, old, children }: ProfileUpdate): CapabilityRemovals {
  const after = vocabularyOf(spec.machineCapabilities);
  const removals = vocabularyOf(old.machineCapabilities).definitions.flatMap((definition) =>
    removalOf(definition, after),
  );
  const isWaived = !children.some(({ fact }) => elementsOf(fact.spec).some(namesMoreThanArchitecture));
  return { removals, isWaived, isCapabilityMode: after.isCapabilityMode };
}

function removalOf({ name, values }: { readonly name: string; readonly values: readonly string[] }, after: Vocabulary) {
  const remaining = after.valuesOf(name);
  const removed = [...new Set(values)].filter((value) => !remaining?.includes(value));
  return remaining === undefined || removed.length > 0
    ? [{ name, values: removed, isWhole: remaining === undefined }]
    : [];
}

/**
 * Keeps capabilities and their values as long as a child names them: CAP-CP-83, which Gardener waives where no child names
 * any but the architecture, and CAP-CP-85 for architectures in that gap. FieldError: Forbidden.
 *
 * Source: capabilities contract, sections 3.6 and 9.
 */
export function* capabilityUpdateRules(
  { children }: ProfileUpdate,
  { removals, isWaived, isCapabilityMode }: CapabilityRemovals,
): Iterable<Finding> {
  for (const removal of removals) {
    if (!isWaived) {
      yield* namedRules(removal, children);
    }
    if (removal.name === ARCHITECTURE && isCapabilityMode) {
      yield* architectureRules(removal, children, isWaived);
    }
  }
}

/** CAP-CP-83: one finding per capability, or per value of it. */
function* namedRules({ name, values, isWhole }: Removal, children: readonly ChildProfile[]): Iterable<Finding> {
  if (isWhole) {
    const naming = placesIn(children, (element) => namesCapability(element, name));
    if (naming.length > 0) {
      const detail = `capability ${JSON.stringify(name)} is named by ${childrenText(naming)}; have these changed first`;
      yield finding("CAP-CP-83", forbidden(MACHINE_CAPABILITIES, detail), name);
    }
    return;
  }
  for (const value of values) {
    const naming = placesIn(children, (element) => namesValue(element, name, value));
    if (naming.length > 0) {
      const detail = `value ${JSON.stringify(value)} of capability ${JSON.stringify(name)} is named by ${childrenText(naming)}; have these changed first`;
      yield finding("CAP-CP-83", forbidden(MACHINE_CAPABILITIES, detail), name, value);
    }
  }
}

/** CAP-CP-85: what CAP-CP-83 does not see. */
function* architectureRules(
  { values }: Removal,
  children: readonly ChildProfile[],
  isWaived: boolean,
): Iterable<Finding> {
  for (const value of values) {
    const using = placesIn(
      children,
      (element) => element.architectures.includes(value) || (isWaived && namesValue(element, ARCHITECTURE, value)),
    );
    if (using.length > 0) {
      const detail = `architecture ${JSON.stringify(value)} is used by ${childrenText(using)}, which would be left with an architecture that is not defined; have these changed first`;
      yield finding("CAP-CP-85", forbidden(MACHINE_CAPABILITIES, detail), value);
    }
  }
}

/** The children that have such an element, each with the first one: `garden-dev/team (machine type "m9")`. */
function placesIn(children: readonly ChildProfile[], isSuch: (element: ChildElement) => boolean): readonly string[] {
  return children.flatMap((child) => {
    const found = elementsOf(child.fact.spec).find(isSuch);
    return found === undefined ? [] : [`${childName(child)} (${found.text})`];
  });
}

function namesCapability({ capabilities }: ChildElement, name: string): boolean {
  return capabilities.some((written) => written.has(name));
}

function namesValue({ capabilities }: ChildElement, name: string, value: string): boolean {
  return capabilities.some((written) => written.get(name)?.includes(value));
}

/**
 * A child without the machine types and image versions that CAP-CP-83 and 85 speak of, so that nobody says the same of
 * them again.
 */
export function withoutReported(
  spec: NamespacedCloudProfileSpec,
  { removals, isWaived, isCapabilityMode }: CapabilityRemovals,
): NamespacedCloudProfileSpec {
  if (removals.length === 0 || (isWaived && !isCapabilityMode)) {
    return spec;
  }
  const isReported = (part: Pick<NamespacedCloudProfileSpec, "machineTypes" | "machineImages">) =>
    elementsOf({ ...spec, ...part }).some((element) =>
      removals.some((removal) => losesTo(element, removal, isCapabilityMode)),
    );
  return {
    ...spec,
    machineTypes: spec.machineTypes.filter((type) => !isReported({ machineTypes: [type], machineImages: [] })),
    machineImages: spec.machineImages.map((image) => ({
      ...image,
      versions: image.versions.filter(
        (version) => !isReported({ machineTypes: [], machineImages: [{ ...image, versions: [version] }] }),
      ),
    })),
  };
}

function losesTo(element: ChildElement, { name, values, isWhole }: Removal, isCapabilityMode: boolean): boolean {
  const isNamed = isWhole ? namesCapability(element, name) : values.some((value) => namesValue(element, name, value));
  const isInLegacyField = name === ARCHITECTURE && values.some((value) => element.architectures.includes(value));
  return isNamed || (isCapabilityMode && isInLegacyField);
}
