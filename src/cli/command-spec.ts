/** One option of a subcommand. */
export interface OptionSpec {
  /** Without the leading dashes. */
  readonly name: string;
  /** What the value is, in capitals; undefined for a switch. */
  readonly value?: string;
  /** The only values, where there are few. */
  readonly choices?: readonly string[];
  readonly isRequired?: boolean;
  /** What it does, as complete sentences; the help wraps it. */
  readonly help: string;
}

/** One subcommand: parser, usage errors and help are all derived from this value. */
export interface CommandSpec {
  readonly name: CommandName;
  /** One line for the list of subcommands. */
  readonly summary: string;
  /** Paragraphs of the subcommand's own help. */
  readonly description: readonly string[];
  /** How further arguments are shown; undefined where none are taken. */
  readonly operands?: { readonly shown: string; readonly help: string; readonly min: number; readonly max: number };
  readonly options: readonly OptionSpec[];
  readonly examples: readonly string[];
}

/** The subcommands. */
export type CommandName =
  | "serve"
  | "render"
  | "check-config"
  | "review"
  | "maintain"
  | "fit"
  | "preview"
  | "migrate"
  | "widened"
  | "demo"
  | "explain"
  | "rules"
  | "policy-schema"
  | "help"
  | "version";

/** The configuration, for subcommands that cannot do without. */
export const CONFIG: OptionSpec = {
  name: "config",
  value: "FILE",
  isRequired: true,
  help: "Configuration document (config.gardengate.dev/v1alpha1, YAML or JSON). Relative paths in it start at its directory.",
};

/** Another moment than now. */
export const AT: OptionSpec = {
  name: "at",
  value: "TIME",
  help: "The moment that is asked about, such as 2027-01-31T00:00:00Z; now unless told.",
};

/** How a subcommand prints what it found out. */
export const OUTPUT: OptionSpec = {
  name: "output",
  value: "FORMAT",
  choices: ["text", "json"],
  help: "Text for people, which is the default, or one JSON document with the same contents.",
};
