import { spawn } from "node:child_process";

/** How a program ended, and what it wrote. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Milliseconds after which a program that does not end is killed. */
const TIMEOUT_MS = 30_000;

/** Runs a program to its end; `input` goes to its standard input. Never rejects for an exit code. */
export function runProgram(command: string, args: readonly string[], input = ""): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { timeout: TIMEOUT_MS, killSignal: "SIGKILL" });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => {
      stdout += String(chunk);
    });
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk);
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
