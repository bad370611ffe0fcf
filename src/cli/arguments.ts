import { parseArgs } from "node:util";
import { nearestName } from "../domain/field/nearest-name.ts";
import type { CommandName, CommandSpec, OptionSpec } from "./command-spec.ts";
import { COMMANDS } from "./command-table.ts";
import { explainableId, nearestId } from "./explain.ts";
import { type FitOptions, readFitOptions } from "./fit-options.ts";
import { commandText, overviewText } from "./help-text.ts";
import { type PreviewOptions, readPreviewOptions } from "./preview-options.ts";
import { type RenderOptions, readRenderOptions } from "./render-options.ts";
import { type Output, readMoment, readOutput } from "./report-options.ts";

/** Exit code of a subcommand that did what it was asked. */
export const EXIT_OK = 0;
/** Exit code of a fault, of a refused configuration, and of a denied object. */
export const EXIT_FAILED = 1;
/** Exit code of a command line that cannot be understood. */
export const EXIT_USAGE = 2;

/** What the command line asks for. */
export type Command =
  | { readonly kind: "serve"; readonly config: string }
  | { readonly kind: "check-config"; readonly config: string }
  | { readonly kind: "render"; readonly options: RenderOptions }
  /** No files means standard input, as the file `-` does. */
  | { readonly kind: "review"; readonly config: string; readonly files: readonly string[] }
  /** Files as for `review`; `at` in milliseconds since the epoch, undefined means now. */
  | {
      readonly kind: "maintain";
      readonly config: string;
      readonly files: readonly string[];
      readonly at: number | undefined;
      readonly output: Output;
    }
  | { readonly kind: "fit"; readonly config: string; readonly options: FitOptions }
  | { readonly kind: "preview"; readonly options: PreviewOptions }
  /** `-` is standard input. */
  | { readonly kind: "migrate"; readonly file: string }
  | { readonly kind: "widened"; readonly oldFile: string; readonly newFile: string; readonly output: Output }
  | { readonly kind: "demo"; readonly once: boolean }
  /** Ids as the contracts spell them; none means all rules. */
  | { readonly kind: "explain"; readonly ids: readonly string[] }
  | { readonly kind: "rules" }
  | { readonly kind: "policy-schema" }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "version" }
  /** To be printed to standard error, with exit code {@link EXIT_USAGE}. */
  | { readonly kind: "usage-error"; readonly text: string };

/** Reads the arguments after the program's name. Pure: mistakes come back as a value, with a suggestion where one is near. */
export function parseArguments(args: readonly string[]): Command {
  const [first, ...rest] = args;
  if (first === undefined) {
    return usageError("name a subcommand", undefined);
  }
  if (first === "--help" || first === "-h") {
    return { kind: "help", text: overviewText() };
  }
  if (first === "--version") {
    return { kind: "version" };
  }
  const spec = COMMANDS.find(({ name }) => name === first);
  if (spec === undefined) {
    const message = first.startsWith("-") ? `name a subcommand before ${first}` : `unknown subcommand ${quoted(first)}`;
    return usageError(withHint(message, first, commandNames()), undefined);
  }
  const given = readOptions(spec, rest);
  if (typeof given === "string") {
    return usageError(given, spec.name);
  }
  return given.wantsHelp ? { kind: "help", text: commandText(spec) } : buildCommand(spec.name, given);
}

/** The options and operands of a subcommand, checked against its table entry. */
interface Given {
  readonly values: ReadonlyMap<string, string>;
  readonly switches: ReadonlySet<string>;
  readonly operands: readonly string[];
  readonly wantsHelp: boolean;
}

function buildCommand(name: CommandName, { values, switches, operands }: Given): Command {
  const config = values.get("config") ?? "";
  switch (name) {
    case "serve":
    case "check-config":
      return { kind: name, config };
    case "review":
      return { kind: name, config, files: operands };
    case "maintain": {
      const at = readMoment(values);
      return typeof at === "string"
        ? usageError(at, name)
        : { kind: name, config, files: operands, at, output: readOutput(values) };
    }
    case "fit": {
      const options = readFitOptions(values);
      return typeof options === "string" ? usageError(options, name) : { kind: name, config, options };
    }
    case "preview": {
      const options = readPreviewOptions(values, switches, operands);
      return typeof options === "string" ? usageError(options, name) : { kind: name, options };
    }
    case "migrate":
      return { kind: name, file: operands[0] ?? "" };
    case "widened":
      return { kind: name, oldFile: operands[0] ?? "", newFile: operands[1] ?? "", output: readOutput(values) };
    case "demo":
      return { kind: name, once: switches.has("once") };
    case "explain":
      return explainCommand(operands);
    case "rules":
    case "policy-schema":
    case "version":
      return { kind: name };
    case "help":
      return helpCommand(operands[0]);
    default: {
      const options = readRenderOptions(values, switches);
      return typeof options === "string" ? usageError(options, name) : { kind: name, options };
    }
  }
}

function explainCommand(operands: readonly string[]): Command {
  const ids: string[] = [];
  for (const typed of operands) {
    const id = explainableId(typed);
    if (id === undefined) {
      return usageError(hinted(`unknown rule ${quoted(typed)}`, nearestId(typed)), "explain");
    }
    ids.push(id);
  }
  return { kind: "explain", ids };
}

function helpCommand(topic: string | undefined): Command {
  if (topic === undefined) {
    return { kind: "help", text: overviewText() };
  }
  const spec = COMMANDS.find(({ name }) => name === topic);
  return spec === undefined
    ? usageError(withHint(`unknown subcommand ${quoted(topic)}`, topic, commandNames()), undefined)
    : { kind: "help", text: commandText(spec) };
}

function readOptions(spec: CommandSpec, args: readonly string[]): Given | string {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries([
      ["help", { type: "boolean", short: "h" }],
      ...spec.options.map(({ name, value }) => [name, { type: value === undefined ? "boolean" : "string" }] as const),
    ]),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string>();
  const switches = new Set<string>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") {
      operands.push(token.value);
    } else if (token.kind === "option") {
      const problem = readOption(spec, token, values, switches);
      if (problem !== undefined) {
        return problem;
      }
    }
  }
  const given = { values, switches, operands, wantsHelp: switches.has("help") };
  return given.wantsHelp ? given : (incomplete(spec, given) ?? given);
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** Files one option away; a text tells what is wrong with it. */
function readOption(
  spec: CommandSpec,
  token: OptionToken,
  values: Map<string, string>,
  switches: Set<string>,
): string | undefined {
  const option = spec.options.find(({ name }) => name === token.name);
  if (option === undefined && token.name !== "help") {
    return withHint(`unknown option ${token.rawName}`, token.name, optionNames(spec), "--");
  }
  if (option?.value === undefined) {
    switches.add(token.name);
    return token.inlineValue === true ? `${token.rawName} takes no value` : undefined;
  }
  if (values.has(token.name)) {
    return `${token.rawName} is given twice`;
  }
  const problem = valueProblem(option, token);
  values.set(token.name, token.value ?? "");
  return problem;
}

function valueProblem(option: OptionSpec, { rawName, value, inlineValue }: OptionToken): string | undefined {
  const isMissing =
    value === undefined || value === "" || (inlineValue !== true && value.length > 1 && value.startsWith("-"));
  if (isMissing) {
    return `${rawName} needs a value: ${option.choices?.join(" or ") ?? option.value}`;
  }
  if (option.choices !== undefined && !option.choices.includes(value)) {
    return withHint(`${rawName} must be ${option.choices.join(" or ")}, not ${quoted(value)}`, value, option.choices);
  }
  return undefined;
}

function incomplete(spec: CommandSpec, { values, operands }: Given): string | undefined {
  const missing = spec.options.find(({ name, isRequired }) => isRequired === true && !values.has(name));
  if (missing !== undefined) {
    return `--${missing.name} ${missing.choices?.join("|") ?? missing.value} is required`;
  }
  if (spec.operands !== undefined && operands.length < spec.operands.min) {
    return `${spec.operands.shown} is required`;
  }
  const surplus = operands[spec.operands?.max ?? 0];
  return surplus === undefined ? undefined : `unexpected argument ${quoted(surplus)}`;
}

function commandNames(): readonly string[] {
  return COMMANDS.map(({ name }) => name);
}

function optionNames(spec: CommandSpec): readonly string[] {
  return [...spec.options.map(({ name }) => name), "help"];
}

function withHint(message: string, typed: string, known: readonly string[], prefix = ""): string {
  return hinted(message, nearestName(typed, known), prefix);
}

function hinted(message: string, nearest: string | undefined, prefix = ""): string {
  return nearest === undefined ? message : `${message}; did you mean ${prefix}${nearest}?`;
}

function usageError(message: string, command: CommandName | undefined): Command {
  const where = command === undefined ? "gardengate help" : `gardengate help ${command}`;
  return { kind: "usage-error", text: `gardengate: ${message}\nSee: ${where}\n` };
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
