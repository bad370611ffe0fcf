import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PolicySource } from "../../src/policies/contract.ts";
import { directoryPolicies, PolicyDirectoryError, readPolicies } from "../../src/policies/directory.ts";
import { recordingLog } from "../facts/recording-log.ts";
import { document } from "./documents.ts";

const NEVER = 1_000_000;
const FILE = "files: [{ path: /a, content: x }]";

let root: string;
let directory: string;
const sources: PolicySource[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "policies-"));
  directory = join(root, "policies");
});

afterEach(async () => {
  for (const source of sources.splice(0)) {
    await source[Symbol.asyncDispose]();
  }
  await rm(root, { recursive: true, force: true });
});

/** Writes a file at once, as mounted ConfigMaps change: who reads meanwhile never sees half of it. */
async function write(name: string, text: string | Uint8Array): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, ".new"), text);
  await rename(join(directory, ".new"), join(directory, name));
}

function sourceOf(options: { readonly isRequired?: boolean; readonly pollMs?: number } = {}) {
  const log = recordingLog();
  const events: string[] = [];
  const problemCounts: number[] = [];
  const source = directoryPolicies({
    directory,
    isRequired: options.isRequired ?? true,
    log,
    events: {
      onReload: (outcome) => events.push(outcome),
      onChange: (policies) => events.push(`in force: ${policies.map(({ name }) => name).join(",")}`),
      onProblems: (count) => problemCounts.push(count),
    },
    debounceMs: 5,
    pollMs: options.pollMs ?? NEVER,
  });
  sources.push(source);
  return { source, log, events, problemCounts };
}

/** File systems notify when they like; the time allowed is no expectation. */
function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 4_000, interval: 5 });
}

function namesOf(source: PolicySource): readonly string[] {
  return source.current().policies.map(({ name }) => name);
}

async function errorAtStart(options: { readonly isRequired?: boolean } = {}): Promise<PolicyDirectoryError> {
  const error = await sourceOf(options)
    .source.start()
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof PolicyDirectoryError)) {
    throw new Error("the directory was accepted");
  }
  return error;
}

describe("at start", () => {
  it("loads all documents, of sub-folders and of both formats", async () => {
    await mkdir(join(directory, "more"), { recursive: true });
    await write("a.yaml", `${document("one", FILE)}\n---\n${document("two", FILE)}\n`);
    await write("more/b.yml", document("three", FILE));
    await write(
      "c.json",
      JSON.stringify({
        apiVersion: "policy.gardengate.dev/v1alpha1",
        kind: "OperatingSystemConfigPolicy",
        metadata: { name: "four" },
        spec: { knownRuntimes: ["crun"] },
      }),
    );
    await write("README.md", "no policy");
    const { source, log, events } = sourceOf();
    expect(namesOf(source)).toEqual([]);
    await source.start();
    expect(namesOf(source)).toEqual(["one", "three", "two"]);
    expect(source.current().tables.knownRuntimes).toEqual(["crun"]);
    expect(source.problems()).toEqual([]);
    expect(events).toEqual(["in force: one,three,two"]);
    expect(log.lines).toEqual([
      { level: "info", message: "Policies loaded", fields: { directory, files: 3, policies: ["one", "three", "two"] } },
    ]);
  });

  it("logs what is worth a look", async () => {
    await write("a.yaml", document("one", "match: { pools: [] }", FILE));
    const { source, log } = sourceOf();
    await source.start();
    const warnings = [
      `${directory}/a.yaml:5: spec.match.pools: Forbidden: an empty list matches everything; leave the key out to say so`,
    ];
    expect(log.lines[1]).toEqual({
      level: "warn",
      message: "Policies are worth a look",
      fields: { directory, warnings },
    });
  });

  it("rejects with everything that is broken", async () => {
    await write("a.yaml", document("one", "mode: no"));
    await write("b.yaml", Uint8Array.of(0xff, 0xfe, 0xff));
    await write("c.yaml", document("two", "priority: x"));
    const error = await errorAtStart();
    expect(error.code).toBe("POLICIES_INVALID");
    expect(error.message.split("\n")).toEqual([
      `${directory}/b.yaml: is not UTF-8 text`,
      `${directory}/a.yaml:5: spec.mode: Unsupported value: "no": supported values: "enforce", "audit"`,
      `${directory}/c.yaml:5: spec.priority: Invalid value: "x": must be a number`,
    ]);
  });

  it("rejects where the directory is missing that the configuration names", async () => {
    const error = await errorAtStart();
    expect(error.code).toBe("POLICY_DIRECTORY_UNREADABLE");
    expect(error.problems).toEqual([`${directory}: the directory of policies does not exist`]);
  });

  it("rejects where it is none", async () => {
    await writeFile(directory, "");
    for (const isRequired of [true, false]) {
      expect((await errorAtStart({ isRequired })).problems).toEqual([
        `${directory}: the directory of policies is not a directory`,
      ]);
    }
  });

  it("has no policies where there need not be a directory", async () => {
    const { source, log } = sourceOf({ isRequired: false });
    await source.start();
    expect(namesOf(source)).toEqual([]);
    expect(log.lines[0]).toEqual({
      level: "debug",
      message: "There is no directory of policies",
      fields: { directory },
    });
  });
});

describe("while it is watched", () => {
  it("replaces all policies when a file changes, comes or goes", async () => {
    await write("a.yaml", document("one", FILE));
    const { source, events } = sourceOf();
    await source.start();
    const before = source.current();
    await write("b.yaml", document("two", FILE));
    await until(() => expect(namesOf(source)).toEqual(["one", "two"]));
    expect(before.policies.map(({ name }) => name)).toEqual(["one"]);
    expect(events).toEqual(["in force: one", "in force: one,two", "loaded"]);
    await rm(join(directory, "a.yaml"));
    await until(() => expect(namesOf(source)).toEqual(["two"]));
  });

  it("tells how much is wrong, and that it is right again", async () => {
    await write("a.yaml", document("one", FILE));
    const { source, problemCounts } = sourceOf();
    await source.start();
    await write("a.yaml", document("one", "mode: no", "priority: x"));
    await until(() => expect(problemCounts).toEqual([0, 2]));
    await write("a.yaml", document("one", FILE));
    await until(() => expect(problemCounts).toEqual([0, 2, 0]));
    // Its file goes first, so that it may be seen empty in between.
    await rm(directory, { recursive: true });
    await until(() => expect(problemCounts.at(-1)).toBe(1));
  });

  it("keeps the last good policies while something is broken, and says so once", async () => {
    await write("a.yaml", document("one", FILE));
    const { source, log, events } = sourceOf({ pollMs: 10 });
    await source.start();
    const good = source.current();
    await write("a.yaml", document("one", "mode: no"));
    const problems = [
      `${directory}/a.yaml:5: spec.mode: Unsupported value: "no": supported values: "enforce", "audit"`,
    ];
    await until(() => expect(source.problems()).toEqual(problems));
    await write("unrelated.txt", "x");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(source.current()).toBe(good);
    const said = log.lines.filter(({ level }) => level === "error");
    expect(said).toEqual([
      {
        level: "error",
        message: "Policies are broken, the last good ones stay in force",
        fields: { directory, problems },
      },
    ]);
    await write("a.yaml", document("one", FILE, "priority: 1"));
    await until(() => expect(source.problems()).toEqual([]));
    expect(source.current().policies[0]?.priority).toBe(1);
    expect(events).toEqual(["in force: one", "failed", "in force: one", "loaded"]);
  });

  it("keeps the last good policies when the directory goes, required or not", async () => {
    await write("a.yaml", document("one", FILE));
    const { source } = sourceOf({ isRequired: false, pollMs: 10 });
    await source.start();
    await rename(directory, `${directory}.old`);
    await until(() => expect(source.problems()).toEqual([`${directory}: the directory of policies does not exist`]));
    expect(namesOf(source)).toEqual(["one"]);
    await rename(`${directory}.old`, directory);
    await until(() => expect(source.problems()).toEqual([]));
    expect(namesOf(source)).toEqual(["one"]);
  });

  it("finds a directory that comes later", async () => {
    const { source } = sourceOf({ isRequired: false, pollMs: 10 });
    await source.start();
    await write("a.yaml", document("one", FILE));
    await until(() => expect(namesOf(source)).toEqual(["one"]));
  });

  it("says nothing any more once it is disposed", async () => {
    await write("a.yaml", document("one", FILE));
    const { source, events } = sourceOf({ pollMs: 5 });
    await source.start();
    await source[Symbol.asyncDispose]();
    await write("a.yaml", document("other", FILE));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(namesOf(source)).toEqual(["one"]);
    expect(events).toEqual(["in force: one"]);
  });
});

it("reads a directory once, for who wants no watch", async () => {
  await write("a.yaml", document("one", FILE));
  const load = await readPolicies({ directory, isRequired: true });
  expect(load.ok && load.set.policies.map(({ name }) => name)).toEqual(["one"]);
  await write("b.yaml", "[");
  expect(await readPolicies({ directory, isRequired: true })).toMatchObject({ ok: false });
  expect(await readPolicies({ directory: join(root, "none"), isRequired: false })).toMatchObject({ ok: true });
});
