import { duplicate, invalid, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { parseImageVersion } from "../versions/image-version.ts";
import { isUnprefixedQualifiedName, NAME_GRAMMAR } from "./qualified-name.ts";
import { describeImageVersion, type ImageVersionSite } from "./sites.ts";
import type { MachineImage } from "./types.ts";

const UPDATE_STRATEGIES: readonly string[] = ["patch", "minor", "major"];
const VERSION_HINT = "use a semantic version; map names that are none in spec.providerConfig";

/**
 * Checks the lists of machine images and versions, without looking into the versions: CAP-CP-40 to 44. FieldErrors:
 * Required, Duplicate, Invalid, NotSupported.
 *
 * Source: capabilities contract, section 3.3; gardener pkg/api/core/validation/utils.go ValidateMachineImages.
 */
export function* machineImageRules(images: readonly MachineImage[], path: FieldPath): Iterable<Finding> {
  if (images.length === 0) {
    yield finding("CAP-CP-40", required(path, "provide at least one machine image"));
  }
  const seen = new Set<string>();
  for (const [index, image] of images.entries()) {
    yield* nameRules(image, at(path, index), seen.has(image.name));
    yield* updateStrategyRules(image, at(path, index));
    if (image.versions.length === 0) {
      const detail = `provide at least one version for machine image ${JSON.stringify(image.name)}`;
      yield finding("CAP-CP-42", required(at(path, index, "versions"), detail), image.name);
    }
    seen.add(image.name);
  }
  yield* unreadableListRules(images, path);
}

/** CAP-CP-41. */
function* nameRules({ name }: MachineImage, path: FieldPath, isRepeated: boolean): Iterable<Finding> {
  if (isRepeated) {
    const detail = "list each machine image once and put all its versions there";
    yield finding("CAP-CP-41", duplicate(path, name, detail), name);
  }
  if (name === "") {
    yield finding("CAP-CP-41", required(at(path, "name"), "give the machine image a name"), name);
  } else if (!isUnprefixedQualifiedName(name)) {
    const detail = `the machine image name must be an unprefixed qualified name: ${NAME_GRAMMAR}`;
    yield finding("CAP-CP-41", invalid(at(path, "name"), name, detail), name);
  }
}

/** CAP-CP-43. */
function* updateStrategyRules({ name, updateStrategy }: MachineImage, path: FieldPath): Iterable<Finding> {
  const strategyPath = at(path, "updateStrategy");
  if (updateStrategy === undefined) {
    const detail = `machine image ${JSON.stringify(name)} needs an update strategy: ${UPDATE_STRATEGIES.join(", ")}`;
    yield finding("CAP-CP-43", required(strategyPath, detail), name);
  } else if (!UPDATE_STRATEGIES.includes(updateStrategy)) {
    const hint = `choose the update strategy of machine image ${JSON.stringify(name)}`;
    yield finding("CAP-CP-43", notSupported(strategyPath, updateStrategy, UPDATE_STRATEGIES, hint), name);
  }
}

/** CAP-CP-44, the part about the list: the latest versions cannot be told when one is unreadable. */
function* unreadableListRules(images: readonly MachineImage[], path: FieldPath): Iterable<Finding> {
  for (const image of images) {
    const unreadable = image.versions.find(({ version }) => parseImageVersion(version) === undefined);
    if (unreadable !== undefined) {
      const detail = `version ${JSON.stringify(unreadable.version)} of machine image ${JSON.stringify(image.name)} cannot be read, so the latest version is unknown; ${VERSION_HINT}`;
      yield finding("CAP-CP-44", invalid(path, undefined, detail));
      return;
    }
  }
}

/** CAP-CP-44, the part about one version; `seen` collects the versions met so far in the whole profile. */
export function* versionIdentityRules(site: ImageVersionSite, seen: Set<string>): Iterable<Finding> {
  const { image, version, path } = site;
  const versionPath = at(path, "version");
  const joined = `${image}-${version.version}`;
  if (seen.has(joined)) {
    yield finding("CAP-CP-44", duplicate(path, joined, "list each version of a machine image once"), joined);
  }
  seen.add(joined);
  if (version.version === "") {
    const detail = `give each version of machine image ${JSON.stringify(image)} its version`;
    yield finding("CAP-CP-44", required(versionPath, detail), joined);
  }
  if (parseImageVersion(version.version) === undefined) {
    const detail = `${describeImageVersion(site)} cannot be read; ${VERSION_HINT}`;
    yield finding("CAP-CP-44", invalid(versionPath, version.version, detail), joined);
  }
}
