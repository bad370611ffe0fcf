import { jsonEqual } from "../json/equal.ts";
import { inlineBytes } from "../osc/inline-content.ts";
import type { InlineContent } from "../osc/types.ts";

/** A file of an OSC as it is read, or one that a policy wants. */
interface FileLike {
  readonly content?: unknown;
}

/**
 * Whether two files are the same on a node: same path, permissions and host, same content. Content that is only encoded
 * otherwise is the same, since others who bring the same certificate encode it as they like.
 */
export function sameFileOnNode(a: FileLike, b: FileLike): boolean {
  const { content, ...members } = a;
  const { content: otherContent, ...others } = b;
  return (
    jsonEqual(withoutUnset(members), withoutUnset(others)) &&
    jsonEqual(comparableContent(content), comparableContent(otherContent))
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

/** Bytes as text of one byte per character, so that they compare as texts; as it stands where it cannot be decoded. */
function decoded(inline: InlineContent): unknown {
  return inlineBytes(inline)?.toString("latin1") ?? inline;
}

/** The members that say something; absent, undefined and null do not. */
function withoutUnset(value: unknown): Readonly<Record<string, unknown>> {
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(members.filter(([, member]) => member !== undefined && member !== null));
}
