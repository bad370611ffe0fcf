import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { stdout } from "node:process";
import { parseArgs } from "node:util";
import { ensureSelfSigned } from "../src/certs/self-signed.ts";
import { type Load, load } from "./load.ts";
import { cluster, OSC_SIZES, oscReview, policy } from "./osc-workloads.ts";
import { type BenchServer, startFloor, startGardengate } from "./servers.ts";
import { cloudProfile, type Json, LARGE_PROFILE, type ProfileSize, SMALL_PROFILE, shootReview } from "./workloads.ts";

/**
 * `npm run bench`: gardengate beside the floor, as ratios. Both servers run in turn on one processor, the load generator
 * on another; a ratio is the median over the rounds, so that a machine that drifts does not favour one side.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "8" },
    processes: { type: "string", default: "1" },
    only: { type: "string", default: "all" },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const processes = Number(values.processes);
const [serverCpu, clientCpu] = availableParallelism() > 1 ? [0, 1] : [undefined, undefined];

const directory = mkdtempSync(join(tmpdir(), "gardengate-bench-"));
const certificates = join(directory, "certs");

interface Subject {
  readonly name: string;
  readonly server: BenchServer;
}

interface Workload {
  readonly name: string;
  readonly path: string;
  readonly bodyFile: string;
}

/** Makes a directory with one object. */
function writeObject(name: string, object: Json): string {
  const folder = join(directory, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "object.json"), JSON.stringify(object));
  return folder;
}

function writeConfig(name: string, port: number, facts: string, policies?: string): string {
  const file = join(directory, `${name}.json`);
  const config = {
    apiVersion: "config.gardengate.dev/v1alpha1",
    kind: "GardengateConfiguration",
    server: { port, operationsPort: 0, certificates: { mode: "files", directory: certificates } },
    log: { level: "info" },
    facts: { source: "directory", directory: facts },
    ...(policies === undefined ? {} : { policies: { directory: policies } }),
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

function writeWorkload(name: string, path: string, review: Json): Workload {
  const bodyFile = join(directory, `${name.replaceAll(" ", "-")}.json`);
  writeFileSync(bodyFile, JSON.stringify(review));
  return { name, path, bodyFile };
}

/** A run with the processor time that the server took per request, which other programs on the machine disturb least. */
interface Measured extends Load {
  readonly cpuMicroseconds: number;
}

async function measure({ server }: Subject, { path, bodyFile }: Workload, duration = seconds): Promise<Measured> {
  const before = server.cpuSeconds();
  const url = `${server.url}${path}?timeout=5s`;
  const result = await load({ url, bodyFile, seconds: duration, connections, cpu: clientCpu, directory });
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

const FLOOR = "floor";

/** What was measured of a server under one workload, over all its processes. */
interface ServerReport {
  readonly loads: readonly Measured[];
  readonly residentMiB: number;
}

function report(workload: Workload, results: ReadonlyMap<string, ServerReport>): void {
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
  const base = results.get(FLOOR)?.loads ?? [];
  for (const [name, { loads, residentMiB }] of results) {
    row([
      `  ${name}`,
      Math.round(median(loads.map(({ requestsPerSecond }) => requestsPerSecond))),
      ratio(loads, base, ({ requestsPerSecond }) => requestsPerSecond),
      ratio(loads, base, ({ p50Ms }) => p50Ms),
      ratio(loads, base, ({ p99Ms }) => p99Ms),
      Math.round(median(loads.map(({ cpuMicroseconds }) => cpuMicroseconds))),
      (1 / Number(ratio(loads, base, ({ cpuMicroseconds }) => cpuMicroseconds))).toFixed(2),
      residentMiB,
      loads.reduce((sum, { errors }) => sum + errors, 0),
    ]);
  }
}

/** A gardengate under load: its name in the report and its configuration file, which names the port. */
interface Contender {
  readonly name: string;
  readonly port: number;
  readonly config: string;
}

/**
 * Runs all workloads against the floor and the contenders, each in a process of its own; if asked for, in several such
 * processes one after the other, since each is compiled a little differently.
 */
async function contest(contenders: readonly Contender[], workloads: readonly Workload[]): Promise<void> {
  const reports = workloads.map((workload) => ({ workload, results: new Map<string, ServerReport>() }));
  for (let process = 0; process < processes; process += 1) {
    await contestOnce(contenders, async (subjects) => {
      for (const { workload, results } of reports) {
        for (const [{ name, server }, loads] of await compare(subjects, workload)) {
          const before = results.get(name)?.loads ?? [];
          results.set(name, { loads: [...before, ...loads], residentMiB: server.residentMiB() });
        }
      }
    });
  }
  for (const { workload, results } of reports) {
    report(workload, results);
  }
}

async function contestOnce(
  contenders: readonly Contender[],
  measureAll: (subjects: readonly Subject[]) => Promise<void>,
): Promise<void> {
  const subjects: Subject[] = [];
  try {
    subjects.push({ name: FLOOR, server: await startFloor(19_442, certificates, serverCpu) });
    for (const { name, port, config } of contenders) {
      subjects.push({ name, server: await startGardengate(port, config, serverCpu) });
    }
    await measureAll(subjects);
  } finally {
    await Promise.all(subjects.map(({ server }) => server.stop()));
  }
}

function shoots(): Promise<void> {
  const contender = (name: string, port: number, size: ProfileSize): Contender => {
    const facts = writeObject(`facts-${port}`, cloudProfile("bench", size));
    return { name, port, config: writeConfig(`config-${port}`, port, facts) };
  };
  const path = "/validate/shoots";
  return contest(
    [
      contender("gardengate, 13 kB profile", 19_443, SMALL_PROFILE),
      contender("gardengate, 1 MB profile", 19_444, LARGE_PROFILE),
    ],
    [
      writeWorkload("shoot with 1 pool", path, shootReview("bench", 1)),
      writeWorkload("shoot with 50 pools", path, shootReview("bench", 50)),
    ],
  );
}

function operatingSystemConfigs(): Promise<void> {
  const facts = writeObject("facts-cluster", cluster());
  const contender = (name: string, port: number, osType: string): Contender => {
    const policies = writeObject(`policies-${port}`, policy(osType));
    return { name, port, config: writeConfig(`config-${port}`, port, facts, policies) };
  };
  const path = "/mutate/operatingsystemconfigs";
  return contest(
    [
      contender("gardengate, policy matches", 19_445, "ubuntu"),
      contender("gardengate, no policy matches", 19_446, "gardenlinux"),
    ],
    Object.entries(OSC_SIZES).map(([, bytes]) =>
      writeWorkload(`OSC of ${Math.round(bytes / 1000)} kB`, path, oscReview(bytes)),
    ),
  );
}

async function main(): Promise<void> {
  await ensureSelfSigned({ directory: certificates, hosts: [], now: Date.now() });
  try {
    if (values.only !== "oscs") {
      await shoots();
    }
    if (values.only !== "shoots") {
      await operatingSystemConfigs();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

await main();
