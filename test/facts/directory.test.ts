import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { poolsUsing } from "../../src/domain/usage/profile-usage.ts";
import type { FactSource } from "../../src/facts/contract.ts";
import { directoryFacts, FactsDirectoryError } from "../../src/facts/directory.ts";
import { recordingLog } from "./recording-log.ts";

const NEVER = 1_000_000;

let root: string;
let directory: string;
const sources: FactSource[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "facts-"));
  directory = join(root, "facts");
  await mkdir(directory);
});

afterEach(async () => {
  for (const source of sources.splice(0)) {
    await source[Symbol.asyncDispose]();
  }
  await rm(root, { recursive: true, force: true });
});

function profile(name: string, type = "aws"): string {
  return `apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata:\n  name: ${name}\nspec:\n  type: ${type}\n`;
}

function write(path: string, text: string | Uint8Array): Promise<void> {
  return writeFile(join(directory, path), text);
}

function sourceOf(options: { readonly pollMs?: number } = {}) {
  const log = recordingLog();
  const reloads: string[] = [];
  const source = directoryFacts({
    directory,
    log,
    events: { onReload: (outcome) => reloads.push(outcome) },
    debounceMs: 5,
    pollMs: options.pollMs ?? NEVER,
  });
  sources.push(source);
  return { source, log, reloads };
}

/** File systems notify when they like; the time allowed is no expectation. */
function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 4_000, interval: 5 });
}

function typeOf(source: FactSource, name: string): string | undefined {
  return source.snapshot().cloudProfile(name)?.profile.spec.type;
}

async function problemsAtStart(): Promise<readonly string[]> {
  const { source } = sourceOf();
  const error = await source.start().catch((thrown: unknown) => thrown);
  if (!(error instanceof FactsDirectoryError)) {
    throw new Error("the directory was accepted");
  }
  return error.problems.map((problem) => problem.replaceAll(`${directory}/`, ""));
}

describe("loads a directory", () => {
  it("with several objects a file, lists, JSON and sub-folders", async () => {
    await mkdir(join(directory, "more"));
    await write("two.yaml", `# a comment\n---\n${profile("one")}---\n${profile("two")}---\n`);
    const item = (name: string) => ({
      apiVersion: "core.gardener.cloud/v1beta1",
      kind: "CloudProfile",
      metadata: { name },
      spec: { type: "gcp" },
    });
    await write("list.json", JSON.stringify({ apiVersion: "v1", kind: "List", items: [item("three"), item("four")] }));
    await write(
      "more/typed.yml",
      "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfileList\nitems:\n- metadata: {name: n, namespace: garden-x, generation: 2}\n  spec: {parent: {kind: CloudProfile, name: one}}\n",
    );
    await write("README.md", "not: [read");
    await write(".hidden.yaml", "not: [read");
    const { source } = sourceOf();
    expect(source.isSynced("CloudProfile")).toBe(false);
    await source.start();
    expect(source.isSynced("CloudProfile")).toBe(true);
    expect(["one", "two", "three", "four", "five"].map((name) => typeOf(source, name))).toEqual([
      "aws",
      "aws",
      "gcp",
      "gcp",
      undefined,
    ]);
    expect(source.snapshot().namespacedCloudProfile("garden-x", "n")).toMatchObject({
      namespace: "garden-x",
      profile: undefined,
      isDeleting: false,
      isStale: true,
      spec: { parent: { name: "one" } },
    });
    expect(source.snapshot().namespacedCloudProfile("garden-y", "n")).toBeUndefined();
  });

  it("keeping of a Shoot who uses what, and nothing else", async () => {
    const shoot = (name: string, metadata = "") =>
      `apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: ${name}, namespace: garden-x${metadata}}\nspec:\n  cloudProfileName: one\n  region: eu\n  provider:\n    type: aws\n    workers:\n    - {name: w, machine: {type: m5, image: {name: os, version: 1.0.0}}, zones: [a]}\n    - {name: v, machine: {type: m5}}\n`;
    await write(
      "shoots.yaml",
      `${shoot("here")}---\n${shoot("leaving", ", deletionTimestamp: '2026-01-01T00:00:00Z'")}`,
    );
    const { source } = sourceOf();
    await source.start();
    const { usage } = source.snapshot();
    expect(poolsUsing(usage.usageOf({ kind: "CloudProfile", name: "one" }))).toEqual([
      { namespace: "garden-x", shoot: "here", pool: "v", machineType: "m5", image: "", version: "" },
      { namespace: "garden-x", shoot: "here", pool: "w", machineType: "m5", image: "os", version: "1.0.0" },
    ]);
  });

  it("that is empty, or holds nothing but other kinds", async () => {
    await write("empty.yaml", "");
    await write("comment.yaml", "# nothing\n---\n");
    await write(
      "pod.yaml",
      "apiVersion: v1\nkind: Pod\nmetadata: {}\n---\napiVersion: other.io/v1\nkind: CloudProfile\n---\napiVersion: v1\nkind: AccessList\nmetadata: {name: a}\nitems: [1]\n",
    );
    const { source, log } = sourceOf();
    await source.start();
    expect(source.isSynced("CloudProfile")).toBe(true);
    expect(log.lines).toContainEqual({
      level: "debug",
      message: "Objects ignored that are not facts",
      fields: { directory, objects: 3 },
    });
  });

  it("keeping keys named like members of objects", async () => {
    const types = (line: string) => `${profile("p")}  machineTypes:\n  - name: m\n    capabilities:\n${line}`;
    await write("p.yaml", types("      __proto__: [a]\n      constructor: [b]\n"));
    const { source } = sourceOf();
    await source.start();
    const capabilities = source.snapshot().cloudProfile("p")?.profile.spec.machineTypes[0]?.capabilities;
    expect([...(capabilities ?? [])]).toEqual([
      ["__proto__", ["a"]],
      ["constructor", ["b"]],
    ]);
    expect(({} as Record<string, unknown>)["0"]).toBeUndefined();
  });

  it("through links, as ConfigMaps are mounted, once", async () => {
    await mkdir(join(directory, "..2026_01"));
    await write("..2026_01/p.yaml", profile("p"));
    await symlink("..2026_01", join(directory, "..data"));
    await symlink("..data/p.yaml", join(directory, "p.yaml"));
    await symlink("..", join(directory, "loop"));
    const { source } = sourceOf();
    await expect(source.start()).resolves.toBeUndefined();
    expect(typeOf(source, "p")).toBe("aws");
  });

  it("knowing nothing more when asked to read through", async () => {
    await write("p.yaml", profile("p"));
    const { source } = sourceOf();
    await source.start();
    expect(await source.readThrough([], AbortSignal.abort())).toBe(source.snapshot());
  });
});

describe("refuses to start", () => {
  it("without the directory, or with a file in its place", async () => {
    await rm(directory, { recursive: true });
    await expect(sourceOf().source.start()).rejects.toMatchObject({
      code: "FACTS_DIRECTORY_UNREADABLE",
      message: `${directory}: the directory of facts does not exist`,
    });
    await writeFile(directory, "");
    await expect(sourceOf().source.start()).rejects.toMatchObject({
      code: "FACTS_DIRECTORY_UNREADABLE",
      message: `${directory}: the directory of facts is not a directory`,
    });
  });

  it.each<[string, string, string | Uint8Array, readonly (string | RegExp)[]]>([
    ["broken YAML", "a.yaml", `${profile("p")}  regions: [`, [/^a\.yaml:7: is not YAML: /]],
    ["a repeated key", "a.yaml", `${profile("p")}spec: {}\n`, ["a.yaml:7: is not YAML: Map keys must be unique"]],
    ["broken JSON", "a.json", '{\n"kind":\n"CloudProfile",,\n}', [/^a\.json:3: is not JSON: /]],
    ["half of a JSON document", "a.json", '{\n"kind": "CloudProfile"\n', [/^a\.json:2: is not JSON: /]],
    ["an empty JSON document", "a.json", "", [/^a\.json:1: is not JSON: /]],
    ["bytes that are no text", "a.yaml", Uint8Array.of(0xff, 0xfe, 0x00), ["a.yaml: is not UTF-8 text"]],
    ["a bare word", "a.yaml", "---\nhello\n", ["a.yaml:2: must be a Kubernetes object"]],
    ["a JSON list", "a.json", "[]", ["a.json:1: must be a Kubernetes object"]],
    ["an object without kind", "a.yaml", "apiVersion: v1\n", ["a.yaml:1: kind: Required value: must be a string"]],
    [
      "an object without version",
      "a.yaml",
      "\nkind: Pod\n",
      ["a.yaml:2: apiVersion: Required value: must be a string"],
    ],
    [
      "another version of a fact",
      "a.yaml",
      profile("p").replace("v1beta1", "v2"),
      [
        'a.yaml:1: apiVersion: Unsupported value: "core.gardener.cloud/v2": supported values: "core.gardener.cloud/v1beta1"',
      ],
    ],
    ["a fact without name", "a.yaml", profile('""'), ["a.yaml:4: metadata.name: Required value: must not be empty"]],
    [
      "a name that is a path",
      "a.yaml",
      profile("../p"),
      ['a.yaml:4: metadata.name: Invalid value: "../p": must be a name that an API path can hold'],
    ],
    [
      "wrong shapes in the second document",
      "a.yaml",
      `${profile("one")}---\n${profile("two", "7")}  machineTypes:\n  - name: m\n  - name: n\n    capabilities:\n      tpm: v2\n`,
      [
        "a.yaml:13: spec.type: Invalid value: 7: must be a string",
        'a.yaml:18: spec.machineTypes[1].capabilities.tpm: Invalid value: "v2": must be a list',
      ],
    ],
    [
      "a wrong item of a JSON list",
      "a.json",
      '{"kind": "List",\n "items": [\n  null,\n  {"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile",\n   "metadata": {"name": "p"}}\n]}',
      ["a.json:3: must be a Kubernetes object", "a.json:4: spec: Required value: must be an object"],
    ],
    [
      "aliases that grow without bounds",
      "a.yaml",
      `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
        .split("")
        .map((k, i) => `${k}: &${k} [${Array(9).fill(`*${"abcdefg"[i]}`)}]\n`)
        .join("")}`,
      [/^a\.yaml:1: is not YAML: /],
    ],
  ])("on %s", async (_name, file, text, expected) => {
    await write(file, text);
    const problems = await problemsAtStart();
    expect(problems).toHaveLength(expected.length);
    for (const [index, problem] of expected.entries()) {
      expect(problems[index]).toEqual(typeof problem === "string" ? problem : expect.stringMatching(problem));
    }
  });

  it("on the same object in two files, naming both, and all else that is wrong", async () => {
    await write("a.yaml", `---\n${profile("other")}---\n${profile("p")}`);
    await write("b.json", JSON.stringify({ apiVersion: "v1", kind: "Pod" }));
    await write("c.yaml", profile("p", "gcp"));
    await write("d.yaml", "[");
    const problems = await problemsAtStart();
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/^d\.yaml:1: is not YAML: /);
    expect(problems[1]).toBe('c.yaml:4: metadata.name: Duplicate value: "p": CloudProfile p is also in a.yaml:12');
  });

  it("on a link that leads nowhere", async () => {
    await symlink("gone.yaml", join(directory, "a.yaml"));
    expect(await problemsAtStart()).toEqual([expect.stringMatching(/^a\.yaml: cannot be read: ENOENT/)]);
  });
});

describe("follows changes", () => {
  it("of files, keeping the last good facts while one is broken", async () => {
    await write("p.yaml", profile("p"));
    const { source, log, reloads } = sourceOf();
    await source.start();
    const before = source.snapshot();

    await write("q.yaml", profile("q", "gcp"));
    await until(() => expect(typeOf(source, "q")).toBe("gcp"));
    expect(before.cloudProfile("q")).toBeUndefined();

    await write("p.yaml", "broken: [");
    await write("q.yaml", profile("q", "azure"));
    await until(() => expect(source.problems()).toHaveLength(1));
    expect(source.problems()[0]?.message).toContain(`${directory}/p.yaml:1: is not YAML`);
    expect([typeOf(source, "p"), typeOf(source, "q")]).toEqual(["aws", "gcp"]);
    expect(log.lines.filter(({ level }) => level === "error").at(-1)).toMatchObject({
      message: "Facts are broken, the last good ones stay in use",
    });
    expect(reloads).toContain("failed");

    await write("p.yaml", profile("p", "mended"));
    await until(() => expect(typeOf(source, "p")).toBe("mended"));
    expect(typeOf(source, "q")).toBe("azure");
    expect(source.problems()).toEqual([]);
  });

  it("in new sub-folders, and of removed files", async () => {
    await write("p.yaml", profile("p"));
    const { source } = sourceOf();
    await source.start();
    await mkdir(join(directory, "sub"));
    await write("sub/q.yaml", profile("q"));
    await until(() => expect(typeOf(source, "q")).toBe("aws"));
    await write("sub/q.yaml", profile("q", "gcp"));
    await until(() => expect(typeOf(source, "q")).toBe("gcp"));
    await rm(join(directory, "p.yaml"));
    await until(() => expect(typeOf(source, "p")).toBeUndefined());
  });

  it("of a mounted ConfigMap, whose link is swapped", async () => {
    await mkdir(join(directory, "..1"));
    await mkdir(join(directory, "..2"));
    await write("..1/p.yaml", profile("p"));
    await write("..2/p.yaml", profile("p", "swapped"));
    await symlink("..1", join(directory, "..data"));
    await symlink("..data/p.yaml", join(directory, "p.yaml"));
    const { source } = sourceOf();
    await source.start();
    await symlink("..2", join(directory, "..data_tmp"));
    await rename(join(directory, "..data_tmp"), join(directory, "..data"));
    await until(() => expect(typeOf(source, "p")).toBe("swapped"));
  });

  it("that nobody notifies, by looking again", async () => {
    const elsewhere = join(root, "elsewhere.yaml");
    await writeFile(elsewhere, profile("p"));
    await symlink(elsewhere, join(directory, "p.yaml"));
    const { source } = sourceOf({ pollMs: 10 });
    await source.start();
    await writeFile(elsewhere, profile("p", "gcp"));
    await until(() => expect(typeOf(source, "p")).toBe("gcp"));
  });

  it("surviving the loss of the whole directory", async () => {
    await write("p.yaml", profile("p"));
    const { source, log } = sourceOf({ pollMs: 10 });
    await source.start();
    await rename(directory, `${directory}-away`);
    await until(() =>
      expect(source.problems()).toEqual([
        { kind: undefined, message: `${directory}: the directory of facts does not exist` },
      ]),
    );
    expect(typeOf(source, "p")).toBe("aws");
    await rename(`${directory}-away`, directory);
    await until(() => expect(source.problems()).toEqual([]));
    expect(typeOf(source, "p")).toBe("aws");
    expect(log.lines.filter(({ level }) => level === "error")).toHaveLength(1);
  });
});
