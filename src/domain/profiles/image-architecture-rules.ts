import { ARCHITECTURE, ARCHITECTURES, type Capabilities } from "../capabilities/types.ts";
import { invalid, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { describeImageVersion, type ImageVersionSite, imageVersionNames } from "./sites.ts";
import { canonicalFlavor } from "./written-capabilities.ts";

/**
 * Checks the architectures of an image version, in its flavors and in the legacy field `architectures`: CAP-CP-45 to
 * 49, 52 and 57. FieldErrors: Required, Invalid, NotSupported.
 *
 * Source: capabilities contract, sections 2.4 and 3.3; gardener pkg/api/core/validation/utils.go
 * validateMachineImageVersionArchitecture.
 */
export function* imageArchitectureRules(site: ImageVersionSite): Iterable<Finding> {
  const { vocabulary, version, path } = site;
  if (!vocabulary.isCapabilityMode) {
    yield* legacyFieldRules(site);
    yield* unknownFieldRules(site, ARCHITECTURES);
    return;
  }
  if (vocabulary.isMultiArch && version.capabilityFlavors.length === 0) {
    const detail = `the profile defines several architectures; give ${describeImageVersion(site)} a flavor for each it is built for`;
    yield finding("CAP-CP-45", required(at(path, "capabilityFlavors"), detail), ...imageVersionNames(site));
    return;
  }
  for (const [index, flavor] of version.capabilityFlavors.entries()) {
    yield* flavorRules(site, flavor, at(path, "capabilityFlavors", index));
  }
  yield* agreementRules(site);
  yield* unknownFieldRules(site, vocabulary.architectures);
}

/** CAP-CP-46 and 47. */
function* flavorRules(site: ImageVersionSite, flavor: Capabilities, path: FieldPath): Iterable<Finding> {
  const architecturePath = at(path, ARCHITECTURE);
  const written = flavor.get(ARCHITECTURE) ?? [];
  const names = [...imageVersionNames(site), canonicalFlavor(site.vocabulary, flavor)];
  if (written.length === 0 && site.vocabulary.isMultiArch) {
    const detail = `the profile defines several architectures; name the one of this flavor of ${describeImageVersion(site)}`;
    yield finding("CAP-CP-46", required(architecturePath, detail), ...names);
  }
  if (written.length > 1) {
    const detail = `write one flavor per architecture for ${describeImageVersion(site)}`;
    yield finding("CAP-CP-47", invalid(architecturePath, written, detail), ...names);
  }
}

/** CAP-CP-48 and 57. */
function* agreementRules(site: ImageVersionSite): Iterable<Finding> {
  const field = new Set(site.version.architectures);
  const built = builtArchitectures(site);
  if (field.size === 0) {
    return;
  }
  const fieldPath = at(site.path, "architectures");
  const names = imageVersionNames(site);
  if ([...field].some((architecture) => !built.has(architecture))) {
    const detail = `${describeImageVersion(site)} lists ${[...field].join(", ")} but its flavors are for ${[...built].join(", ") || "none"}; remove the deprecated field, or make both agree`;
    yield finding("CAP-CP-48", invalid(fieldPath, site.version.architectures, detail), ...names);
    return;
  }
  const missing = [...built].filter((architecture) => !field.has(architecture));
  if (missing.length > 0) {
    const detail = `${describeImageVersion(site)} has flavors for ${missing.join(", ")} too; add it, or readers of the field miss it`;
    yield finding("CAP-CP-57", invalid(fieldPath, site.version.architectures, detail), ...names);
  }
}

/** The architectures written in the flavors; if there are none, the only defined one. */
function builtArchitectures({ vocabulary, version }: ImageVersionSite): ReadonlySet<string> {
  const written = new Set(version.capabilityFlavors.flatMap((flavor) => flavor.get(ARCHITECTURE) ?? []));
  return written.size === 0 && vocabulary.architectures.length === 1 ? new Set(vocabulary.architectures) : written;
}

/** CAP-CP-49. */
function* unknownFieldRules(site: ImageVersionSite, supported: readonly string[]): Iterable<Finding> {
  for (const [index, architecture] of site.version.architectures.entries()) {
    if (!supported.includes(architecture)) {
      const fieldPath = at(site.path, "architectures", index);
      const hint = `correct the architectures of ${describeImageVersion(site)}`;
      const error = notSupported(fieldPath, architecture, supported, hint);
      yield finding("CAP-CP-49", error, ...imageVersionNames(site), architecture);
    }
  }
}

/** CAP-CP-52. */
function* legacyFieldRules(site: ImageVersionSite): Iterable<Finding> {
  if (site.version.architectures.length === 0) {
    const detail = `list at least one architecture of ${describeImageVersion(site)}: ${ARCHITECTURES.join(", ")}`;
    yield finding("CAP-CP-52", required(at(site.path, "architectures"), detail), ...imageVersionNames(site));
  }
}
