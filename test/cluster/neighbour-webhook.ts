import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import { join } from "node:path";
import { jsonEqual } from "../../src/domain/json/equal.ts";
import { createServingCertificate } from "./certificates.ts";
import { type Cluster, expectSuccess } from "./cluster.ts";
import { freePorts } from "./ports.ts";

/** Another extension's mutating webhook for OperatingSystemConfigs. */
export interface NeighbourWebhook extends AsyncDisposable {
  /** How often it was called. */
  readonly calls: () => number;
}

/** What a neighbour does: an entry for one upstream, which replaces what is there. */
export interface NeighbourOptions {
  /** Name of its configuration; the API server calls webhooks in the order of these names. */
  readonly name: string;
  readonly entry: { readonly upstream: string; readonly hosts: readonly { readonly url: string }[] };
  readonly directory: string;
}

interface RegistryEntry {
  readonly upstream: string;
}

/**
 * Registers a webhook that behaves as registry-cache's does: in `reconcile` OSCs it replaces the registry of its upstream
 * or appends it, and patches nothing if it is there.
 */
export async function startNeighbour(cluster: Cluster, options: NeighbourOptions): Promise<NeighbourWebhook> {
  const { name, entry, directory } = options;
  const { certFile, keyFile, caBundle } = await createServingCertificate(join(directory, name));
  const [port = 0] = await freePorts(1);
  let calls = 0;
  const server = createServer({ cert: await readFile(certFile), key: await readFile(keyFile) }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      calls += 1;
      const review = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const patch = patchOf(review.request.object, entry);
      const answer = patch.length === 0 ? {} : { patchType: "JSONPatch", patch: btoa(JSON.stringify(patch)) };
      const {
        apiVersion,
        kind,
        request: { uid },
      } = review;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ apiVersion, kind, response: { uid, allowed: true, ...answer } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  expectSuccess(
    await cluster.apply({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "MutatingWebhookConfiguration",
      metadata: { name },
      webhooks: [
        {
          name: `${name}.neighbour.example`,
          clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle },
          rules: [
            {
              apiGroups: ["extensions.gardener.cloud"],
              apiVersions: ["v1alpha1"],
              resources: ["operatingsystemconfigs"],
              operations: ["CREATE", "UPDATE"],
            },
          ],
          admissionReviewVersions: ["v1"],
          sideEffects: "None",
          failurePolicy: "Fail",
        },
      ],
    }),
  );
  return {
    calls: () => calls,
    [Symbol.asyncDispose]: async () => {
      await cluster.kubectl(["delete", "mutatingwebhookconfiguration", name]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Osc {
  readonly spec: { readonly criConfig?: { readonly containerd?: { readonly registries?: readonly RegistryEntry[] } } };
}

function patchOf({ spec }: Osc, entry: RegistryEntry): readonly object[] {
  const containerd = spec.criConfig?.containerd;
  if (containerd === undefined) {
    return [];
  }
  const registries = containerd.registries ?? [];
  const others = registries.filter(({ upstream }) => upstream !== entry.upstream);
  const isThere = registries.some((registry) => jsonEqual(registry, entry));
  return isThere ? [] : [{ op: "add", path: "/spec/criConfig/containerd/registries", value: [...others, entry] }];
}
