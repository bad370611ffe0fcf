import { BASE64 } from "./inline-content.ts";
import type { InlineContent, OperatingSystemConfig, OscFile } from "./types.ts";

/** By how much the YAML of the Secret is longer than JSON, about. */
const YAML_OVERHEAD = 1.1;
/** The most bytes that JSON takes for a UTF-16 code unit. */
const ESCAPED_BYTES = 6;
/** Braces, keys, number and flag of a file, with what stands around its texts. */
const FILE_BYTES = 128;
/** The longest key of a text, or the longest scalar, with what stands around it. */
const MEMBER_BYTES = 32;

/**
 * A number that the bytes of the Secret for the nodes do not exceed, found without writing the Secret: from the lengths of
 * texts. Data in base64 is only searched for the few characters that JSON escapes; where it is no base64 at all, it is taken
 * at its word.
 * Source: OperatingSystemConfig contract, section 7.3.
 */
export function nodeSecretBound({ spec, status }: OperatingSystemConfig): number {
  const { criConfig, inPlaceUpdates, units, files } = spec;
  const others = jsonBound([criConfig, inPlaceUpdates, units, status.extensionUnits, status.inPlaceUpdates]);
  const ofFiles = [files, status.extensionFiles].flat().reduce((sum, file) => sum + fileBound(file), 0);
  return YAML_OVERHEAD * (others + ofFiles + FILE_BYTES);
}

function fileBound({ path, hostName, content }: OscFile): number {
  const { inline, secretRef, imageRef } = content ?? {};
  const texts = [path, hostName, secretRef?.name, secretRef?.dataKey, imageRef?.image, imageRef?.filePathInImage];
  const set = texts.filter((text) => text !== undefined);
  return set.reduce((sum, text) => sum + MEMBER_BYTES + textBound(text), FILE_BYTES + dataBound(inline));
}

function dataBound(inline: InlineContent | undefined): number {
  const { encoding = "", data = "" } = inline ?? {};
  return encoding === BASE64 && !NEEDS_ESCAPE.some((text) => data.includes(text))
    ? data.length
    : textBound(encoding) + textBound(data);
}

/** Of the characters that JSON escapes those that are likely; each is found at the speed of a memory search. */
const NEEDS_ESCAPE: readonly string[] = ["\n", "\r", '"', "\\"];

/** Longest text of which the bytes are counted. */
const COUNTED_LENGTH = 256;

function textBound(text: string): number {
  return text.length > COUNTED_LENGTH ? ESCAPED_BYTES * text.length : Buffer.byteLength(JSON.stringify(text));
}

/** Visits all values without calling itself, as those of plugins can be nested to any depth. */
function jsonBound(value: unknown): number {
  const rest: unknown[] = [value];
  let bytes = 0;
  while (rest.length > 0) {
    const next = rest.pop();
    bytes += MEMBER_BYTES;
    if (typeof next === "string") {
      bytes += ESCAPED_BYTES * next.length;
    } else if (typeof next === "object" && next !== null) {
      for (const [key, member] of Object.entries(next)) {
        bytes += ESCAPED_BYTES * key.length;
        rest.push(member);
      }
    }
  }
  return bytes;
}
