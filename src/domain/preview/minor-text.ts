import { parseImageVersion } from "../versions/image-version.ts";

/** `1.33` for any version that can be read; else the text itself. */
export function minorText(text: string): string {
  const version = parseImageVersion(text);
  return version === undefined ? text : `${version.major}.${version.minor}`;
}
