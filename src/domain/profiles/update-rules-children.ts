import { type Vocabulary, vocabularyOf } from "../capabilities/vocabulary.ts";
import { errorBody, forbidden } from "../field/error.ts";
import { type FieldPath, pathText } from "../field/path.ts";
import { jsonEqual } from "../json/equal.ts";
import type { RuleId } from "../rules/catalogue.ts";
import { type Finding, finding, markOf } from "../rules/finding.ts";
import { effectiveSpec, replacesWhole } from "./effective.ts";
import { flavorRules } from "./flavor-rules.ts";
import { imageArchitectureRules } from "./image-architecture-rules.ts";
import { machineImageRules, versionIdentityRules } from "./machine-image-rules.ts";
import { machineTypeRules } from "./machine-type-rules.ts";
import { normalisedVersion } from "./normalise.ts";
import type { CloudProfileSpec, MachineImage, NamespacedCloudProfileSpec } from "./types.ts";
import { type CapabilityRemovals, withoutReported } from "./update-rules-capabilities.ts";
import {
  type ChildProfile,
  childName,
  MACHINE_CAPABILITIES,
  MACHINE_IMAGES,
  type ProfileUpdate,
} from "./update-rules-review.ts";

/** A parent in the state with which its children are rendered. */
interface Parent {
  readonly spec: CloudProfileSpec;
  readonly vocabulary: Vocabulary;
  /** Versions by name of their image. */
  readonly versions: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A mistake in what a child contributes to its rendered profile. */
interface Mistake {
  readonly found: Finding;
  /** What it is about, in words. */
  readonly element: string;
  /** Where in the element; may be empty. */
  readonly field: string;
}

/**
 * Renders every child with the new parent and checks it by sections 3.1 to 3.3: CAP-CP-88 for custom versions that do not
 * tell which of several architectures they are built for, CAP-CP-89 for everything else. What CAP-CP-80, 81, 83
 * and 85 report is left to them. FieldError: Forbidden.
 *
 * Source: capabilities contract, sections 3.6 and 4.2.
 */
export function* childRules(update: ProfileUpdate, removals: CapabilityRemovals): Iterable<Finding> {
  const { spec, old, children } = update;
  const [parent, former] = [parentOf(spec), parentOf(old)];
  const wasSingleArch = former.vocabulary.isCapabilityMode && !former.vocabulary.isMultiArch;
  const isSameVocabulary = jsonEqual(spec.machineCapabilities, old.machineCapabilities);
  const path = isSameVocabulary ? MACHINE_IMAGES : MACHINE_CAPABILITIES;
  for (const child of children) {
    for (const mistake of mistakesOf(
      parent,
      withoutRemoved(withoutReported(child.fact.spec, removals), former, parent),
    )) {
      if (wasSingleArch && mistake.found.rule === "CAP-CP-45") {
        yield withoutArchitecture(child, mistake);
      } else {
        yield brokenChild(child, mistake, path);
      }
    }
  }
}

/** The mistakes that the children had already when they were rendered with the old parent, as CAP-CP-89 puts them. */
export function* childBaseline({ old, children }: ProfileUpdate): Iterable<Finding> {
  const parent = parentOf(old);
  for (const child of children) {
    for (const mistake of mistakesOf(parent, child.fact.spec)) {
      yield brokenChild(child, mistake, MACHINE_CAPABILITIES);
    }
  }
}

function parentOf(spec: CloudProfileSpec): Parent {
  const versions = Map.groupBy(spec.machineImages, ({ name }) => name);
  return {
    spec,
    vocabulary: vocabularyOf(spec.machineCapabilities),
    versions: new Map(
      [...versions].map(([name, images]) => [
        name,
        new Set(images.flatMap((image) => image.versions.map(({ version }) => version))),
      ]),
    ),
  };
}

/** A child without the images and versions that CAP-CP-80 and 81 speak of. */
function withoutRemoved(
  spec: NamespacedCloudProfileSpec,
  { versions: before }: Parent,
  { versions: after }: Parent,
): NamespacedCloudProfileSpec {
  const machineImages = spec.machineImages
    .filter(({ name }) => !before.has(name) || after.has(name))
    .map((image) => {
      const gone = before.get(image.name)?.difference(after.get(image.name) ?? new Set());
      return { ...image, versions: image.versions.filter(({ version }) => !gone?.has(version)) };
    });
  return { ...spec, machineImages };
}

/** CAP-CP-88. */
function withoutArchitecture(child: ChildProfile, { found, element }: Mistake): Finding {
  const name = childName(child);
  const detail = `NamespacedCloudProfile ${name} does not say for which architecture ${element} is built, which has to be said once there are several; have architectures added to it first`;
  return finding("CAP-CP-88", forbidden(MACHINE_CAPABILITIES, detail), name, found.key);
}

/** CAP-CP-89. */
function brokenChild(child: ChildProfile, { found, element, field }: Mistake, path: FieldPath): Finding {
  const name = childName(child);
  const detail = `NamespacedCloudProfile ${name} is not valid when it is rendered with this profile: ${[element, ...(field === "" ? [] : [field])].join(", ")}: ${errorBody(found.error)} (${found.rule}); have it changed first`;
  return finding("CAP-CP-89", forbidden(path, detail), name, found.rule, found.key);
}

/** What is wrong with the machine types and image versions that a child contributes to its rendered profile. */
function mistakesOf(parent: Parent, spec: NamespacedCloudProfileSpec): readonly Mistake[] {
  const rendered = effectiveSpec(
    { ...parent.spec, machineTypes: [], machineImages: imagesWithoutVersions(parent, spec) },
    { ...spec, machineImages: spec.machineImages.map((image) => contributionOf(parent, image)) },
  );
  return [...findingsIn(parent, rendered)].filter(isViolation).map((found) => ({ found, ...placeIn(rendered, found) }));
}

/** The parent's images that the child speaks of: what is not overridden comes from them. */
function imagesWithoutVersions(
  { spec }: Parent,
  { machineImages }: NamespacedCloudProfileSpec,
): readonly MachineImage[] {
  const mentioned = new Set(machineImages.map(({ name }) => name));
  return spec.machineImages.flatMap((image) => (mentioned.has(image.name) ? [{ ...image, versions: [] }] : []));
}

/** An image without the overrides that only tell when a version of the parent expires. */
function contributionOf({ vocabulary, versions }: Parent, image: MachineImage): MachineImage {
  const isContributed = (version: MachineImage["versions"][number]) =>
    !versions.get(image.name)?.has(version.version) || replacesWhole(normalisedVersion(vocabulary, version));
  return { ...image, versions: image.versions.filter(isContributed) };
}

function* findingsIn(parent: Parent, { type, machineTypes, machineImages }: CloudProfileSpec): Iterable<Finding> {
  const { vocabulary } = parent;
  yield* machineTypeRules(machineTypes, vocabulary, ["machineTypes"]);
  yield* machineImageRules(machineImages, ["machineImages"]);
  const seen = new Set<string>();
  for (const [i, { name: image, versions }] of machineImages.entries()) {
    for (const [j, version] of versions.entries()) {
      const site = { vocabulary, image, version, path: ["machineImages", i, "versions", j] };
      yield* versionIdentityRules(site, seen);
      yield* imageArchitectureRules(site);
      yield* flavorRules(site, type);
    }
  }
}

/** Rules about whole lists, of which a contribution is only a part. */
const LIST_RULES: ReadonlySet<RuleId> = new Set(["CAP-CP-20", "CAP-CP-40", "CAP-CP-42"]);

function isViolation(found: Finding): boolean {
  return !LIST_RULES.has(found.rule) && markOf(found) !== "Ww";
}

function placeIn({ machineTypes, machineImages }: CloudProfileSpec, { error: { path } }: Finding) {
  const [list, index = 0, , versionIndex] = path;
  if (list === "machineTypes") {
    const element = `machine type ${JSON.stringify(machineTypes[Number(index)]?.name)}`;
    return { element, field: pathText(path.slice(2)) };
  }
  const image = machineImages[Number(index)];
  const version = typeof versionIndex === "number" ? image?.versions[versionIndex] : undefined;
  const element = `machine image ${JSON.stringify(image?.name)}`;
  return version === undefined
    ? { element, field: pathText(path.slice(2)) }
    : { element: `version ${JSON.stringify(version.version)} of ${element}`, field: pathText(path.slice(4)) };
}
