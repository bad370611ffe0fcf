import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { withLock } from "../cluster/build-lock.ts";
import { exists } from "../cluster/component-build.ts";
import { cacheDirectory } from "../cluster/component-recipe.ts";
import { type Found, findOnPath, resolveComponent } from "../cluster/components.ts";
import { environmentVariable } from "../cluster/environment.ts";

const run = promisify(execFile);

/** The programs that read, on nodes, what OperatingSystemConfigs become. */
export type NodePart = "containerd-1" | "containerd-2" | "ignition-validate" | "cloud-init" | "systemd-analyze";

/** All of them. */
export const NODE_PARTS: readonly NodePart[] = [
  "containerd-1",
  "containerd-2",
  "ignition-validate",
  "cloud-init",
  "systemd-analyze",
];

/** Finds or builds a program; the reason of its absence is fit for a terminal. */
export async function findPart(part: NodePart): Promise<Found> {
  switch (part) {
    case "containerd-1":
      return findContainerd1();
    case "containerd-2":
      return resolveComponent("containerd");
    case "ignition-validate":
      return resolveComponent("ignition-validate");
    case "cloud-init":
    case "systemd-analyze": {
      const path = findOnPath(part);
      return path === undefined ? { reason: `there is no ${part} on the PATH (a package of Debian)` } : { path };
    }
  }
}

/** `GARDENGATE_CONTAINERD_1`, else Debian's package, unpacked into the cache and not installed. */
async function findContainerd1(): Promise<Found> {
  const own = environmentVariable("GARDENGATE_CONTAINERD_1");
  if (own !== undefined) {
    return { path: own };
  }
  const binary = join(cacheDirectory(), "debian-containerd", "usr/bin/containerd");
  if (await exists(binary)) {
    return { path: binary };
  }
  if (findOnPath("apt-get") === undefined || findOnPath("dpkg") === undefined) {
    return { reason: "GARDENGATE_CONTAINERD_1 is not set and this is no Debian to take containerd 1.x from" };
  }
  const root = dirname(dirname(dirname(binary)));
  await mkdir(dirname(root), { recursive: true });
  try {
    await withLock(
      `${root}.lock`,
      async () => {
        if (!(await exists(binary))) {
          await unpackDebianPackage("containerd", root);
        }
      },
      () => {},
    );
  } catch (error) {
    return { reason: `cannot take containerd 1.x from Debian's packages: ${(error as Error).message}` };
  }
  const { stdout } = await run(binary, ["--version"]);
  return / v?1\.\d+\./.test(stdout) ? { path: binary } : { reason: `Debian's containerd is not 1.x: ${stdout.trim()}` };
}

async function unpackDebianPackage(name: string, root: string): Promise<void> {
  const download = await mkdtemp(`${root}.`);
  try {
    const fetchPackage = () => run("apt-get", ["download", name], { cwd: download });
    // A machine that has installed nothing yet has no list of packages either.
    await fetchPackage().catch(() => run("apt-get", ["update"]).then(fetchPackage));
    const [archive] = await readdir(download);
    if (archive === undefined) {
      throw new Error(`apt-get has no package ${name}`);
    }
    await run("dpkg", ["-x", join(download, archive), join(download, "unpacked")]);
    await rename(join(download, "unpacked"), root);
  } finally {
    await rm(download, { recursive: true, force: true });
  }
}
