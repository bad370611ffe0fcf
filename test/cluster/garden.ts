import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import { createServingCertificate } from "./certificates.ts";
import { type Cluster, expectSuccess, type KubernetesObject, renderKubeconfig } from "./cluster.ts";
import { type GardengateProcess, startGardengate } from "./gardengate-process.ts";
import { freePorts } from "./ports.ts";

/** How gardengate guards the control plane. */
export interface GardenOptions {
  /** Which of the rendered configurations are applied; validating by default. */
  readonly register?: "ValidatingWebhookConfiguration" | "MutatingWebhookConfiguration";
  /** Further keys of the configuration document. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** A gardengate that guards a control plane, registered by what its own renderer prints. */
export interface Garden extends AsyncDisposable {
  readonly process: GardengateProcess;
  readonly operationsUrl: string;
  /** Text of all rendered documents. */
  readonly manifests: string;
}

const entryPoint = join(import.meta.dirname, "../../src/main.ts");
const SERVICE_ACCOUNT = "garden/gardengate";

/** Starts gardengate with facts from the control plane and registers it there, under an identity with the rendered RBAC. */
export async function startGarden(cluster: Cluster, options: GardenOptions = {}): Promise<Garden> {
  const directory = await mkdtemp(join(tmpdir(), "gardengate-garden-"));
  const [port = 0, operationsPort = 0] = await freePorts(2);
  const certificates = join(directory, "certs");
  const { caFile } = await createServingCertificate(certificates);
  const kubeconfig = join(directory, "kubeconfig");
  const url = `https://127.0.0.1:${port}`;
  const manifests = await render(["--role", "garden", "--url", url, "--ca", caFile, "--early", "--rbac"]);
  const objects = parseAllDocuments(manifests).map((document) => document.toJSON() as KubernetesObject);
  expectSuccess(
    await cluster.apply(...identity(), ...objects.filter(({ apiVersion }) => apiVersion.startsWith("rbac."))),
  );
  await writeFile(kubeconfig, renderKubeconfig(cluster.coordinates, await token(cluster)));
  const gardengate = await startGardengate({
    operationsPort,
    config: JSON.stringify({
      server: {
        port,
        operationsPort,
        certificates: { mode: "files", directory: certificates },
        shutdown: { drainSeconds: 0, timeoutSeconds: 5 },
      },
      facts: { source: "kubernetes", kubeconfig },
      ...options.config,
    }),
  });
  const kind = options.register ?? "ValidatingWebhookConfiguration";
  const registered = objects.filter((object) => object.kind === kind);
  expectSuccess(await cluster.apply(...registered));
  await untilAsked(cluster, operationsPort);
  return {
    process: gardengate,
    operationsUrl: `http://127.0.0.1:${operationsPort}`,
    manifests,
    [Symbol.asyncDispose]: async () => {
      await cluster.kubectl(["delete", kind, ...registered.map(({ metadata }) => String(metadata["name"]))]);
      await gardengate.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Prints manifests as an operator does. */
async function render(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [entryPoint, "render", ...args]);
  return stdout;
}

function identity(): readonly KubernetesObject[] {
  const [namespace = "", name = ""] = SERVICE_ACCOUNT.split("/");
  return [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } },
  ];
}

async function token(cluster: Cluster): Promise<string> {
  const [namespace = "", name = ""] = SERVICE_ACCOUNT.split("/");
  return expectSuccess(await cluster.kubectl(["create", "token", name, "--namespace", namespace])).stdout.trim();
}

/** The API server takes about a second to hear of a new configuration; probes until gardengate was asked. */
async function untilAsked(cluster: Cluster, operationsPort: number): Promise<void> {
  const probe = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name: "probe", namespace: "garden" },
  };
  for (let attempt = 0; attempt < 60; attempt += 1) {
    await cluster.kubectl(["create", "--dry-run=server", "-f", "-"], {
      input: JSON.stringify({ ...probe, spec: { provider: { type: "local" } } }),
    });
    if ((await reviews(operationsPort)) > 0) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error("the API server never asked gardengate");
}

async function reviews(operationsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${operationsPort}/metrics`)).text();
  return text
    .split("\n")
    .filter((line) => line.startsWith("controller_runtime_webhook_requests_total{"))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
