import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { environmentVariable } from "./environment.ts";

/** The programs of others that tests build: those of the cluster tests, and those of the node tests. */
export type ComponentName = "kube-apiserver" | "etcd" | "kubectl" | "containerd" | "ignition-validate";

/** How one component is built, and where the result is kept. */
export interface ComponentRecipe {
  readonly name: ComponentName;
  /** Version of the component, such as `v1.34.4`. */
  readonly version: string;
  /** Folder of its Go module. */
  readonly sourceDirectory: string;
  readonly goos: string;
  readonly goarch: string;
  readonly ldflags: string;
  /** Build tags, separated by commas; may be empty. */
  readonly tags: string;
  /** The finished binary in the cache; absent before the first build. */
  readonly binary: string;
}

const upstreamModules = {
  "kube-apiserver": "k8s.io/kubernetes",
  etcd: "go.etcd.io/etcd/server/v3",
  kubectl: "k8s.io/kubectl",
  containerd: "github.com/containerd/containerd/v2",
  "ignition-validate": "github.com/coreos/ignition/v2",
} as const satisfies Record<ComponentName, string>;

/** Build tags by component. Without `no_btrfs` containerd needs headers of the kernel. */
const buildTags: Partial<Record<ComponentName, string>> = { containerd: "no_btrfs" };

const operatingSystems: Partial<Record<NodeJS.Platform, string>> = { linux: "linux", darwin: "darwin" };
const architectures: Partial<Record<NodeJS.Architecture, string>> = {
  x64: "amd64",
  arm64: "arm64",
  ppc64: "ppc64le",
  riscv64: "riscv64",
  s390x: "s390x",
};

/**
 * Folder for built binaries, outside the checkout so that fresh clones share it:
 * `GARDENGATE_CACHE`, else `gardengate` in the user's cache folder.
 */
export function cacheDirectory(): string {
  const own = environmentVariable("GARDENGATE_CACHE");
  if (own !== undefined) {
    return own;
  }
  return join(environmentVariable("XDG_CACHE_HOME") ?? join(homedir(), ".cache"), "gardengate");
}

/**
 * The recipe of a component for this machine, or `undefined` on a platform that it is not built for.
 * The name of the binary holds the version and a digest of everything of ours that goes into it.
 */
export function componentRecipe(name: ComponentName): ComponentRecipe | undefined {
  const goos = operatingSystems[process.platform];
  const goarch = architectures[process.arch as NodeJS.Architecture];
  if (goos === undefined || goarch === undefined) {
    return undefined;
  }
  const sourceDirectory = join(import.meta.dirname, "components", name);
  const version = componentVersion(name, sourceDirectory);
  const ldflags = linkerFlags(name, version);
  const tags = buildTags[name] ?? "";
  const digest = createHash("sha256").update(ldflags).update(tags);
  for (const file of ["go.mod", "go.sum", "main.go"]) {
    digest.update("\0").update(readFileSync(join(sourceDirectory, file)));
  }
  const key = `${name}-${version}-${goos}-${goarch}-${digest.digest("hex").slice(0, 16)}`;
  return {
    name,
    version,
    sourceDirectory,
    goos,
    goarch,
    ldflags,
    tags,
    binary: join(cacheDirectory(), "components", key),
  };
}

function componentVersion(name: ComponentName, sourceDirectory: string): string {
  const goMod = readFileSync(join(sourceDirectory, "go.mod"), "utf8");
  const module = upstreamModules[name];
  const line = goMod.split("\n").find((text) => text.replace("require", "").trim().startsWith(`${module} v`));
  const version = line?.trim().split(" ").at(-1);
  if (version === undefined) {
    throw new Error(`${join(sourceDirectory, "go.mod")} requires no ${module}`);
  }
  // Kubernetes publishes its libraries as v0.X.Y for the release v1.X.Y.
  return name === "kubectl" ? version.replace(/^v0\./, "v1.") : version;
}

const KUBERNETES_COMPONENTS: readonly ComponentName[] = ["kube-apiserver", "kubectl"];

/**
 * Kubernetes components carry their version as linker variables; without them the
 * API server takes itself for v0.0.0-master and decides on features accordingly.
 */
function linkerFlags(name: ComponentName, version: string): string {
  if (!KUBERNETES_COMPONENTS.includes(name)) {
    return "-s -w";
  }
  const [major, minor] = version.slice(1).split(".");
  const variables = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: "clean" };
  const settings = Object.entries(variables).map(([key, value]) => `-X k8s.io/component-base/version.${key}=${value}`);
  return ["-s -w", ...settings].join(" ");
}
