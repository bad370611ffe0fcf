import { readFile } from "node:fs/promises";
import { delimiter, dirname, resolve } from "node:path";
import { KubeConfig, type User } from "@kubernetes/client-node";
import { parse } from "yaml";
import { errorMessage, KubeconfigError } from "./errors.ts";

/** Environment variables, handed in so that the choice is a function. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Which credentials are used. */
export type KubeconfigChoice =
  | {
      readonly source: "files";
      /** Merged as kubectl does: the first one that sets a value wins. */
      readonly files: readonly string[];
    }
  | { readonly source: "inCluster"; readonly server: string };

/** Where a pod finds its service account. Source: k8s.io/client-go/rest/config.go. */
const SERVICE_ACCOUNT_DIRECTORY = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * Chooses the kubeconfig: the file that the operator named, else `GARDEN_KUBECONFIG` (which Gardener sets for
 * extensions), else `KUBECONFIG`, else the account of the pod. Throws a {@link KubeconfigError} when there is none.
 */
export function chooseKubeconfig(explicit: string | undefined, env: Environment): KubeconfigChoice {
  for (const candidate of [explicit, env["GARDEN_KUBECONFIG"]]) {
    if (candidate !== undefined && candidate !== "") {
      return { source: "files", files: [candidate] };
    }
  }
  const files = (env["KUBECONFIG"] ?? "").split(delimiter).filter((file) => file !== "");
  if (files.length > 0) {
    return { source: "files", files };
  }
  const host = env["KUBERNETES_SERVICE_HOST"] ?? "";
  const port = env["KUBERNETES_SERVICE_PORT"] ?? "";
  if (host === "" || port === "") {
    throw new KubeconfigError(
      "no kubeconfig: set facts.kubeconfig, GARDEN_KUBECONFIG or KUBECONFIG, or run in a pod with a service account",
    );
  }
  return { source: "inCluster", server: `https://${host.includes(":") ? `[${host}]` : host}:${port}` };
}

/** Reads the chosen credentials from their files; called again when they are refused, since they rotate there. */
export async function loadKubeconfig(choice: KubeconfigChoice): Promise<KubeConfig> {
  const config = choice.source === "files" ? await mergedFiles(choice.files) : inCluster(choice.server);
  if (config.getCurrentCluster() === null) {
    const where = choice.source === "files" ? choice.files.join(", ") : SERVICE_ACCOUNT_DIRECTORY;
    throw new KubeconfigError(`${where}: the current context is missing, or names a cluster that is`);
  }
  return config;
}

function inCluster(server: string): KubeConfig {
  const name = "inCluster";
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    { name, server, caFile: `${SERVICE_ACCOUNT_DIRECTORY}/ca.crt`, skipTLSVerify: false },
    { name, authProvider: tokenFileProvider(`${SERVICE_ACCOUNT_DIRECTORY}/token`) },
  );
  return config;
}

async function mergedFiles(files: readonly string[]): Promise<KubeConfig> {
  const merged = new KubeConfig();
  let found = 0;
  for (const file of files) {
    const text = await readFile(file, "utf8").catch((error: unknown) => absentUnlessOnly(file, files, error));
    if (text !== undefined) {
      mergeInto(merged, parsedFile(file, text));
      found += 1;
    }
  }
  if (found === 0) {
    throw new KubeconfigError(`no kubeconfig: none of ${files.join(", ")} exists`);
  }
  return merged;
}

/** Of several files some may be missing, as kubectl has it. */
function absentUnlessOnly(file: string, files: readonly string[], error: unknown): undefined {
  const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
  if (files.length > 1 && isMissing) {
    return undefined;
  }
  throw new KubeconfigError(`kubeconfig ${file} cannot be read: ${errorMessage(error)}`, { cause: error });
}

function parsedFile(file: string, text: string): KubeConfig {
  const config = new KubeConfig();
  try {
    config.loadFromString(text);
    config.makePathsAbsolute(dirname(file));
    config.users = config.users.map((user) => withTokenFile(user, tokenFileOf(text, user.name), file));
  } catch (error) {
    throw new KubeconfigError(`kubeconfig ${file} is malformed: ${errorMessage(error)}`, { cause: error });
  }
  return config;
}

/**
 * The client library knows no `tokenFile`, which is how Gardener's generic kubeconfigs name their token; it goes before
 * `token`, as in client-go.
 */
function withTokenFile(user: User, tokenFile: string | undefined, file: string): User {
  if (tokenFile === undefined) {
    return user;
  }
  const { token: _superseded, ...others } = user;
  return { ...others, authProvider: tokenFileProvider(resolve(dirname(file), tokenFile)) };
}

function tokenFileOf(text: string, userName: string): string | undefined {
  const users: unknown = (parse(text) as { readonly users?: unknown } | null)?.users;
  const entries: readonly unknown[] = Array.isArray(users) ? users : [];
  for (const entry of entries) {
    const { name, user } = entry as {
      readonly name?: unknown;
      readonly user?: { readonly tokenFile?: unknown } | null;
    };
    if (name === userName && typeof user?.tokenFile === "string" && user.tokenFile !== "") {
      return user.tokenFile;
    }
  }
  return undefined;
}

function tokenFileProvider(tokenFile: string) {
  return { name: "tokenFile", config: { tokenFile } };
}

function mergeInto(merged: KubeConfig, next: KubeConfig): void {
  merged.clusters = [...merged.clusters, ...next.clusters.filter(({ name }) => merged.getCluster(name) === null)];
  merged.users = [...merged.users, ...next.users.filter(({ name }) => merged.getUser(name) === null)];
  merged.contexts = [...merged.contexts, ...next.contexts.filter(({ name }) => merged.getContextObject(name) === null)];
  merged.currentContext = merged.currentContext || next.currentContext;
}
