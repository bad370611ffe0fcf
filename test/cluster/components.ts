import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { buildComponent, exists } from "./component-build.ts";
import { type ComponentName, componentRecipe } from "./component-recipe.ts";
import { environmentVariable } from "./environment.ts";

/** Paths of the programs that make up a control plane, and of its client. */
export interface Components {
  readonly kubeApiserver: string;
  readonly etcd: string;
  readonly kubectl: string;
}

/** Either all programs are there, or the reason (fit for a terminal) why they cannot be had here. */
export type ComponentsResult =
  | { readonly status: "available"; readonly components: Components }
  | { readonly status: "unavailable"; readonly reason: string };

/** A program, or the reason why it cannot be had here. */
export type Found = { readonly path: string } | { readonly reason: string };

/**
 * Finds the programs in the folder named by `KUBEBUILDER_ASSETS`, or else builds
 * them with Go into a cache outside the checkout. kubectl is also taken from `PATH`.
 * @throws Error if a build fails; a missing toolchain is a result, not an error.
 */
export async function resolveComponents(): Promise<ComponentsResult> {
  const etcd = await resolveComponent("etcd");
  if ("reason" in etcd) {
    return { status: "unavailable", reason: etcd.reason };
  }
  const kubectl = await resolveComponent("kubectl");
  if ("reason" in kubectl) {
    return { status: "unavailable", reason: kubectl.reason };
  }
  const kubeApiserver = await resolveComponent("kube-apiserver");
  if ("reason" in kubeApiserver) {
    return { status: "unavailable", reason: kubeApiserver.reason };
  }
  const components = { kubeApiserver: kubeApiserver.path, etcd: etcd.path, kubectl: kubectl.path };
  return { status: "available", components };
}

/** Programs of nodes, which nobody keeps beside those of a control plane. */
const NODE_PROGRAMS: readonly ComponentName[] = ["containerd", "ignition-validate"];

/** Finds or builds one program. */
export async function resolveComponent(name: ComponentName): Promise<Found> {
  const assets = NODE_PROGRAMS.includes(name) ? undefined : environmentVariable("KUBEBUILDER_ASSETS");
  if (assets !== undefined && isExecutable(join(assets, name))) {
    return { path: join(assets, name) };
  }
  const installed = name === "kubectl" ? findOnPath("kubectl") : undefined;
  if (installed !== undefined) {
    return { path: installed };
  }
  if (assets !== undefined && name !== "kubectl") {
    return { reason: `KUBEBUILDER_ASSETS is ${assets}, which holds no executable ${name}` };
  }
  return buildWithGo(name);
}

async function buildWithGo(name: ComponentName): Promise<Found> {
  const recipe = componentRecipe(name);
  if (recipe === undefined) {
    return { reason: `KUBEBUILDER_ASSETS is not set and ${name} cannot be built for ${process.platform}` };
  }
  if (await exists(recipe.binary)) {
    return { path: recipe.binary };
  }
  const go = findOnPath("go");
  return go === undefined
    ? {
        reason: `KUBEBUILDER_ASSETS is not set and there is no Go on the PATH to build ${name}; its go.mod names the version`,
      }
    : { path: await buildComponent(recipe, go) };
}

/** The path of a command, or undefined. */
export function findOnPath(command: string): string | undefined {
  const directories = (environmentVariable("PATH") ?? "").split(delimiter);
  return directories.map((directory) => join(directory, command)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

if (import.meta.main) {
  const result = await resolveComponents();
  if (result.status === "available") {
    for (const [name, path] of Object.entries(result.components)) {
      process.stdout.write(`${name}: ${path}\n`);
    }
  } else {
    process.stderr.write(`unavailable: ${result.reason}\n`);
    process.exitCode = 1;
  }
}
