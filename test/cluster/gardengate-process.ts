import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { describeExit, type ExitStatus, startChild } from "./child-process.ts";
import { isolatedEnvironment } from "./environment.ts";
import { Hopeless, waitFor } from "./wait.ts";

/** How to run the server under test. */
export interface GardengateOptions {
  /** Text of the configuration file, YAML or JSON. */
  readonly config: string;
  /** Port of `/readyz` on 127.0.0.1, as the configuration says; see `freePorts`. */
  readonly operationsPort: number;
  /** Further command line arguments after `serve --config FILE`. */
  readonly args?: readonly string[];
  /** Further environment variables, such as KUBECONFIG. Of the test's own only PATH gets through. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Bound for the first 200 of `/readyz`, 15 seconds by default. */
  readonly readyTimeoutMs?: number;
}

/** A server under test. */
export interface GardengateProcess extends AsyncDisposable {
  /** Everything written so far; still there after the end. */
  stdout(): string;
  stderr(): string;
  /**
   * Sends SIGTERM and waits for the end; later calls return the same status.
   * @throws Error if the server outlives `timeoutMs` (20 seconds by default); it has been killed then.
   */
  stop(timeoutMs?: number): Promise<ExitStatus>;
}

const entryPoint = join(import.meta.dirname, "../../src/main.ts");
const exitWithStdin = pathToFileURL(join(import.meta.dirname, "exit-with-stdin.ts")).href;

/**
 * Starts `gardengate serve` as users do, with the Node that runs the tests, and waits until it is ready.
 * @throws Error with the output if the server ends or is not ready in time; it has been killed then.
 */
export async function startGardengate(options: GardengateOptions): Promise<GardengateProcess> {
  const directory = await mkdtemp(join(tmpdir(), "gardengate-server-"));
  const configFile = join(directory, "config.yaml");
  await writeFile(configFile, options.config);
  const child = startChild({
    name: "gardengate",
    command: process.execPath,
    args: ["--import", exitWithStdin, entryPoint, "serve", "--config", configFile, ...(options.args ?? [])],
    env: isolatedEnvironment(directory, options.environment),
    cwd: directory,
    stdoutFile: join(directory, "stdout.log"),
    stderrFile: join(directory, "stderr.log"),
  });

  // Once the process has ended and its folder is gone, the output is kept here.
  let remains: { readonly stdout: string; readonly stderr: string } | undefined;
  const end = async (signal: NodeJS.Signals, timeoutMs: number) => {
    try {
      return await child.stop(signal, timeoutMs);
    } finally {
      remains ??= { stdout: child.stdout(), stderr: child.stderr() };
      await rm(directory, { recursive: true, force: true });
    }
  };
  const stop = (timeoutMs = 20_000) => end("SIGTERM", timeoutMs);

  try {
    await waitFor(
      async () => {
        if (child.exitStatus !== undefined) {
          throw new Hopeless(`gardengate ended with ${describeExit(child.exitStatus)}\n${child.logTail()}`);
        }
        return (await isReady(options.operationsPort)) ? true : undefined;
      },
      { what: "gardengate", timeoutMs: options.readyTimeoutMs ?? 15_000, explain: () => child.logTail() },
    );
  } catch (error) {
    await end("SIGKILL", 10_000);
    throw error;
  }
  return {
    stdout: () => remains?.stdout ?? child.stdout(),
    stderr: () => remains?.stderr ?? child.stderr(),
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
    },
  };
}

async function isReady(operationsPort: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${operationsPort}/readyz`, { signal: AbortSignal.timeout(1_000) });
  await response.text();
  return response.status === 200;
}
