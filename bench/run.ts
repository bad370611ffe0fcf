import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { stdout } from "node:process";
import { parseArgs } from "node:util";
import { ensureSelfSigned } from "../src/certs/self-signed.ts";
import { type Load, load } from "./load.ts";
import { type BenchServer, startFloor, startGardengate } from "./servers.ts";
import { cloudProfile, LARGE_PROFILE, type ProfileSize, SMALL_PROFILE, shootReview } from "./workloads.ts";

/**
 * `npm run bench`: gardengate beside the floor, as ratios. Both servers run in turn on one processor, the load generator
 * on another; a ratio is the median over the rounds, so that a machine that drifts does not favour one side.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "8" },
  },
});
const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(Number) as [
  number,
  number,
  number,
];
const [serverCpu, clientCpu] = availableParallelism() > 1 ? [0, 1] : [undefined, undefined];

const directory = mkdtempSync(join(tmpdir(), "gardengate-bench-"));
const certificates = join(directory, "certs");

interface Subject {
  readonly name: string;
  readonly server: BenchServer;
}

interface Workload {
  readonly name: string;
  readonly bodyFile: string;
}

function writeFacts(name: string, size: ProfileSize): string {
  const facts = join(directory, name);
  mkdirSync(facts);
  writeFileSync(join(facts, "cloudprofile.json"), JSON.stringify(cloudProfile("bench", size)));
  return facts;
}

function writeConfig(name: string, port: number, facts: string): string {
  const file = join(directory, `${name}.json`);
  const config = {
    apiVersion: "config.gardengate.dev/v1alpha1",
    kind: "GardengateConfiguration",
    server: { port, operationsPort: 0, certificates: { mode: "files", directory: certificates } },
    log: { level: "info" },
    facts: { source: "directory", directory: facts },
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

function writeWorkload(name: string, pools: number): Workload {
  const bodyFile = join(directory, `${name.replaceAll(" ", "-")}.json`);
  writeFileSync(bodyFile, JSON.stringify(shootReview("bench", pools)));
  return { name, bodyFile };
}

/** A run with the processor time that the server took per request, which other programs on the machine disturb least. */
interface Measured extends Load {
  readonly cpuMicroseconds: number;
}

async function measure({ server }: Subject, { bodyFile }: Workload, duration = seconds): Promise<Measured> {
  const before = server.cpuSeconds();
  const result = await load({ url: server.url, bodyFile, seconds: duration, connections, cpu: clientCpu, directory });
  const cpuSeconds = server.cpuSeconds() - before;
  return { ...result, cpuMicroseconds: (cpuSeconds * 1e6) / (result.requestsPerSecond * duration) };
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Not counted: until then the engine is still compiling, more of it the more code there is. */
const WARM_UP_SECONDS = 6;

async function compare(subjects: readonly Subject[], workload: Workload): Promise<ReadonlyMap<Subject, Measured[]>> {
  const results = new Map<Subject, Measured[]>(subjects.map((subject) => [subject, []]));
  for (const subject of subjects) {
    await measure(subject, workload, WARM_UP_SECONDS);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) {
      results.get(subject)?.push(await measure(subject, workload));
    }
  }
  return results;
}

function row(cells: readonly (string | number)[]): void {
  stdout.write(
    `${cells.map((cell, index) => String(cell)[index === 0 ? "padEnd" : "padStart"](index === 0 ? 34 : 12)).join("")}\n`,
  );
}

function ratio(loads: readonly Measured[], floor: readonly Measured[], of: (load: Measured) => number): string {
  return median(loads.map((measured, round) => of(measured) / of(floor[round] ?? measured))).toFixed(2);
}

function report(workload: Workload, results: ReadonlyMap<Subject, Measured[]>, floor: Subject): void {
  row([
    workload.name,
    "req/s",
    "x floor",
    "p50 x floor",
    "p99 x floor",
    "us CPU/req",
    "floor/CPU",
    "RSS MiB",
    "errors",
  ]);
  const base = results.get(floor) ?? [];
  for (const [subject, loads] of results) {
    row([
      `  ${subject.name}`,
      Math.round(median(loads.map(({ requestsPerSecond }) => requestsPerSecond))),
      ratio(loads, base, ({ requestsPerSecond }) => requestsPerSecond),
      ratio(loads, base, ({ p50Ms }) => p50Ms),
      ratio(loads, base, ({ p99Ms }) => p99Ms),
      Math.round(median(loads.map(({ cpuMicroseconds }) => cpuMicroseconds))),
      (1 / Number(ratio(loads, base, ({ cpuMicroseconds }) => cpuMicroseconds))).toFixed(2),
      subject.server.residentMiB(),
      loads.reduce((sum, { errors }) => sum + errors, 0),
    ]);
  }
}

async function main(): Promise<void> {
  await ensureSelfSigned({ directory: certificates, hosts: [], now: Date.now() });
  const small = writeConfig("small", 19_443, writeFacts("facts-small", SMALL_PROFILE));
  const large = writeConfig("large", 19_444, writeFacts("facts-large", LARGE_PROFILE));
  const subjects: Subject[] = [];
  try {
    const floor: Subject = { name: "floor", server: await startFloor(19_442, certificates, serverCpu) };
    subjects.push(floor);
    subjects.push({ name: "gardengate, 13 kB profile", server: await startGardengate(19_443, small, serverCpu) });
    subjects.push({ name: "gardengate, 1 MB profile", server: await startGardengate(19_444, large, serverCpu) });
    for (const workload of [writeWorkload("shoot with 1 pool", 1), writeWorkload("shoot with 50 pools", 50)]) {
      report(workload, await compare(subjects, workload), floor);
    }
  } finally {
    for (const { server } of subjects) {
      server.stop();
    }
    rmSync(directory, { recursive: true, force: true });
  }
}

await main();
