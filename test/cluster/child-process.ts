import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import process from "node:process";

/** How a child process ended; `error` is set if it could not be started at all. */
export interface ExitStatus {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error;
}

/** What to start. Output goes to files, so that nothing is lost when either side dies. */
export interface ChildOptions {
  /** Name used in messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdoutFile: string;
  /** May be the same file as `stdoutFile`. */
  readonly stderrFile: string;
}

/** A running (or ended) child process. It is killed when this process exits. */
export interface Child {
  readonly name: string;
  /** Never rejects. */
  readonly exited: Promise<ExitStatus>;
  /** `undefined` while the process runs. */
  readonly exitStatus: ExitStatus | undefined;
  /** Everything written so far; still readable after the end as long as the files exist. */
  stdout(): string;
  stderr(): string;
  /** The last lines of both outputs, for error messages. */
  logTail(lines?: number): string;
  /**
   * Sends `signal` and waits for the end.
   * @throws Error if the process outlives `timeoutMs`; it has been killed then.
   */
  stop(signal: NodeJS.Signals, timeoutMs: number): Promise<ExitStatus>;
}

/**
 * Set for children that end when their standard input closes. The kernel closes
 * it however this process dies, so not even SIGKILL leaves servers behind.
 */
const exitWithStdinVariable = "GARDENGATE_EXIT_WITH_STDIN";

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) {
    child.kill("SIGKILL");
  }
});

/** Starts a child process. A command that cannot be started shows as `exitStatus.error`. */
export function startChild(options: ChildOptions): Child {
  const { name, command, args, env, cwd, stdoutFile, stderrFile } = options;
  const out = openSync(stdoutFile, "a");
  const err = stderrFile === stdoutFile ? out : openSync(stderrFile, "a");
  const child = spawn(command, args, { cwd, env: { ...env, [exitWithStdinVariable]: "1" }, stdio: ["pipe", out, err] });
  closeSync(out);
  if (err !== out) {
    closeSync(err);
  }
  running.add(child);

  let exitStatus: ExitStatus | undefined;
  const exited = new Promise<ExitStatus>((resolve) => {
    const settle = (status: ExitStatus) => {
      running.delete(child);
      exitStatus ??= status;
      resolve(exitStatus);
    };
    child.once("exit", (code, signal) => settle({ code, signal }));
    child.on("error", (error) => {
      if (child.pid === undefined) {
        settle({ code: null, signal: null, error });
      }
    });
    // The other end may close first; that is no fault of ours.
    child.stdin?.on("error", () => {});
  });

  const stdout = () => readFileSync(stdoutFile, "utf8");
  const stderr = () => readFileSync(stderrFile, "utf8");
  return {
    name,
    exited,
    get exitStatus() {
      return exitStatus;
    },
    stdout,
    stderr,
    logTail: (lines = 30) => {
      const text = stderrFile === stdoutFile ? stdout() : stdout() + stderr();
      return text.trimEnd().split("\n").slice(-lines).join("\n");
    },
    stop: async (signal, timeoutMs) => {
      child.kill(signal);
      const { promise: timedOut, resolve: giveUp } = Promise.withResolvers<undefined>();
      const timer = setTimeout(giveUp, timeoutMs, undefined);
      const status = await Promise.race([exited, timedOut]);
      clearTimeout(timer);
      if (status !== undefined) {
        return status;
      }
      child.kill("SIGKILL");
      await exited;
      throw new Error(`${name} did not end within ${timeoutMs} ms after ${signal}`);
    },
  };
}

/** Describes an end for an error message: `exit code 1`, `signal SIGKILL`, or why it never started. */
export function describeExit(status: ExitStatus): string {
  if (status.error !== undefined) {
    return `not started: ${status.error.message}`;
  }
  return status.signal === null ? `exit code ${status.code}` : `signal ${status.signal}`;
}
