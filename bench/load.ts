import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** What one run of the load generator measured. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than 2xx, and socket errors. */
  readonly errors: number;
}

/** How a run is made. */
export interface LoadOptions {
  readonly url: string;
  /** File with the body to post. */
  readonly bodyFile: string;
  readonly seconds: number;
  readonly connections: number;
  /** Processor to pin the generator to; undefined where pinning is not possible. */
  readonly cpu: number | undefined;
  /** Directory for the script. */
  readonly directory: string;
}

const SCRIPT = (bodyFile: string): string => `
local file = io.open(${JSON.stringify(bodyFile)}, "rb")
wrk.method = "POST"
wrk.body = file:read("*a")
wrk.headers["Content-Type"] = "application/json"
file:close()

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"errors":%d}\\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;

/** Posts one body over keep-alive connections with wrk for some seconds. Rejects when wrk is not installed or fails. */
export async function load(options: LoadOptions): Promise<Load> {
  const script = join(options.directory, "post.lua");
  writeFileSync(script, SCRIPT(options.bodyFile));
  const wrk = ["wrk", "-t1", `-c${options.connections}`, `-d${options.seconds}s`, "-s", script, options.url];
  const output = await run(pinned(wrk, options.cpu));
  const line = output.split("\n").findLast((text) => text.startsWith("{"));
  if (line === undefined) {
    throw new Error(`wrk printed no result: ${output}`);
  }
  const result = JSON.parse(line) as Record<"requests" | "microseconds" | "p50" | "p99" | "errors", number>;
  return {
    requestsPerSecond: result.requests / (result.microseconds / 1e6),
    p50Ms: result.p50 / 1000,
    p99Ms: result.p99 / 1000,
    errors: result.errors,
  };
}

/** Puts a command on one processor, where the machine can. */
export function pinned(command: readonly string[], cpu: number | undefined): readonly string[] {
  return cpu === undefined ? command : ["taskset", "-c", String(cpu), ...command];
}

function run([program = "", ...args]: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on("error", (cause) => reject(new Error(`${program} cannot be started; is it installed?`, { cause })));
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(`${program} failed: ${output}`))));
  });
}
