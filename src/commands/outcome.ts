import type { Surroundings } from "../compose.ts";

/** What a subcommand came to; the process edge prints it. */
export interface Outcome {
  readonly code: number;
  /** For standard output. */
  readonly text: string;
  /** For standard error. */
  readonly problems: readonly string[];
}

/** What subcommands need of the process. */
export interface Edge extends Surroundings {
  /** The text of a file; `-` is standard input. Rejects with a reason fit for the user. */
  readonly readText: (file: string) => Promise<string>;
  /** Prints to standard output, for subcommands that tell one thing after the other. */
  readonly write: (text: string) => void;
}
