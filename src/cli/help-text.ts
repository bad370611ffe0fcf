import type { CommandSpec, OptionSpec } from "./command-spec.ts";
import { COMMANDS } from "./command-table.ts";
import { wrap } from "./wrap.ts";

/** Columns of a line of help; what is left on the narrowest usual terminal. */
const WIDTH = 80;

/** The overview of all subcommands. */
export function overviewText(): string {
  const widest = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    "gardengate: admission webhooks for Gardener landscapes",
    "",
    "Usage: gardengate SUBCOMMAND [OPTION…]",
    "",
    "Subcommands:",
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}`),
    "",
    "gardengate help SUBCOMMAND explains one of them.",
    "Exit codes: 0 done, 1 failed or refused, 2 wrong usage.",
    "",
  ].join("\n");
}

/** Everything about one subcommand. */
export function commandText(command: CommandSpec): string {
  const { name, summary, description, operands, options, examples } = command;
  const usage = ["gardengate", name, ...options.map(usageOf), ...(operands ? [operands.shown] : [])];
  return [
    `gardengate ${name}: ${summary}`,
    "",
    ...wrap(usage, { width: WIDTH, first: "Usage: ", next: "       " }),
    "",
    ...description.flatMap((paragraph) => [...wrap(paragraph.split(" "), { width: WIDTH, first: "", next: "" }), ""]),
    ...(operands ? ["Arguments:", ...entry(operands.shown, operands.help), ""] : []),
    "Options:",
    ...[...options, HELP].flatMap((option) => entry(signature(option), optionHelp(option))),
    "",
    "Examples:",
    ...examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

const HELP: OptionSpec = { name: "help", help: "Print this text." };

function usageOf(option: OptionSpec): string {
  return option.isRequired === true ? signature(option) : `[${signature(option)}]`;
}

function signature({ name, value, choices }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} ${choices?.join("|") ?? value}`;
}

function optionHelp({ isRequired, help }: OptionSpec): string {
  return isRequired === true ? `Required. ${help}` : help;
}

function entry(head: string, help: string): readonly string[] {
  return [`  ${head}`, ...wrap(help.split(" "), { width: WIDTH, first: "      ", next: "      " })];
}
