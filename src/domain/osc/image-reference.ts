/** A reference to a container image, in its parts. */
export interface ImageReference {
  /** `[host[:port]/]repository`. */
  readonly name: string;
  /** Without the colon; undefined where there is none. */
  readonly tag: string | undefined;
  /** With its algorithm, such as `sha256:…`; undefined where there is none. */
  readonly digest: string | undefined;
}

/** Longest path of a repository, without host. */
const MAXIMUM_PATH_LENGTH = 255;
/** Longest host that DNS knows, with a port behind. */
const MAXIMUM_HOST_LENGTH = 259;

const PATH_COMPONENT = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const HOST_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const HOST = new RegExp(`^(?:${HOST_LABEL}(?:\\.${HOST_LABEL})*|\\[[0-9A-Fa-f:]+\\])(?::[0-9]+)?$`);
const TAG = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const DIGEST = /^(?:sha256:[0-9a-f]{64}|sha384:[0-9a-f]{96}|sha512:[0-9a-f]{128})$/;

/**
 * Reads `[host[:port]/]repository[:tag][@digest]`; undefined for anything else, so for whatever has a scheme or blanks.
 * Source: github.com/distribution/reference, by which containerd reads the images of pods.
 */
export function parseImageReference(text: string): ImageReference | undefined {
  const [tagged, digest] = cutAt(text, text.indexOf("@"));
  const colon = tagged.indexOf(":", tagged.lastIndexOf("/") + 1);
  const [name, tag] = cutAt(tagged, colon);
  const isValid =
    isImageName(name) && (tag === undefined || TAG.test(tag)) && (digest === undefined || DIGEST.test(digest));
  return isValid ? { name, tag, digest } : undefined;
}

/** Whether a text is a repository with or without a host before it; what looks like both is fine as either. */
function isImageName(name: string): boolean {
  if (name.length > MAXIMUM_HOST_LENGTH + 1 + MAXIMUM_PATH_LENGTH) {
    return false;
  }
  const [first = "", ...rest] = name.split("/");
  const path = rest.join("/");
  const isHosted = rest.length > 0 && first.length <= MAXIMUM_HOST_LENGTH && HOST.test(first);
  return (isHosted && isRepositoryPath(path)) || isRepositoryPath(name);
}

function isRepositoryPath(path: string): boolean {
  return path.length <= MAXIMUM_PATH_LENGTH && path.split("/").every((component) => PATH_COMPONENT.test(component));
}

/** The text before a separator of one character, and behind it; nothing behind where its position is negative. */
function cutAt(text: string, position: number): readonly [before: string, after: string | undefined] {
  return position < 0 ? [text, undefined] : [text.slice(0, position), text.slice(position + 1)];
}
