import jsonPatch from "fast-json-patch";
import type { FieldPath } from "../field/path.ts";

/** A path as JSON Pointer (RFC 6901): `/spec/units/3/name`. */
export function pointer(path: FieldPath): string {
  let text = "";
  for (const segment of path) {
    text += `/${typeof segment === "number" ? segment : jsonPatch.escapePathComponent(segment)}`;
  }
  return text;
}
