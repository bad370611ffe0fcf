import { BASE64 } from "../osc/inline-content.ts";
import type { FileContent } from "../osc/types.ts";

/**
 * What files of an OSC come to that take their content from a Secret: base64, as it stands in the Secret, by
 * `<name of the Secret>/<key>`.
 */
export type SecretContents = ReadonlyMap<string, string>;

/** No Secret is known: files that come from one are empty. */
export const NO_SECRETS: SecretContents = new Map();

/**
 * The bytes that a file will have. Empty where they are not known: of an unknown Secret, of an image, of no source at all.
 * Content that claims to be base64 and is none is decoded as far as it goes; the node would refuse it.
 */
export function fileBytes(content: FileContent | undefined, secrets: SecretContents): Buffer {
  if (content?.inline !== undefined) {
    const { encoding, data = "" } = content.inline;
    return Buffer.from(data, encoding === BASE64 ? "base64" : "utf8");
  }
  return Buffer.from(secretContent(content, secrets), "base64");
}

/** What a Secret has for a file, in base64. */
export function secretContent(content: FileContent | undefined, secrets: SecretContents): string {
  const { name = "", dataKey = "" } = content?.secretRef ?? {};
  return secrets.get(`${name}/${dataKey}`) ?? "";
}
