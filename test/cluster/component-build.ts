import { randomUUID } from "node:crypto";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import process from "node:process";
import { withLock } from "./build-lock.ts";
import { describeExit, startChild } from "./child-process.ts";
import type { ComponentRecipe } from "./component-recipe.ts";
import { progress } from "./environment.ts";

/** A line of progress this often while the compiler runs. */
const progressIntervalMs = 15_000;

/**
 * Builds a component into the cache unless it is there already, and returns its path.
 * Concurrent callers, in other processes too, build once. A first build of the
 * API server takes minutes and fills about 2.5 GB of Go's own build cache.
 * @param go path of the `go` command, 1.24 or newer.
 * @throws Error with the end of the compiler's output if the build fails.
 */
export async function buildComponent(recipe: ComponentRecipe, go: string): Promise<string> {
  if (await exists(recipe.binary)) {
    return recipe.binary;
  }
  await mkdir(dirname(recipe.binary), { recursive: true });
  await withLock(
    `${recipe.binary}.lock`,
    async () => {
      if (!(await exists(recipe.binary))) {
        await build(recipe, go);
      }
    },
    () => progress(`waiting for another process that builds ${recipe.name} ${recipe.version}`),
  );
  return recipe.binary;
}

async function build(recipe: ComponentRecipe, go: string): Promise<void> {
  const { name, version, sourceDirectory } = recipe;
  const unfinished = `${recipe.binary}.${randomUUID()}`;
  const logFile = `${unfinished}.log`;
  const started = performance.now();
  const elapsed = () => `${Math.round((performance.now() - started) / 1000)} s`;
  progress(`building ${name} ${version} with Go, once for this machine (the API server takes minutes)`);
  const timer = setInterval(() => progress(`still building ${name} ${version}, ${elapsed()}`), progressIntervalMs);
  try {
    const compiler = startChild({
      name: `go build of ${name}`,
      command: go,
      args: [
        "build",
        "-mod=readonly",
        "-trimpath",
        "-buildvcs=false",
        "-ldflags",
        recipe.ldflags,
        "-tags",
        recipe.tags,
        "-o",
        unfinished,
        ".",
      ],
      env: goEnvironment(recipe),
      cwd: sourceDirectory,
      stdoutFile: logFile,
      stderrFile: logFile,
    });
    const status = await compiler.exited;
    if (status.code !== 0) {
      throw new Error(`cannot build ${name} ${version} (${describeExit(status)}):\n${compiler.logTail(40)}`);
    }
    await rename(unfinished, recipe.binary);
    progress(`built ${name} ${version} in ${elapsed()}`);
  } finally {
    clearInterval(timer);
    await Promise.all([rm(unfinished, { force: true }), rm(logFile, { force: true })]);
  }
}

/** The developer's own Go settings (module proxy, caches) with a target that equals this machine. */
function goEnvironment({ goos, goarch }: ComponentRecipe): Record<string, string | undefined> {
  return { ...process.env, GOOS: goos, GOARCH: goarch, CGO_ENABLED: "0", GOWORK: "off" };
}

/** Whether the file is there. */
export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
