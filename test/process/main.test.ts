import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const ENTRY_POINT = join(import.meta.dirname, "../../src/main.ts");

interface Run {
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

function run(...args: readonly string[]): Run {
  const child = spawn(process.execPath, [ENTRY_POINT, ...args]);
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, output: () => output, ended };
}

/** A directory with a configuration for free ports and a self-signed certificate; returns the configuration's file. */
async function configured(server: object = {}, facts = ""): Promise<string> {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, "facts"));
  if (facts !== "") {
    await writeFile(join(directory, "facts", "broken.yaml"), facts);
  }
  const config = { server: { port: 0, operationsPort: 0, certificates: { mode: "selfSigned" }, ...server } };
  await writeFile(join(directory, "config.yaml"), JSON.stringify(config));
  return join(directory, "config.yaml");
}

async function untilListening({ output }: Run): Promise<void> {
  await expect.poll(output, { timeout: 20_000 }).toContain("Server listening");
}

describe("the process", () => {
  it("serves until it is asked to stop, and ends well", { timeout: 30_000 }, async () => {
    const served = run("serve", "--config", await configured({ shutdown: { drainSeconds: 0, timeoutSeconds: 1 } }));
    await untilListening(served);
    expect(served.output()).toContain("-----BEGIN CERTIFICATE-----");
    served.child.kill("SIGTERM");
    expect(await served.ended).toBe(0);
  });

  it("ends at once at the second signal", { timeout: 30_000 }, async () => {
    const served = run("serve", "--config", await configured({ shutdown: { drainSeconds: 300, timeoutSeconds: 300 } }));
    await untilListening(served);
    served.child.kill("SIGTERM");
    await expect.poll(served.output, { timeout: 10_000 }).toContain("Server draining");
    served.child.kill("SIGTERM");
    expect(await served.ended).toBe(1);
  });

  it("prints every mistake of its configuration before anything listens", { timeout: 30_000 }, async () => {
    const refused = run("serve", "--config", await configured({ port: -1, prot: 1 }));
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/config\.yaml:1: server\.port: Invalid value: -1/);
    expect(refused.output()).toMatch(/server\.prot: Forbidden: unknown key; did you mean "port"/);
  });

  it("ends with file and line of facts that are broken", { timeout: 30_000 }, async () => {
    const facts = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: { name: a }\nspec: 7\n";
    const refused = run("serve", "--config", await configured({}, facts));
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/broken\.yaml:4: spec/);
  });

  it("ends with file and line of policies that are broken", { timeout: 30_000 }, async () => {
    const config = await configured();
    await mkdir(join(dirname(config), "policies"));
    await writeFile(
      join(dirname(config), "policies", "mirrors.yaml"),
      "apiVersion: x\nkind: OperatingSystemConfigPolicy\n",
    );
    for (const subcommand of ["serve", "check-config"]) {
      const refused = run(subcommand, "--config", config);
      expect(await refused.ended).toBe(1);
      expect(refused.output()).toMatch(/^gardengate: .*mirrors\.yaml:1: apiVersion: Unsupported value: "x"/m);
    }
  });

  it("tells that a port is in use", { timeout: 30_000 }, async () => {
    const first = run("serve", "--config", await configured({ shutdown: { drainSeconds: 0, timeoutSeconds: 1 } }));
    await untilListening(first);
    const port = Number(/"port":(\d+)/.exec(first.output())?.[1]);
    const second = run("serve", "--config", await configured({ port }));
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`cannot listen on 127.0.0.1:${port}: the port is in use`);
  });

  it("demonstrates itself, and goes on serving", { timeout: 60_000 }, async () => {
    const demo = run("demo");
    await expect.poll(demo.output, { timeout: 40_000 }).toMatch(/Try it by hand .*\n +curl .*incompatible-shoot\.json/);
    expect(demo.output()).toMatch(/\[2\/10\] .*\n +The Shoot "ledger" is invalid: /);
    expect(demo.output()).toMatch(
      /\[9\/10\] .*\n +The OperatingSystemConfig "gardener-node-agent-arm-.* \[OSC-V-30\]$/m,
    );
    expect(demo.output()).toMatch(/\[10\/10\] .*\n.*\n.*\n +allowed, with a patch$/m);
    expect(demo.output()).toMatch(/^ +add +\/spec\/criConfig\/containerd\/registries +\[\{"upstream":"docker.io",/m);
    expect(demo.output()).toMatch(/^ +restarts +containerd.service \(sandbox image, /m);
    demo.child.kill("SIGINT");
    expect(await demo.ended).toBe(0);
  });

  it("demonstrates the same every time, and on two screens", { timeout: 60_000 }, async () => {
    const told = [];
    for (let times = 0; times < 2; times += 1) {
      const demo = run("demo", "--once");
      expect(await demo.ended).toBe(0);
      told.push(demo.output().slice(demo.output().indexOf("gardengate serves")));
    }
    expect(told[1]).toBe(told[0]);
    const lines = (told[0] ?? "").split("\n").flatMap((line) => line.match(/^$|.{1,120}/g) ?? []);
    expect(lines.length).toBeLessThanOrEqual(100);
  });

  it("explains wrong arguments with exit code 2", { timeout: 30_000 }, async () => {
    const refused = run("sevre");
    expect(await refused.ended).toBe(2);
    expect(refused.output()).toContain("did you mean serve?");
  });
});
