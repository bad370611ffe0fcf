#!/usr/bin/env node
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import type { Ports } from "./app.ts";
import type { DevelopmentAuthority } from "./certs/self-signed.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE, parseArguments } from "./cli/arguments.ts";
import { explainText } from "./cli/explain.ts";
import { runMigrate } from "./cli/migrate.ts";
import type { PreviewOptions } from "./cli/preview-options.ts";
import type { RenderOptions } from "./cli/render-options.ts";
import { rulesDocument } from "./cli/rules-document.ts";
import { runWidened } from "./cli/widened.ts";
import { runCheckConfig } from "./commands/check-config.ts";
import { type DemoStage, demoHints, runDemonstration } from "./commands/demo.ts";
import { runFit } from "./commands/fit.ts";
import { runMaintain } from "./commands/maintain.ts";
import type { Edge, Outcome } from "./commands/outcome.ts";
import { policySchemaDocument } from "./commands/policy-schema.ts";
import { runPreview } from "./commands/preview.ts";
import { runRender } from "./commands/render.ts";
import { reviewFiles } from "./commands/review.ts";
import { type Composition, compose } from "./compose.ts";
import { withDefaults } from "./config/defaults.ts";
import { loadConfig } from "./config/load.ts";
import { describeSettings, type Settings } from "./config/settings.ts";
import { WEBHOOKS } from "./webhooks/registry.ts";

/** The edge to the process: arguments, environment, signals and exit code. Only this file touches `process`. */

const VERSION = "0.1.0";
const WEBHOOK_NAMES = WEBHOOKS.map(({ registration }) => registration.name);
const WEBHOOK_ROLES = new Map(WEBHOOKS.map(({ registration: { name, role } }) => [name, role]));
const EXAMPLES = join(import.meta.dirname, "../examples");

const EDGE: Edge = {
  env: process.env,
  version: VERSION,
  now: Date.now,
  readText: (file) => (file === "-" ? text(process.stdin) : readFile(file, "utf8")),
  write: print,
};

function run(command: Command): Promise<number> | number {
  switch (command.kind) {
    case "serve":
      return withSettings(command.config, serve);
    case "check-config":
      return withSettings(command.config, (settings) => report(runCheckConfig(settings)));
    case "render":
      return render(command.options);
    case "review":
      return withSettings(command.config, (settings) => review(settings, command.files));
    case "maintain":
      return withSettings(command.config, (settings) => report(runMaintain(settings, command, EDGE)));
    case "fit":
      return withSettings(command.config, (settings) => report(runFit(settings, command.options, EDGE)));
    case "preview":
      return preview(command.options);
    case "migrate":
      return report(runMigrate({ file: command.file, readText: EDGE.readText, now: EDGE.now() }));
    case "widened":
      return report(runWidened({ ...command, readText: EDGE.readText }));
    case "demo":
      return withSettings(join(EXAMPLES, "config.yaml"), (settings) => demo(settings, command.once));
    case "explain":
      return print(explainText(command.ids));
    case "rules":
      return print(rulesDocument());
    case "policy-schema":
      return print(policySchemaDocument());
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

async function report(outcome: Promise<Outcome>): Promise<number> {
  try {
    const { code, text: output, problems } = await outcome;
    process.stdout.write(output);
    process.stderr.write(problems.map((line) => `gardengate: ${line}\n`).join(""));
    return code;
  } catch (error) {
    return fail(...reasons(error));
  }
}

async function withSettings(file: string, action: (settings: Settings) => Promise<number> | number): Promise<number> {
  const outcome = await loadConfig({
    file,
    cwd: process.cwd(),
    webhookNames: WEBHOOK_NAMES,
    webhookRoles: WEBHOOK_ROLES,
  });
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
    const composition = await compose(settings, EDGE);
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

function render(options: RenderOptions): Promise<number> {
  return withOptionalSettings(options.config, (settings) => report(runRender(settings, options, EDGE)));
}

function preview(options: PreviewOptions): Promise<number> {
  return withOptionalSettings(options.config, (settings) => report(runPreview(settings, options, EDGE)));
}

/** The settings of a file or, where none is named, the defaults. */
function withOptionalSettings(
  file: string | undefined,
  action: (settings: Settings) => Promise<number>,
): Promise<number> {
  return file === undefined
    ? action(withDefaults({}, { resolvePath: (path) => path, webhookNames: WEBHOOK_NAMES }))
    : withSettings(file, action);
}

async function review(settings: Settings, files: readonly string[]): Promise<number> {
  try {
    return await reviewFiles(settings, files, EDGE);
  } catch (error) {
    return fail(...reasons(error));
  }
}

/** Starts the server with the example facts and policies, shows what it says to the examples, and serves on. */
async function demo(settings: Settings, once: boolean): Promise<number> {
  const started = await start(settings);
  if (typeof started === "number") {
    return started;
  }
  const { app, ports, authority } = started;
  const stage: DemoStage = {
    ...started,
    settings,
    examples: EXAMPLES,
    baseUrl: `https://127.0.0.1:${ports.admission}`,
    ca: authority?.pem ?? "",
    write: print,
  };
  const code = await runDemonstration(stage);
  if (!once) {
    print(demoHints(stage, relative(process.cwd(), authority?.path ?? "")));
    await untilAskedToStop();
  }
  await app.drain();
  return code;
}

// A reader that has seen enough, such as head, is no fault of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) =>
  process.exit(error.code === "EPIPE" ? EXIT_OK : EXIT_FAILED),
);

process.exitCode = await run(parseArguments(process.argv.slice(2)));
