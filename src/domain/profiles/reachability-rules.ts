import { effectiveFlavors, narrowedCapabilities } from "../capabilities/architecture.ts";
import { areCompatible, type CapabilitySet, capabilitySetKey, effectiveCapabilities } from "../capabilities/set.ts";
import type { Capabilities } from "../capabilities/types.ts";
import type { Vocabulary } from "../capabilities/vocabulary.ts";
import { invalid } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { isActive } from "../versions/classification.ts";
import { describeImageVersion, describeMachineType, imageVersionNames } from "./sites.ts";
import type { CloudProfileSpec, MachineImageVersion, MachineType } from "./types.ts";
import { canonicalFlavor } from "./written-capabilities.ts";

/** A profile in capability mode whose machine types and flavors are matched with each other. */
export interface ReachabilityReview {
  readonly spec: CloudProfileSpec;
  readonly vocabulary: Vocabulary;
  readonly path: FieldPath;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Finds machine types that fit no image version (CAP-CP-33) and flavors that fit no machine type (CAP-CP-58); both are
 * warnings. Each distinct set of capabilities is compared once. FieldError: Invalid.
 *
 * Source: capabilities contract, sections 3.2, 3.3 and 6.1.
 */
export function* reachabilityRules(review: ReachabilityReview): Iterable<Finding> {
  if (review.vocabulary.isCapabilityMode) {
    yield* unusableTypeRules(review);
    yield* unreachableFlavorRules(review);
  }
}

/** CAP-CP-33. */
function* unusableTypeRules({ spec, vocabulary, path, now }: ReachabilityReview): Iterable<Finding> {
  const versions = spec.machineImages.flatMap((image) => image.versions).filter((version) => isActive(version, now));
  const flavors = versions.flatMap((version) => flavorElements(vocabulary, version));
  const fits = fitsSomeOf(distinctSets(flavors));
  for (const [index, machineType] of spec.machineTypes.entries()) {
    if (machineType.usable !== false && !fits(typeElement(vocabulary, machineType))) {
      const site = { vocabulary, machineType, path: at(path, "machineTypes", index) };
      const detail = `${describeMachineType(site)} cannot be used with any active machine image version; add a flavor that fits, or set usable to false`;
      yield finding("CAP-CP-33", invalid(site.path, undefined, detail), machineType.name);
    }
  }
}

/** CAP-CP-58. */
function* unreachableFlavorRules({ spec, vocabulary, path }: ReachabilityReview): Iterable<Finding> {
  const fits = fitsSomeOf(distinctSets(spec.machineTypes.map((machineType) => typeElement(vocabulary, machineType))));
  for (const [i, { name: image, versions }] of spec.machineImages.entries()) {
    for (const [j, version] of versions.entries()) {
      const site = { vocabulary, image, version, path: at(path, "machineImages", i, "versions", j) };
      for (const [k, flavor] of version.capabilityFlavors.entries()) {
        const element = flavorElement(vocabulary, flavor);
        if (!fits(element)) {
          const detail = `this flavor of ${describeImageVersion(site)} fits no machine type of the profile`;
          const error = invalid(at(site.path, "capabilityFlavors", k), undefined, detail);
          yield finding("CAP-CP-58", error, ...imageVersionNames(site), element.key);
        }
      }
    }
  }
}

/** Something to be matched: a text that tells equal ones, and its capabilities, worked out once for all of them. */
interface Element {
  readonly key: string;
  readonly sets: () => readonly CapabilitySet[];
}

function typeElement(vocabulary: Vocabulary, machineType: MachineType): Element {
  const key = JSON.stringify([machineType.architecture, canonicalFlavor(vocabulary, machineType.capabilities)]);
  return { key, sets: () => [narrowedCapabilities(vocabulary, machineType)] };
}

function flavorElement(vocabulary: Vocabulary, flavor: Capabilities): Element {
  return { key: canonicalFlavor(vocabulary, flavor), sets: () => [effectiveCapabilities(vocabulary, flavor)] };
}

function flavorElements(vocabulary: Vocabulary, version: MachineImageVersion): readonly Element[] {
  return version.capabilityFlavors.length > 0
    ? version.capabilityFlavors.map((flavor) => flavorElement(vocabulary, flavor))
    : [{ key: `none ${JSON.stringify(version.architectures)}`, sets: () => effectiveFlavors(vocabulary, version) }];
}

/** The capability sets of many elements, equal ones once. */
function distinctSets(elements: readonly Element[]): readonly CapabilitySet[] {
  const distinct = new Map(elements.map((element) => [element.key, element]));
  const sets = [...distinct.values()].flatMap((element) => element.sets());
  return [...new Map(sets.map((set) => [capabilitySetKey(set), set])).values()];
}

/** Tells whether an element is compatible with one of the candidates; equal elements are compared once. */
function fitsSomeOf(candidates: readonly CapabilitySet[]): (element: Element) => boolean {
  const answers = new Map<string, boolean>();
  return ({ key, sets }) => {
    const known = answers.get(key);
    const answer = known ?? sets().some((set) => candidates.some((candidate) => areCompatible(set, candidate)));
    answers.set(key, answer);
    return answer;
  };
}
