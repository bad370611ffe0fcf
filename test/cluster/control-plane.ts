import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServingCertificate, newPrivateKey, type ServingCertificate } from "./certificates.ts";
import { type Child, describeExit, startChild } from "./child-process.ts";
import { type Cluster, connectCluster, renderKubeconfig } from "./cluster.ts";
import type { Components } from "./components.ts";
import { isolatedEnvironment } from "./environment.ts";
import { freePorts } from "./ports.ts";
import { Hopeless, waitFor } from "./wait.ts";

/** What is different about a control plane. */
export interface ControlPlaneOptions {
  readonly components: Components;
  /** Further flags of kube-apiserver, after and so over those of the harness: `["--v=4"]`. */
  readonly apiServerFlags?: readonly string[];
  /** Further flags of etcd. */
  readonly etcdFlags?: readonly string[];
  /** Bound for the way to readiness, 60 seconds by default; it takes 2 to 5 on an idle machine. */
  readonly readyTimeoutMs?: number;
}

/** A control plane that this process started and has to stop. */
export interface ControlPlane extends Cluster, AsyncDisposable {
  /** Paths of the log files, gone after {@link ControlPlane.stop}. */
  readonly logFiles: { readonly kubeApiserver: string; readonly etcd: string };
  /** Kills both processes and removes their folder; idempotent. */
  stop(): Promise<void>;
}

/** Freshly found ports can be taken by others before they are used. */
const portAttempts = 3;
/** For processes that got SIGKILL. */
const killTimeoutMs = 10_000;

/**
 * Starts etcd and kube-apiserver (RBAC, no controllers) on free loopback ports in
 * a fresh temporary folder and waits until the API server is ready.
 * @throws Error with the end of the logs if a process ends or the time is over; nothing is left running.
 */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryStart(options);
    } catch (error) {
      const isPortTaken = error instanceof Error && error.message.includes("address already in use");
      if (!isPortTaken || attempt === portAttempts) {
        throw error;
      }
    }
  }
}

async function tryStart(options: ControlPlaneOptions): Promise<ControlPlane> {
  const directory = await mkdtemp(join(tmpdir(), "gardengate-cluster-"));
  const children: Child[] = [];
  const stop = async () => {
    await Promise.all(children.map((child) => child.stop("SIGKILL", killTimeoutMs)));
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const [etcdPort = 0, peerPort = 0, apiPort = 0] = await freePorts(3);
    const run = (name: "etcd" | "kube-apiserver", command: string, args: readonly string[]) => {
      const log = join(directory, `${name}.log`);
      const env = isolatedEnvironment(directory);
      children.push(startChild({ name, command, args, env, cwd: directory, stdoutFile: log, stderrFile: log }));
      return log;
    };
    const etcdUrl = `http://127.0.0.1:${etcdPort}`;
    const { components } = options;
    const etcd = run("etcd", components.etcd, [...etcdFlags(etcdUrl, peerPort), ...(options.etcdFlags ?? [])]);
    const token = randomBytes(24).toString("hex");
    const certificate = await writeCredentials(directory, token);
    const kubeApiserver = run("kube-apiserver", components.kubeApiserver, [
      ...apiServerFlags({ etcdUrl, apiPort, directory, certificate }),
      ...(options.apiServerFlags ?? []),
    ]);

    const server = `https://127.0.0.1:${apiPort}`;
    const ca = await readFile(certificate.caFile, "utf8");
    const kubeconfig = join(directory, "kubeconfig");
    await writeFile(kubeconfig, renderKubeconfig({ server, ca }, token), { mode: 0o600 });
    const cluster = connectCluster({ server, ca, token, kubeconfig, kubectl: components.kubectl, directory });
    await untilReady(cluster, children, options.readyTimeoutMs ?? 60_000);
    return { ...cluster, logFiles: { kubeApiserver, etcd }, stop, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ready means: the server says so, and the namespace `default`, which it makes for itself, exists. */
async function untilReady(cluster: Cluster, children: readonly Child[], timeoutMs: number): Promise<void> {
  const logs = () => children.map((child) => `--- end of the log of ${child.name}\n${child.logTail()}`).join("\n");
  await waitFor(
    async () => {
      for (const child of children) {
        if (child.exitStatus !== undefined) {
          throw new Hopeless(`${child.name} ended with ${describeExit(child.exitStatus)}\n${logs()}`);
        }
      }
      for (const path of ["/readyz", "/api/v1/namespaces/default"]) {
        if ((await cluster.rawGet(path)).status !== 200) {
          return undefined;
        }
      }
      return true;
    },
    { what: "the control plane", timeoutMs, explain: logs },
  );
}

/** Writes everything secret into `directory`; all of it lives as long as the control plane. */
async function writeCredentials(directory: string, token: string): Promise<ServingCertificate> {
  await mkdir(join(directory, "home"), { recursive: true });
  await writeFile(join(directory, "tokens.csv"), `${token},test-admin,test-admin,"system:masters"\n`, { mode: 0o600 });
  await writeFile(join(directory, "service-account.key"), newPrivateKey(), { mode: 0o600 });
  return createServingCertificate(join(directory, "certificates"));
}

function etcdFlags(url: string, peerPort: number): readonly string[] {
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  return [
    "--name=test",
    "--data-dir=etcd-data",
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=test=${peerUrl}`,
    // The only member need not wait long for others; and its data may get lost.
    "--heartbeat-interval=50",
    "--election-timeout=250",
    "--unsafe-no-fsync",
    "--log-level=warn",
  ];
}

interface ApiServerSettings {
  readonly etcdUrl: string;
  readonly apiPort: number;
  readonly directory: string;
  readonly certificate: ServingCertificate;
}

function apiServerFlags({ etcdUrl, apiPort, directory, certificate }: ApiServerSettings): readonly string[] {
  const serviceAccountKey = join(directory, "service-account.key");
  return [
    `--etcd-servers=${etcdUrl}`,
    `--cert-dir=${join(directory, "certificates")}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    `--secure-port=${apiPort}`,
    `--tls-cert-file=${certificate.certFile}`,
    `--tls-private-key-file=${certificate.keyFile}`,
    `--token-auth-file=${join(directory, "tokens.csv")}`,
    "--authorization-mode=RBAC",
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${serviceAccountKey}`,
    `--service-account-signing-key-file=${serviceAccountKey}`,
    "--service-cluster-ip-range=10.0.0.0/24",
    // Nothing runs here, so pods need no service account and requests no fair queues.
    "--disable-admission-plugins=ServiceAccount",
    "--enable-priority-and-fairness=false",
    "--endpoint-reconciler-type=none",
    "--profiling=false",
  ];
}
