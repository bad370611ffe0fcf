import type { RawObject } from "../wire/admission-review.ts";
import { asObject } from "../wire/json-object.ts";
import { KubeStatusError, KubeTransportError } from "./errors.ts";

/** A line of a watch, understood. */
export type WatchEvent =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: RawObject; readonly resourceVersion: string }
  /** Nothing happened up to this version. */
  | { readonly type: "BOOKMARK"; readonly resourceVersion: string }
  /** The server ends the watch for this reason. */
  | { readonly type: "ERROR"; readonly error: KubeStatusError };

/** Reads a line of a watch. Throws a KubeTransportError for anything that the watch protocol does not know. */
export function parseWatchEvent(line: string): WatchEvent {
  const event = asObject(parseJson(line));
  const type = event?.["type"];
  const object = asObject(event?.["object"]);
  if (object === undefined) {
    throw new KubeTransportError("the watch sent an event without an object");
  }
  switch (type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      return { type, object, resourceVersion: resourceVersionOf(object) };
    case "BOOKMARK":
      return { type, resourceVersion: resourceVersionOf(object) };
    case "ERROR":
      return { type, error: statusError(object) };
    default:
      throw new KubeTransportError(`the watch sent an event of the unknown type ${JSON.stringify(type)}`);
  }
}

/** `metadata.resourceVersion`, or an empty text. */
export function resourceVersionOf(object: RawObject): string {
  const version = asObject(object["metadata"])?.["resourceVersion"];
  return typeof version === "string" ? version : "";
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new KubeTransportError("the watch sent a line that is not JSON", { cause });
  }
}

function statusError(status: RawObject): KubeStatusError {
  const { code, reason, message } = status;
  return new KubeStatusError(
    typeof code === "number" ? code : 500,
    typeof reason === "string" ? reason : "",
    typeof message === "string" ? message : "the watch failed",
  );
}
