import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import { join } from "node:path";
import { createServingCertificate } from "./certificates.ts";
import { type Cluster, expectSuccess } from "./cluster.ts";
import type { OscSpec } from "./comparison-gardenlet.ts";
import { freePorts } from "./ports.ts";

/** Another extension's webhook, imitated from its sources. */
export interface Imitation {
  /** Name of its configuration, which decides when it is called. */
  readonly name: string;
  /** Where it keeps its certificate. */
  readonly directory: string;
  /** What it makes of a spec; the same object where it changes nothing. */
  readonly mutate: (spec: OscSpec) => OscSpec;
}

/** Registers an imitation for all OperatingSystemConfigs until it is disposed of. Rejects where that fails. */
export async function startImitation(
  cluster: Cluster,
  { name, directory, mutate }: Imitation,
): Promise<AsyncDisposable> {
  const { certFile, keyFile, caBundle } = await createServingCertificate(join(directory, name));
  const [port = 0] = await freePorts(1);
  const server = createServer({ cert: await readFile(certFile), key: await readFile(keyFile) }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      response.end(answer(Buffer.concat(chunks).toString("utf8"), mutate));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  expectSuccess(await cluster.apply(configuration(name, port, caBundle)));
  return {
    [Symbol.asyncDispose]: async () => {
      await cluster.kubectl(["delete", "mutatingwebhookconfiguration", name]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(review: string, mutate: Imitation["mutate"]): string {
  const { apiVersion, kind, request } = JSON.parse(review);
  const { spec } = request.object;
  const value = mutate(spec);
  const isSame = JSON.stringify(value) === JSON.stringify(spec);
  const patch = btoa(JSON.stringify([{ op: "replace", path: "/spec", value }]));
  const patched = isSame ? {} : { patchType: "JSONPatch", patch };
  return JSON.stringify({ apiVersion, kind, response: { uid: request.uid, allowed: true, ...patched } });
}

function configuration(name: string, port: number, caBundle: string) {
  const rule = {
    apiGroups: ["extensions.gardener.cloud"],
    apiVersions: ["v1alpha1"],
    resources: ["operatingsystemconfigs"],
    operations: ["CREATE", "UPDATE"],
  };
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "MutatingWebhookConfiguration",
    metadata: { name },
    webhooks: [
      {
        name: `${name}.imitation.example`,
        clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle },
        rules: [rule],
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        failurePolicy: "Fail",
        // As Gardener's extensions leave it.
        reinvocationPolicy: "Never",
      },
    ],
  };
}

type Registry = { readonly upstream: string; readonly hosts?: readonly { readonly url: string }[] };

/**
 * As registry-cache and registry-mirror do it: the entry of an upstream takes the place of the one that is there.
 * Source: github.com/gardener/gardener-extension-registry-cache, pkg/webhook/{cache,mirror}/ensurer.go.
 */
export function withReplaced(spec: OscSpec, entry: Registry): OscSpec {
  const registries = registriesOf(spec);
  const index = registries.findIndex(({ upstream }) => upstream === entry.upstream);
  return withRegistries(spec, index < 0 ? [...registries, entry] : registries.with(index, entry));
}

/**
 * As image-rewriter does it: an upstream that is there is left alone.
 * Source: github.com/gardener/gardener-extension-image-rewriter, pkg/webhook/operatingsystemconfig/containerd/mutator.go.
 */
export function withMissing(spec: OscSpec, entry: Registry): OscSpec {
  const registries = registriesOf(spec);
  const isThere = registries.some(({ upstream }) => upstream === entry.upstream);
  return isThere ? spec : withRegistries(spec, [...registries, entry]);
}

function registriesOf({ criConfig }: OscSpec): readonly Registry[] {
  return criConfig?.containerd?.registries ?? [];
}

/** Only what is for nodes has registries. */
function withRegistries(spec: OscSpec, registries: readonly Registry[]): OscSpec {
  const { criConfig } = spec;
  return spec.purpose === "reconcile"
    ? { ...spec, criConfig: { ...criConfig, containerd: { ...criConfig?.containerd, registries } } }
    : spec;
}
