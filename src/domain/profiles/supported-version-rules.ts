import { forbidden } from "../field/error.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { classificationAt } from "../versions/classification.ts";
import { compareImageVersions, type ImageVersion, parseImageVersion } from "../versions/image-version.ts";
import { describeImageVersion, type ImageVersionSite, imageVersionNames } from "./sites.ts";
import type { MachineImageVersion, VersionLife } from "./types.ts";

/** Per minor, as `major.minor`, up to two versions of different precedence that are written as supported. */
export type SupportedByMinor = ReadonlyMap<string, readonly SupportedVersion[]>;

interface SupportedVersion {
  readonly text: string;
  readonly parsed: ImageVersion;
}

/** Collects the versions of one image that are written as supported, at whatever time and expired or not. */
export function supportedByMinor(versions: readonly MachineImageVersion[]): SupportedByMinor {
  const found = new Map<string, SupportedVersion[]>();
  for (const version of versions) {
    const parsed = isWrittenAsSupported(version) ? parseImageVersion(version.version) : undefined;
    if (parsed === undefined) {
      continue;
    }
    const minor = minorOf(parsed);
    const known = found.get(minor) ?? [];
    if (known.length < 2 && known.every((other) => compareImageVersions(other.parsed, parsed) !== 0)) {
      found.set(minor, [...known, { text: version.version, parsed }]);
    }
  }
  return found;
}

function isWrittenAsSupported({ classification, lifecycle }: VersionLife): boolean {
  return classification === "supported" || lifecycle.some((stage) => stage.classification === "supported");
}

function minorOf({ major, minor }: ImageVersion): string {
  return `${major}.${minor}`;
}

/**
 * CAP-CP-66: of all versions of an image with the same minor, one is supported. Only versions with a classification of
 * their own are looked at. FieldError: Forbidden.
 *
 * Source: capabilities contract, section 3.4; gardener pkg/api/core/validation/cloudprofile.go
 * validateSupportedVersionsConfiguration.
 */
export function* supportedVersionRules(
  site: ImageVersionSite,
  siblings: SupportedByMinor,
  now: number,
): Iterable<Finding> {
  const { version, path } = site;
  const isSupported = version.classification !== undefined && classificationAt(version, now) === "supported";
  const parsed = isSupported ? parseImageVersion(version.version) : undefined;
  if (parsed === undefined) {
    return;
  }
  const other = siblings.get(minorOf(parsed))?.find((sibling) => compareImageVersions(sibling.parsed, parsed) !== 0);
  if (other !== undefined) {
    const detail = `${describeImageVersion(site)} and version ${JSON.stringify(other.text)} are both classified as supported; keep one supported version per minor`;
    yield finding("CAP-CP-66", forbidden(path, detail), ...imageVersionNames(site));
  }
}
