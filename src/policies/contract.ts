import type { Policy, PolicySet } from "../domain/policies/types.ts";

/** Where operator policies come from. */
export interface PolicySource {
  /** Loads the policies; rejects with a message that names file, line and path if any of them is broken. */
  start(): Promise<void>;
  /** Whether the policies have been loaded; until then there are none. */
  isLoaded(): boolean;
  /** The policies in force: the last good set. Cheap; call once per request. */
  current(): PolicySet;
  /** What is wrong with the present files, in words for `/readyz` and the log; the last good set is in force all the same. */
  problems(): readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** What sources of policies write to; a pino logger is one. Keys of `fields` as in every log line, errors as `err`. */
export interface PoliciesLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What happens in a source, for metrics; called synchronously, must not throw. */
export interface PolicyEvents {
  /** The files were read because something in them changed; "failed" keeps the last good policies. */
  readonly onReload?: (outcome: "loaded" | "failed") => void;
  /** These policies are in force from now on. */
  readonly onChange?: (policies: readonly Policy[]) => void;
  /** So much is wrong with the present files; none where all is well. */
  readonly onProblems?: (count: number) => void;
}
