import { KubeStatusError, KubeTransportError } from "./errors.ts";

/** Why a watch ended or a list failed. */
export type Disruption =
  /** The resource version is too old: the state is listed again. */
  | "gone"
  /** Nothing came for longer than the server itself would have kept the watch. */
  | "silent"
  /** The server refused. */
  | "status"
  /** The server cannot be reached or does not speak the protocol. */
  | "transport";

/** A watch outlived the time that the server gives it. */
export class SilenceError extends KubeTransportError {
  constructor() {
    super("the watch died silently");
  }
}

/** Classifies what ended a watch or list. */
export function disruptionOf(error: Error): Disruption {
  if (error instanceof SilenceError) {
    return "silent";
  }
  if (error instanceof KubeStatusError) {
    return error.status === 410 ? "gone" : "status";
  }
  return "transport";
}
