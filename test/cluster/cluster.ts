import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { request } from "node:https";
import { join } from "node:path";
import { isolatedEnvironment } from "./environment.ts";

/** Where a control plane is and how to get in as an administrator; plain JSON, so that vitest can hand it over. */
export interface ClusterCoordinates {
  /** `https://127.0.0.1:<port>` */
  readonly server: string;
  /** PEM of the authority of the API server's certificate. */
  readonly ca: string;
  /** Bearer token of a member of `system:masters`. */
  readonly token: string;
  /** Path of a kubeconfig with the three above. */
  readonly kubeconfig: string;
  /** Path of the kubectl to use. */
  readonly kubectl: string;
  /** Temporary folder of the control plane. */
  readonly directory: string;
}

/** What a run of kubectl left behind. A refused object shows as code 1 with the reason in `stderr`. */
export interface KubectlResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Any Kubernetes object, as read or to be applied. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** A control plane as its users see it. */
export interface Cluster {
  readonly coordinates: ClusterCoordinates;
  /** Runs kubectl as administrator; `input` becomes its standard input. Never throws for a failing command. */
  kubectl(args: readonly string[], options?: { readonly input?: string }): Promise<KubectlResult>;
  /** `kubectl apply` of the objects in one go. */
  apply(...objects: readonly KubernetesObject[]): Promise<KubectlResult>;
  /**
   * Reads one object: `get("shoot", "a", "garden-b")`.
   * @throws Error with kubectl's words if there is none.
   */
  get(kind: string, name: string, namespace?: string): Promise<KubernetesObject>;
  /**
   * Creates a namespace with a name that was never used before (deleted ones stay
   * `Terminating`, because no controller runs) and returns the name.
   */
  createNamespace(prefix: string, labels?: Readonly<Record<string, string>>): Promise<string>;
  /** GET of a path at the API server, such as `/readyz`; the body as text. */
  rawGet(path: string): Promise<{ readonly status: number; readonly body: string }>;
}

/** A handle on a running control plane; opens no connection. */
export function connectCluster(coordinates: ClusterCoordinates): Cluster {
  const kubectl: Cluster["kubectl"] = (args, options = {}) => runKubectl(coordinates, args, options.input ?? "");
  // One after the other, not as a `List`: of that kubectl would check the schema itself, in words of its own.
  const apply: Cluster["apply"] = (...objects) =>
    kubectl(["apply", "-f", "-"], { input: objects.map((object) => JSON.stringify(object)).join("\n") });
  return {
    coordinates,
    kubectl,
    apply,
    get: async (kind, name, namespace) => {
      const where = namespace === undefined ? [] : ["--namespace", namespace];
      const result = expectSuccess(await kubectl(["get", kind, name, ...where, "--output", "json"]));
      return JSON.parse(result.stdout);
    },
    createNamespace: async (prefix, labels = {}) => {
      const name = `${prefix}-${randomBytes(4).toString("hex")}`;
      expectSuccess(await apply({ apiVersion: "v1", kind: "Namespace", metadata: { name, labels } }));
      return name;
    },
    rawGet: (path) => rawGet(coordinates, path),
  };
}

/**
 * Returns the result of a run that has to succeed.
 * @throws Error with kubectl's words if it did not.
 */
export function expectSuccess(result: KubectlResult): KubectlResult {
  if (result.code !== 0) {
    throw new Error(`kubectl failed with exit code ${result.code}: ${result.stderr.trim()}`);
  }
  return result;
}

/**
 * A kubeconfig (JSON, which is YAML too) for any bearer token, for instance one of
 * `kubectl create token` for the service account that a server runs under.
 */
export function renderKubeconfig({ server, ca }: Pick<ClusterCoordinates, "server" | "ca">, token: string): string {
  const cluster = { server, "certificate-authority-data": Buffer.from(ca).toString("base64") };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster }],
    users: [{ name: "test", user: { token } }],
    contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
    "current-context": "test",
  });
}

function runKubectl(
  { kubectl, kubeconfig, directory }: ClusterCoordinates,
  args: readonly string[],
  input: string,
): Promise<KubectlResult> {
  const home = join(directory, "home");
  const env = isolatedEnvironment(home, { KUBECONFIG: kubeconfig, KUBECACHEDIR: join(home, "cache") });
  return new Promise((resolve, reject) => {
    const child = spawn(kubectl, args, { env, cwd: directory });
    const output = collectOutput(child);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? -1, ...output() }));
    // kubectl may end without reading everything.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

function collectOutput(child: ChildProcessWithoutNullStreams): () => { stdout: string; stderr: string } {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  return () => ({ stdout: Buffer.concat(stdout).toString("utf8"), stderr: Buffer.concat(stderr).toString("utf8") });
}

/** Longer than a healthy API server takes for anything that tests ask. */
const rawGetTimeoutMs = 5_000;

function rawGet({ server, ca, token }: ClusterCoordinates, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(rawGetTimeoutMs);
    const headers = { authorization: `Bearer ${token}`, accept: "application/json, */*" };
    const outgoing = request(new URL(path, server), { ca, headers, signal, agent: false }, (response) => {
      response.setEncoding("utf8");
      let body = "";
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.once("end", () => resolve({ status: response.statusCode ?? 0, body }));
      response.once("error", reject);
    });
    outgoing.once("error", reject);
    outgoing.end();
  });
}
