import { duplicate, invalid, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { isUnprefixedQualifiedName, NAME_GRAMMAR } from "./qualified-name.ts";
import { describeImageVersion, type ImageVersionSite, imageVersionNames } from "./sites.ts";
import type { Cri } from "./types.ts";

/** The only CRI that Gardener knows. */
const CRI_NAMES: readonly string[] = ["containerd"];

/**
 * Checks the container runtime interfaces that an image version offers: CAP-CP-68 and 69. FieldErrors: Required,
 * Duplicate, NotSupported, Invalid.
 *
 * Source: capabilities contract, section 3.4; gardener pkg/api/core/validation/cloudprofile.go
 * validateContainerRuntimesInterfaces.
 */
export function* criRules(site: ImageVersionSite): Iterable<Finding> {
  const path = at(site.path, "cri");
  if (site.version.cri.length === 0) {
    const detail = `list the CRI of ${describeImageVersion(site)}: ${CRI_NAMES.join(", ")}`;
    yield finding("CAP-CP-68", required(path, detail), ...imageVersionNames(site));
  }
  const seen = new Set<string>();
  for (const [index, cri] of site.version.cri.entries()) {
    yield* nameRules(site, cri, { path: at(path, index), isRepeated: seen.has(cri.name) });
    yield* containerRuntimeRules(site, cri, at(path, index, "containerRuntimes"));
    seen.add(cri.name);
  }
}

/** CAP-CP-68. */
function* nameRules(
  site: ImageVersionSite,
  { name }: Cri,
  { path, isRepeated }: { readonly path: FieldPath; readonly isRepeated: boolean },
): Iterable<Finding> {
  const names = [...imageVersionNames(site), name];
  if (isRepeated) {
    const detail = `list each CRI of ${describeImageVersion(site)} once`;
    yield finding("CAP-CP-68", duplicate(path, name, detail), ...names);
  }
  if (!CRI_NAMES.includes(name)) {
    const hint = `correct the CRI of ${describeImageVersion(site)}`;
    yield finding("CAP-CP-68", notSupported(at(path, "name"), name, CRI_NAMES, hint), ...names);
  }
}

/** CAP-CP-69. */
function* containerRuntimeRules(site: ImageVersionSite, cri: Cri, path: FieldPath): Iterable<Finding> {
  const seen = new Set<string>();
  for (const [index, { type }] of cri.containerRuntimes.entries()) {
    const typePath = at(path, index, "type");
    const names = [...imageVersionNames(site), cri.name, type];
    if (!isUnprefixedQualifiedName(type)) {
      const detail = `the container runtime type must be an unprefixed qualified name: ${NAME_GRAMMAR}`;
      yield finding("CAP-CP-69", invalid(typePath, type, detail), ...names);
    }
    if (seen.has(type)) {
      const detail = `list each container runtime of ${describeImageVersion(site)} once`;
      yield finding("CAP-CP-69", duplicate(typePath, type, detail), ...names);
    }
    seen.add(type);
  }
}
