#!/usr/bin/env node
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import type { Ports } from "./app.ts";
import type { DevelopmentAuthority } from "./certs/self-signed.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE, parseArguments } from "./cli/arguments.ts";
import { curlLine, runDemo } from "./cli/demo.ts";
import { renderManifests } from "./cli/render-manifests.ts";
import type { RenderOptions } from "./cli/render-options.ts";
import { runReview } from "./cli/review.ts";
import { readAnswer, readFault } from "./cli/review-answer.ts";
import { type ReadDocument, readReviewDocuments } from "./cli/review-documents.ts";
import { type Composition, compose, enabledWebhooks } from "./compose.ts";
import { loadConfig } from "./config/load.ts";
import { describeSettings, type Settings } from "./config/settings.ts";
import type { Registration } from "./webhooks/contract.ts";
import { WEBHOOKS } from "./webhooks/registry.ts";

/** The edge to the process: arguments, environment, signals and exit code. Only this file touches `process`. */

const VERSION = "0.1.0";
const PROJECT = join(import.meta.dirname, "..");

process.exitCode = await run(parseArguments(process.argv.slice(2)));

function run(command: Command): Promise<number> | number {
  switch (command.kind) {
    case "serve":
      return withSettings(command.config, serve);
    case "check-config":
      return withSettings(command.config, (settings) => print(`${describeSettings(settings)}\n`));
    case "render":
      return render(command.options);
    case "review":
      return withSettings(command.config, (settings) => review(settings, command.files));
    case "demo":
      return withSettings(join(PROJECT, "examples/config.yaml"), (settings) => demo(settings, command.once));
    case "help":
      return print(command.text);
    case "version":
      return print(`gardengate ${VERSION}, Node.js ${process.version}\n`);
    case "usage-error":
      process.stderr.write(command.text);
      return EXIT_USAGE;
  }
}

function print(output: string): number {
  process.stdout.write(output);
  return EXIT_OK;
}

function fail(...lines: readonly string[]): number {
  process.stderr.write(lines.map((line) => `gardengate: ${line}\n`).join(""));
  return EXIT_FAILED;
}

async function withSettings(file: string, action: (settings: Settings) => Promise<number> | number): Promise<number> {
  const webhookNames = WEBHOOKS.map(({ registration }) => registration.name);
  const outcome = await loadConfig({ file, cwd: process.cwd(), webhookNames });
  return outcome.ok ? action(outcome.settings) : fail(...outcome.problems);
}

async function serve(settings: Settings): Promise<number> {
  const started = await start(settings);
  if (typeof started === "number") {
    return started;
  }
  const { app, log } = started;
  log.info({ settings: JSON.parse(describeSettings(settings)) }, "Configuration in force");
  await untilAskedToStop();
  await app.drain();
  return EXIT_OK;
}

/** A server that listens. */
interface Started extends Composition {
  readonly ports: Ports;
  readonly authority: DevelopmentAuthority | undefined;
}

/** Starts both listeners, or says why not and gives the exit code. */
async function start(settings: Settings): Promise<Started | number> {
  try {
    const composition = await compose(settings, { env: process.env, version: VERSION, now: Date.now });
    const authority = await composition.ensureAuthority();
    if (authority !== undefined) {
      process.stderr.write(
        `Serving with a self-signed certificate; trust this CA (${authority.path}):\n${authority.pem}`,
      );
    }
    return { ...composition, authority, ports: await composition.app.start() };
  } catch (error) {
    return fail(...reasons(error));
  }
}

/** The messages of an error and its causes; our own start-up errors say all that their reader needs. */
function reasons(error: unknown): readonly string[] {
  if (!(error instanceof Error)) {
    return [String(error)];
  }
  const cause = error.cause === undefined ? [] : reasons(error.cause).map((line) => `caused by: ${line}`);
  return [...error.message.split("\n"), ...cause];
}

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => {
        for (const again of ["SIGTERM", "SIGINT"] as const) {
          process.on(again, () => process.exit(EXIT_FAILED));
        }
        resolve();
      });
    }
  });
}

async function render(options: RenderOptions): Promise<number> {
  const print_ = async (names: readonly string[]): Promise<number> => {
    const webhooks = WEBHOOKS.filter(({ registration }) => names.includes(registration.name));
    const ca = options.caFile === undefined ? undefined : await readFile(options.caFile, "utf8");
    const rendered = renderManifests(webhooks, options, ca);
    return rendered.ok ? print(rendered.yaml) : fail(...rendered.problems);
  };
  try {
    return options.config === undefined
      ? await print_(WEBHOOKS.map(({ registration }) => registration.name))
      : await withSettings(options.config, (settings) =>
          print_(enabledWebhooks(settings).map(({ registration }) => registration.name)),
        );
  } catch (error) {
    return fail(...reasons(error));
  }
}

async function review(settings: Settings, files: readonly string[]): Promise<number> {
  try {
    const quiet = { ...settings, log: { level: "error" as const } };
    const { app, facts, webhooks } = await compose(quiet, { env: process.env, version: VERSION, now: Date.now });
    await facts.start();
    const code = await runReview({
      files,
      readText: (file) => (file === "-" ? text(process.stdin) : readFile(file, "utf8")),
      registrations: webhooks.map(({ registration }) => registration),
      evaluate: async ({ path }, document) => {
        const answer = await app.admission.inject({
          method: "POST",
          url: path,
          headers: { "content-type": "application/json" },
          payload: JSON.stringify(document.review),
        });
        return answer.statusCode === 200
          ? readAnswer(answer.json(), document.uid)
          : readFault(answer.statusCode, answer.payload);
      },
      write: (output) => process.stdout.write(output),
    });
    await facts[Symbol.asyncDispose]();
    return code;
  } catch (error) {
    return fail(...reasons(error));
  }
}

/** Starts the server with the example facts, shows what it says to the example requests, and serves on. */
async function demo(settings: Settings, once: boolean): Promise<number> {
  const started = await start(settings);
  if (typeof started === "number") {
    return started;
  }
  const { app, ports, authority, webhooks } = started;
  const registrations = webhooks.map(({ registration }) => registration);
  const baseUrl = `https://127.0.0.1:${ports.admission}`;
  print(`gardengate serves the facts of examples/facts on ${baseUrl}\n`);
  const code = await runDemo({
    baseUrl,
    ca: authority?.pem ?? "",
    requests: await exampleRequests(registrations),
    registrations,
    write: print,
  });
  if (!once) {
    const [shoots] = registrations.filter(({ target }) => target.resource === "shoots");
    const caFile = relative(process.cwd(), authority?.path ?? "");
    print(`\nTry it by hand (end with Ctrl-C):\n  ${curlLine(`${baseUrl}${shoots?.path}`, caFile, EXAMPLE_BODY)}\n`);
    await untilAskedToStop();
  }
  await app.drain();
  return code;
}

/** A review as JSON, which curl can send; the others are YAML. */
const EXAMPLE_BODY = "examples/incompatible-shoot.json";

async function exampleRequests(registrations: readonly Registration[]): Promise<readonly ReadDocument[]> {
  const directory = join(PROJECT, "examples/reviews");
  const files = (await readdir(directory)).filter((file) => file.endsWith(".yaml")).sort();
  const targets = registrations.map(({ target }) => target);
  const documents = await Promise.all(
    files.map(async (file) => readReviewDocuments(file, await readFile(join(directory, file), "utf8"), targets)),
  );
  return documents.flat();
}
