import { forbidden } from "../field/error.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { type Users, usersOfImageVersion } from "../usage/profile-usage.ts";
import { usersText } from "../usage/users-text.ts";
import type { MachineImage } from "./types.ts";
import { childName, childrenText, MACHINE_IMAGES, type ProfileUpdate } from "./update-rules-review.ts";

/** Names of images with their versions; of equal names the last counts, as in Gardener. */
type ImageNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Image and version names with the children that list them. */
interface Listed {
  readonly images: ReadonlyMap<string, readonly string[]>;
  /** By {@link versionKey}. */
  readonly versions: ReadonlyMap<string, readonly string[]>;
}

/**
 * Keeps machine images as long as somebody depends on them: CAP-CP-80 (versions), 81 (images) and 82 (an image that a
 * NamespacedCloudProfile defined first). FieldError: Forbidden.
 *
 * Source: capabilities contract, section 3.6; gardener plugin/pkg/global/resourcereferencemanager/admission.go.
 */
export function* imageUpdateRules(update: ProfileUpdate): Iterable<Finding> {
  const before = imageNames(update.old.machineImages);
  const after = imageNames(update.spec.machineImages);
  const listed = listedBy(update);
  for (const [image, versions] of before) {
    if (!after.has(image)) {
      yield* removedImageRules(image, listed);
    }
    for (const version of versions.difference(after.get(image) ?? new Set())) {
      yield* removedVersionRules(update, { image, version }, listed);
    }
  }
  for (const image of after.keys()) {
    const children = before.has(image) ? undefined : listed.images.get(image);
    if (children !== undefined) {
      const detail = `machine image ${JSON.stringify(image)} is defined by ${childrenText(children)} already; add it under another name, or have it removed there first`;
      yield finding("CAP-CP-82", forbidden(MACHINE_IMAGES, detail), image);
    }
  }
}

function imageNames(images: readonly MachineImage[]): ImageNames {
  return new Map(images.map(({ name, versions }) => [name, new Set(versions.map(({ version }) => version))]));
}

function listedBy({ children }: ProfileUpdate): Listed {
  const images = new Map<string, string[]>();
  const versions = new Map<string, string[]>();
  for (const child of children) {
    const { machineImages } = child.fact.spec;
    const names = machineImages.map(({ name }) => name);
    const keys = machineImages.flatMap((image) =>
      image.versions.map(({ version }) => versionKey({ image: image.name, version })),
    );
    record(images, new Set(names), childName(child));
    record(versions, new Set(keys), childName(child));
  }
  return { images, versions };
}

function record(into: Map<string, string[]>, keys: ReadonlySet<string>, value: string): void {
  for (const key of keys) {
    const values = into.get(key) ?? [];
    into.set(key, values);
    values.push(value);
  }
}

interface VersionName {
  readonly image: string;
  readonly version: string;
}

function versionKey({ image, version }: VersionName): string {
  return JSON.stringify([image, version]);
}

/** CAP-CP-81. */
function* removedImageRules(image: string, { images }: Listed): Iterable<Finding> {
  const children = images.get(image);
  if (children !== undefined) {
    const detail = `machine image ${JSON.stringify(image)} is listed by ${childrenText(children)}; have it removed there first`;
    yield finding("CAP-CP-81", forbidden(MACHINE_IMAGES, detail), image);
  }
}

/** CAP-CP-80. */
function* removedVersionRules(
  { usage, children }: ProfileUpdate,
  name: VersionName,
  { versions }: Listed,
): Iterable<Finding> {
  const { image, version } = name;
  const users = [usage, ...children.map((child) => child.usage)]
    .map((each) => usersOfImageVersion(each, image, version))
    .filter((each): each is Users => each !== undefined);
  const listing = versions.get(versionKey(name));
  const reasons = [
    ...(users.length === 0 ? [] : [`used by ${usersText(users)}`]),
    ...(listing === undefined ? [] : [`listed by ${childrenText(listing)}`]),
  ];
  if (reasons.length > 0) {
    const detail = `version ${JSON.stringify(version)} of machine image ${JSON.stringify(image)} is ${reasons.join(" and ")}; keep it, give it an expirationDate, and remove it when nothing uses it any more`;
    yield finding("CAP-CP-80", forbidden(MACHINE_IMAGES, detail), image, version);
  }
}
