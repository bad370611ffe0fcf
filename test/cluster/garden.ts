import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import type { Registration } from "../../src/webhooks/contract.ts";
import { WEBHOOKS } from "../../src/webhooks/registry.ts";
import { createServingCertificate } from "./certificates.ts";
import { type Cluster, expectSuccess, type KubernetesObject, renderKubeconfig } from "./cluster.ts";
import { type GardengateProcess, startGardengate } from "./gardengate-process.ts";
import { freePorts } from "./ports.ts";

/** How gardengate guards the control plane. */
export interface GardenOptions {
  /** Which of the rendered configurations are applied; validating by default, and in a seed both. */
  readonly register?: WebhookConfigurationKind;
  /** Further keys of the configuration document. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** How gardengate guards the control plane as one of a seed. */
export interface SeedOptions extends GardenOptions {
  /** Documents of operator policies. */
  readonly policies?: readonly object[];
}

type WebhookConfigurationKind = "ValidatingWebhookConfiguration" | "MutatingWebhookConfiguration";

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
export function startGarden(cluster: Cluster, options: GardenOptions = {}): Promise<Garden> {
  const kinds = [options.register ?? "ValidatingWebhookConfiguration"];
  return start(cluster, options, { role: "garden", renderArguments: ["--early"], kinds, probe: SHOOT_PROBE });
}

/** As {@link startGarden}, for the webhooks of a seed. */
export function startSeed(cluster: Cluster, options: SeedOptions = {}): Promise<Garden> {
  const kinds: readonly WebhookConfigurationKind[] =
    options.register === undefined
      ? ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"]
      : [options.register];
  return start(cluster, options, { role: "seed", kinds, probe: OSC_PROBE });
}

/** What gardengate is for the API server. */
interface Role {
  readonly role: Registration["role"];
  /** Further arguments of the renderer. */
  readonly renderArguments?: readonly string[];
  readonly kinds: readonly WebhookConfigurationKind[];
  /** An object that it is asked about. */
  readonly probe: KubernetesObject;
}

const SHOOT_PROBE = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: { name: "probe", namespace: "garden" },
  spec: { provider: { type: "local" } },
};

const OSC_PROBE = {
  apiVersion: "extensions.gardener.cloud/v1alpha1",
  kind: "OperatingSystemConfig",
  metadata: { name: "probe", namespace: "shoot--probe" },
  spec: { type: "", purpose: "reconcile" },
};

async function start(
  cluster: Cluster,
  options: SeedOptions,
  { role, renderArguments = [], kinds, probe }: Role,
): Promise<Garden> {
  const directory = await mkdtemp(join(tmpdir(), "gardengate-garden-"));
  const [port = 0, operationsPort = 0] = await freePorts(2);
  const certificates = join(directory, "certs");
  const { caFile } = await createServingCertificate(certificates);
  const kubeconfig = join(directory, "kubeconfig");
  const url = `https://127.0.0.1:${port}`;
  const manifests = await render(["--role", role, ...renderArguments, "--url", url, "--ca", caFile, "--rbac"]);
  const objects = parseAllDocuments(manifests).map((document) => document.toJSON() as KubernetesObject);
  expectSuccess(
    await cluster.apply(...surroundings(), ...objects.filter(({ apiVersion }) => apiVersion.startsWith("rbac."))),
  );
  const policies = join(directory, "policies");
  await mkdir(policies);
  for (const [index, policy] of (options.policies ?? []).entries()) {
    await writeFile(join(policies, `policy-${index}.json`), JSON.stringify(policy));
  }
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
      policies: { directory: policies },
      webhooks: { enabled: webhookNames(role) },
      ...options.config,
    }),
  });
  const registered = objects.filter((object) => kinds.some((kind) => object.kind === kind));
  expectSuccess(await cluster.apply(...registered));
  await untilAsked(cluster, operationsPort, probe);
  return {
    process: gardengate,
    operationsUrl: `http://127.0.0.1:${operationsPort}`,
    manifests,
    [Symbol.asyncDispose]: async () => {
      await cluster.kubectl([
        "delete",
        ...registered.map(({ kind, metadata }) => `${kind}/${String(metadata["name"])}`),
      ]);
      await gardengate.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The webhooks of one role; the API server of the other does not serve their kinds. */
function webhookNames(role: Registration["role"]): readonly string[] {
  return WEBHOOKS.map(({ registration }) => registration)
    .filter((registration) => registration.role === role)
    .map(({ name }) => name);
}

/** Prints manifests as an operator does. */
async function render(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [entryPoint, "render", ...args]);
  return stdout;
}

/** The identity that gardengate has, and the namespace of probes in a seed. */
function surroundings(): readonly KubernetesObject[] {
  const [namespace = "", name = ""] = SERVICE_ACCOUNT.split("/");
  return [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } },
    {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "shoot--probe", labels: { "gardener.cloud/role": "shoot" } },
    },
  ];
}

async function token(cluster: Cluster): Promise<string> {
  const [namespace = "", name = ""] = SERVICE_ACCOUNT.split("/");
  return expectSuccess(await cluster.kubectl(["create", "token", name, "--namespace", namespace])).stdout.trim();
}

/** The API server takes about a second to hear of a new configuration; probes until gardengate was asked. */
async function untilAsked(cluster: Cluster, operationsPort: number, probe: KubernetesObject): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    await cluster.kubectl(["create", "--dry-run=server", "-f", "-"], {
      input: JSON.stringify(probe),
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
