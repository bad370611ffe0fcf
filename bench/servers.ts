import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { execPath } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { pinned } from "./load.ts";

/** A server under load, in a process of its own. */
export interface BenchServer {
  /** Without a path. */
  readonly url: string;
  /** Resident set size in MiB; 0 where the machine does not tell. */
  readonly residentMiB: () => number;
  /** Processor time used so far, in seconds; 0 where the machine does not tell. */
  readonly cpuSeconds: () => number;
  /** Resolves when the process is gone. */
  readonly stop: () => Promise<void>;
}

const ROOT = join(import.meta.dirname, "..");

/** Starts `bench/floor-server.ts`. */
export function startFloor(port: number, certificates: string, cpu: number | undefined): Promise<BenchServer> {
  const command = [execPath, join(ROOT, "bench/floor-server.ts"), String(port), certificates];
  return start(command, port, cpu);
}

/** Starts gardengate as `npm run gardengate` and its image do, with a configuration file that names the port. */
export function startGardengate(port: number, configFile: string, cpu: number | undefined): Promise<BenchServer> {
  const command = [execPath, "--use-largepages=silent", join(ROOT, "src/main.ts"), "serve", "--config", configFile];
  return start(command, port, cpu);
}

async function start(command: readonly string[], port: number, cpu: number | undefined): Promise<BenchServer> {
  const [program = "", ...args] = pinned(command, cpu);
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  try {
    await listening(port, child);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    url: `https://127.0.0.1:${port}`,
    residentMiB: () => residentMiB(child.pid),
    cpuSeconds: () => cpuSeconds(child.pid),
    stop: () => stopped(child),
  };
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) {
      throw new Error(`the server on port ${port} exited with code ${child.exitCode}`);
    }
    if (await accepts(port)) {
      return;
    }
    await sleep(100);
  }
  throw new Error(`the server on port ${port} does not listen`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Clock ticks a second in /proc; fixed in the kernel's interface. Source: proc(5), sysconf(_SC_CLK_TCK). */
const TICKS = 100;

function cpuSeconds(pid: number | undefined): number {
  try {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
    return (user + system) / TICKS;
  } catch {
    return 0;
  }
}

function residentMiB(pid: number | undefined): number {
  try {
    const kibibytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Math.round(Number(kibibytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}
