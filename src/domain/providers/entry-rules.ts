import { ARCHITECTURE, ARCHITECTURES } from "../capabilities/types.ts";
import type { Vocabulary } from "../capabilities/vocabulary.ts";
import { forbidden, invalid, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { undefinedCapabilities } from "../profiles/capability-entry-rules.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { canonicalOf } from "./canonical.ts";
import { imageOf } from "./image-reference.ts";
import type { Provider, ReferenceSite } from "./provider.ts";
import {
  PROVIDER_IMAGES,
  type ProviderConfig,
  type ProviderFlavor,
  type ProviderImage,
  type ProviderImageVersion,
  versionText,
} from "./provider-config.ts";

/** A version of a providerConfig under review. */
interface VersionSite {
  readonly provider: Provider;
  readonly vocabulary: Vocabulary;
  readonly image: string;
  readonly version: ProviderImageVersion;
  /** `spec.providerConfig.machineImages[x].versions[y]`. */
  readonly path: FieldPath;
}

/**
 * Checks the entries of a providerConfig by themselves: CAP-PC-02 to 10 and 19. FieldErrors: Required, Forbidden,
 * NotSupported, Invalid.
 *
 * Source: capabilities contract, section 8.2; ValidateProviderMachineImage of the extensions.
 */
export function* entryRules(provider: Provider, vocabulary: Vocabulary, config: ProviderConfig): Iterable<Finding> {
  for (const [x, image] of config.machineImages.entries()) {
    const path = at(PROVIDER_IMAGES, x);
    yield* imageShapeRules(image, path);
    for (const [y, version] of image.versions.entries()) {
      yield* versionRules({ provider, vocabulary, image: image.name, version, path: at(path, "versions", y) });
    }
  }
}

/** CAP-PC-02 for an image. */
function* imageShapeRules({ name, versions }: ProviderImage, path: FieldPath): Iterable<Finding> {
  if (name === "") {
    yield finding("CAP-PC-02", required(at(path, "name"), "name the machine image"), "name");
  }
  if (versions.length === 0) {
    const detail = `list at least one version of machine image ${JSON.stringify(name)}`;
    yield finding("CAP-PC-02", required(at(path, "versions"), detail), name, "versions");
  }
}

function* versionRules(site: VersionSite): Iterable<Finding> {
  const { provider, vocabulary, image, version, path } = site;
  const hasFlavors = version.capabilityFlavors.length > 0;
  if (version.version === "") {
    const detail = `name the version of machine image ${JSON.stringify(image)}`;
    yield finding("CAP-PC-02", required(at(path, "version"), detail), image, "version");
  }
  if (hasFlavors) {
    yield* mixedShapeRules(site);
  }
  if (!vocabulary.isCapabilityMode) {
    yield* legacyRules(site, hasFlavors);
    return;
  }
  if (!provider.allowsFlatShape && imageOf(version) !== "") {
    const detail = `the profile defines capabilities; name the image of ${versionText(image, version.version)} in its flavors`;
    yield finding("CAP-PC-05", forbidden(at(path, "image"), detail), image, version.version);
  }
  if (hasFlavors) {
    for (const [z, flavor] of version.capabilityFlavors.entries()) {
      yield* flavorRules(site, flavor, at(path, "capabilityFlavors", z));
    }
  } else if (provider.allowsFlatShape) {
    yield* flatRules(site);
  }
}

/** CAP-PC-03. */
function* mixedShapeRules({ provider, image, version, path }: VersionSite): Iterable<Finding> {
  const detail = `${versionText(image, version.version)} has capabilityFlavors too; use one of the two shapes`;
  for (const field of provider.mixedFields(version)) {
    const error = forbidden(at(path, ...field), detail);
    yield finding("CAP-PC-03", error, image, version.version, ...field.map(String));
  }
}

/** CAP-PC-04, and the flat shape, which is the only one without capabilities. */
function* legacyRules(site: VersionSite, hasFlavors: boolean): Iterable<Finding> {
  const { image, version, path } = site;
  if (hasFlavors) {
    const detail = `define capabilities in spec.machineCapabilities first, or remove the flavors of ${versionText(image, version.version)}`;
    yield finding("CAP-PC-04", forbidden(at(path, "capabilityFlavors"), detail), image, version.version);
  }
  yield* flatRules(site);
}

/** CAP-PC-08 and 19 in the flat shape. */
function* flatRules({ provider, vocabulary, image, version, path }: VersionSite): Iterable<Finding> {
  const owner = versionText(image, version.version);
  const names = [image, version.version];
  const { isCapabilityMode } = vocabulary;
  yield* provider.referenceRules(version, { path, shape: "flat", isCapabilityMode, owner, names });
  const { architecture } = version;
  if (architecture !== undefined && !ARCHITECTURES.includes(architecture)) {
    const error = notSupported(at(path, ARCHITECTURE), architecture, ARCHITECTURES, `correct ${owner}`);
    yield finding("CAP-PC-19", error, ...names, architecture);
  }
}

/** CAP-PC-06 to 10. */
function* flavorRules(site: VersionSite, flavor: ProviderFlavor, path: FieldPath): Iterable<Finding> {
  const { provider, vocabulary, image, version } = site;
  const { capabilities } = flavor;
  const owner = `this flavor of ${versionText(image, version.version)}`;
  const names = [image, version.version, canonicalOf(vocabulary, capabilities)];
  const written = { vocabulary, capabilities, path: at(path, "capabilities"), owner, names };
  yield* undefinedCapabilities(written, { name: "CAP-PC-06", value: "CAP-PC-06" });
  const architectures = capabilities.get(ARCHITECTURE) ?? [];
  if (vocabulary.isMultiArch && architectures.length !== 1) {
    const detail = `the profile defines several architectures; name exactly one for ${owner}`;
    yield finding("CAP-PC-07", invalid(at(path, "capabilities", ARCHITECTURE), architectures, detail), ...names);
  }
  const flavorSite: ReferenceSite = { path, shape: "flavor", isCapabilityMode: true, owner, names };
  yield* provider.referenceRules(flavor, flavorSite);
}
