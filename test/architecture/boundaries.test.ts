import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PROJECT = join(import.meta.dirname, "../..");

const ROOMS = [
  "domain",
  "wire",
  "webhooks",
  "facts",
  "policies",
  "documents",
  "kube",
  "http",
  "certs",
  "config",
  "observability",
  "cli",
];

/** What each room may import besides itself; the table of docs/ARCHITECTURE.md. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  wire: ["domain"],
  webhooks: ["domain", "wire"],
  facts: ["domain", "wire", "documents"],
  policies: ["domain", "wire", "documents"],
  documents: ["domain"],
  kube: ["domain", "wire"],
  http: ["domain", "wire", "observability"],
  certs: ["observability"],
  config: ["domain", "documents"],
  observability: ["domain"],
  cli: ["domain", "wire", "config"],
};

const ROOMS_WITHOUT_IO = ["domain", "wire", "webhooks"];

interface Planted {
  readonly file: string;
  readonly line: string;
  readonly rule: string;
}

/** The files of the domain are one folder deeper, where `../policies` is a room of the domain. */
const FOLDERS: Readonly<Record<string, string>> = { domain: "domain/field" };

function plantedImport(room: string, target: string, specifier: string): Planted {
  return {
    file: `src/${FOLDERS[room] ?? room}/planted-${target.replace(/\W+/g, "-")}.ts`,
    line: `import { planted } from "${specifier}";\n\nexport const used = planted;\n`,
    rule: "lint/style/noRestrictedImports",
  };
}

function plantedGlobal(room: string, name: string): Planted {
  return {
    file: `src/${room}/planted-global-${name.toLowerCase()}.ts`,
    line: `export const used = ${name};\n`,
    rule: "lint/style/noRestrictedGlobals",
  };
}

const ROOM_ARROWS = ROOMS.flatMap((room) =>
  ROOMS.filter((target) => target !== room && !DOORS[room]?.includes(target)).map((target) =>
    plantedImport(room, target, `${room === "domain" ? "../.." : ".."}/${target}/anything.ts`),
  ),
);

const PLANTED: readonly Planted[] = [
  ...ROOM_ARROWS,
  ...ROOMS.map((room) => plantedImport(room, "app", "../app.ts")),
  ...["zod", "fastify", "pino", "yaml", "fast-json-patch", "@kubernetes/client-node"].map((library) =>
    plantedImport("domain", library, library),
  ),
  plantedImport("http", "client-node", "@kubernetes/client-node"),
  plantedImport("wire", "fastify", "fastify"),
  ...ROOMS_WITHOUT_IO.map((room) => plantedImport(room, "node-fs", "node:fs")),
  ...ROOMS_WITHOUT_IO.map((room) => plantedGlobal(room, "Date")),
  ...ROOMS.map((room) => plantedGlobal(room, "process")),
];

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string };
}

describe("doors between rooms", () => {
  let directory: string;
  let found: readonly Diagnostic[];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "gardengate-doors-"));
    await copyFile(join(PROJECT, "biome.json"), join(directory, "biome.json"));
    for (const { file, line } of PLANTED) {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), line);
    }
    found = await lint(directory);
  }, 60_000);

  afterAll(() => rm(directory, { recursive: true, force: true }));

  it.each(PLANTED)("are closed to $file", ({ file, rule }) => {
    expect(found.filter(({ location }) => location.path === file).map(({ category }) => category)).toContain(rule);
  });

  it("stand in the table of the architecture document", async () => {
    const text = await readFile(join(PROJECT, "docs/ARCHITECTURE.md"), "utf8");
    for (const [room, doors] of Object.entries(DOORS)) {
      const row = text.split("\n").find((line) => line.startsWith(`| ${room} |`)) ?? "";
      expect(row, room).not.toBe("");
      for (const door of doors) {
        expect(row, room).toContain(door);
      }
    }
  });
});

function lint(directory: string): Promise<readonly Diagnostic[]> {
  const args = ["lint", "--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none", "."];
  return new Promise((resolve, reject) => {
    execFile(
      join(PROJECT, "node_modules/.bin/biome"),
      args,
      { cwd: directory, maxBuffer: 2 ** 26 },
      (_error, stdout) => {
        try {
          resolve((JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics);
        } catch (cause) {
          reject(new Error(`Biome printed no JSON: ${stdout.slice(0, 500)}`, { cause }));
        }
      },
    );
  });
}
