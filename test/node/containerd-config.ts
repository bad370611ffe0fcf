import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { nodeConfig } from "../../src/domain/containerd/config-toml.ts";
import { type ConfigVersion, DEFAULT_CONFIGS } from "../../src/domain/containerd/default-configs.ts";
import { tomlText } from "../../src/domain/containerd/toml-text.ts";
import type { CriConfig } from "../../src/domain/osc/types.ts";
import { loadPolicies } from "../../src/policies/load.ts";
import { runMutation } from "../support/mutations.ts";
import { oscView, reconcileOsc } from "../support/osc-builders.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { runProgram } from "./program.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples/policies");

/** The criConfig of the base OSC after a mutation by the policies of these files in `examples/policies`. */
export function mutatedCriConfig(files: readonly string[]): CriConfig | undefined {
  const load = loadPolicies(files.map((name) => ({ name, text: readFileSync(join(EXAMPLES, name), "utf8") })));
  if (!load.ok) {
    throw new Error(load.errors.join("\n"));
  }
  const object = reconcileOsc();
  // All of them, whatever they match: what they do to a configuration is the question.
  const { change } = runMutation(object, load.set.policies);
  return (change?.result ?? oscView(object)).spec.criConfig;
}

/** The `config.toml` that gardener-node-agent makes of the default one of this version. */
export function configFile(
  version: ConfigVersion,
  criConfig: CriConfig | undefined,
  containerdVersion: string,
): string {
  const result = nodeConfig({ base: DEFAULT_CONFIGS[version], criConfig, containerdVersion });
  if (!result.ok) {
    throw new Error(result.error);
  }
  return tomlText(result.table);
}

/** What containerd has in force with a configuration file: `table.key` to value, with quotes as `"`. */
export async function settingsInForce(containerd: string, config: string): Promise<ReadonlyMap<string, string>> {
  const file = join(await temporaryDirectory(), "config.toml");
  await writeFile(file, config);
  const { code, stdout, stderr } = await runProgram(containerd, ["--config", file, "config", "dump"]);
  if (code !== 0) {
    throw new Error(`containerd config dump: ${stderr}`);
  }
  return settingsOf(stdout);
}

function settingsOf(dump: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  let table = "";
  for (const line of dump
    .replaceAll("'", '"')
    .split("\n")
    .map((text) => text.trim())) {
    const header = /^\[(.*)\]$/.exec(line)?.[1];
    const [, key, value] = /^([\w-]+) = (.*)$/.exec(line) ?? [];
    table = header ?? table;
    if (key !== undefined && value !== undefined) {
      settings.set(table === "" ? key : `${table}.${key}`, value);
    }
  }
  return settings;
}

/** A daemon that was started: it serves, or it ended. */
export interface Daemon {
  readonly state: "serving" | "ended";
  readonly log: string;
}

/** Milliseconds that a daemon has to serve or to end. */
const START_MS = 20_000;

/** Starts containerd with a configuration in folders of its own, and stops it as soon as it is clear how it goes. */
export async function startDaemon(containerd: string, config: string): Promise<Daemon> {
  const directory = await temporaryDirectory();
  const file = join(directory, "config.toml");
  await writeFile(file, config);
  const folders = ["--root", join(directory, "root"), "--state", join(directory, "state")];
  const child = spawn(containerd, ["--config", file, ...folders, "--address", join(directory, "containerd.sock")], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, TMPDIR: directory },
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return settled(child, ended);
}

async function settled(child: ChildProcess, ended: Promise<void>): Promise<Daemon> {
  let log = "";
  const serving = new Promise<"serving">((resolve) => {
    child.stderr?.on("data", (chunk) => {
      log += String(chunk);
      if (/containerd successfully booted/.test(log)) {
        resolve("serving");
      }
    });
  });
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`containerd neither serves nor ends:\n${log}`)), START_MS).unref(),
  );
  const state = await Promise.race([serving, ended.then(() => "ended" as const), timeout]);
  return { state, log };
}
