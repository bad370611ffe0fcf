import type { InlineContent } from "./types.ts";

/** Encoding of content that is clear text. */
export const PLAIN = "";
/** Encoding of content in standard base64. */
export const BASE64 = "b64";
/** The encodings of inline content that there are. */
export const ENCODINGS: readonly string[] = [PLAIN, BASE64];

/**
 * The bytes behind standard base64 with padding, as Go decodes it: carriage returns and line feeds count for nothing, bits
 * behind the last byte are not looked at. Undefined for anything else. Takes one pass at the speed of a memory copy.
 * Source: OperatingSystemConfig contract, rule OSC-V-48; Go encoding/base64, StdEncoding.
 */
export function base64Bytes(data: string): Buffer | undefined {
  if (data.length > LONGEST_KEPT) {
    return decoded(data);
  }
  if (data !== last.data) {
    last = { data, bytes: decoded(data) };
  }
  return last.bytes;
}

/** Longest data that is kept, in characters. */
const LONGEST_KEPT = 16_384;

/** What was decoded last: rules ask for the same content one after the other. */
let last: { readonly data: string; readonly bytes: Buffer | undefined } = { data: "", bytes: Buffer.alloc(0) };

function decoded(data: string): Buffer | undefined {
  const text = hasLineBreak(data) ? data.replaceAll(/[\r\n]/g, "") : data;
  if (text.length % 4 !== 0 || hasForeignLetter(text)) {
    return undefined;
  }
  // Node passes over what is not base64, so that anything foreign leaves fewer bytes than the length promises.
  const bytes = Buffer.from(text, "base64");
  return bytes.length === (text.length / 4) * 3 - paddingOf(text) ? bytes : undefined;
}

function hasLineBreak(text: string): boolean {
  return text.includes("\n") || text.includes("\r");
}

/** Whether there is one of the letters that Node takes for base64 and Go does not: those for URLs, and wide characters. */
function hasForeignLetter(text: string): boolean {
  return text.includes("-") || text.includes("_") || Buffer.byteLength(text) !== text.length;
}

function paddingOf(text: string): number {
  return text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
}

/** The bytes of inline content; undefined where the encoding is unknown or the data is not base64. */
export function inlineBytes({ encoding = PLAIN, data = "" }: InlineContent): Buffer | undefined {
  switch (encoding) {
    case PLAIN:
      return Buffer.from(data);
    case BASE64:
      return base64Bytes(data);
    default:
      return undefined;
  }
}

/** What stands in a decoded text for bytes that are no UTF-8. */
const REPLACEMENT = "\uFFFD";

/**
 * The text of inline content. Undefined where it cannot be decoded, or is no UTF-8, so that putting the text back would
 * change other bytes.
 */
export function inlineText(content: InlineContent): string | undefined {
  if (content.encoding !== BASE64) {
    return (content.encoding ?? "") === "" ? (content.data ?? "") : undefined;
  }
  const text = inlineBytes(content)?.toString("utf8");
  return text?.includes(REPLACEMENT) ? undefined : text;
}

/** A text as the data of inline content with an encoding that {@link inlineText} can read; base64 on one line. */
export function inlineData(text: string, encoding: string | undefined): string {
  return encoding === BASE64 ? Buffer.from(text, "utf8").toString("base64") : text;
}
