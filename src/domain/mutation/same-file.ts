import { jsonEqual } from "../json/equal.ts";
import type { InlineContent, OscFile } from "../osc/types.ts";
import type { DesiredFile } from "../policies/types.ts";

/**
 * Whether a file of an OSC is what a policy wants on the node: same permissions, same host, same content. Content that
 * is only encoded otherwise is the same, since others who bring the same certificate encode it as they like.
 */
export function sameContentAs(file: OscFile, wanted: DesiredFile["entry"]): boolean {
  const { content, ...members } = wanted;
  const { content: presentContent, ...present } = file;
  return (
    jsonEqual(withoutUnset(present), withoutUnset(members)) &&
    jsonEqual(comparableContent(presentContent), comparableContent(content))
  );
}

/** Content with inline data decoded. */
function comparableContent(content: unknown): unknown {
  const members = withoutUnset(content);
  const { inline } = members;
  return { ...members, inline: isInline(inline) ? decoded(inline) : inline };
}

function isInline(value: unknown): value is InlineContent {
  return typeof value === "object" && value !== null && "data" in value && typeof value.data === "string";
}

/** Bytes as text of one byte per character, so that they compare as texts. */
function decoded({ encoding, data = "" }: InlineContent): string {
  return Buffer.from(data, encoding === "b64" ? "base64" : "utf8").toString("latin1");
}

/** The members that say something; absent, undefined and null do not. */
function withoutUnset(value: unknown): Readonly<Record<string, unknown>> {
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(members.filter(([, member]) => member !== undefined && member !== null));
}
