import { BASE64, inlineBytes } from "./inline-content.ts";
import type { InlineContent } from "./types.ts";

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
