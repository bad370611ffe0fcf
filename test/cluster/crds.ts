import { join } from "node:path";
import { type Cluster, expectSuccess } from "./cluster.ts";
import { waitFor } from "./wait.ts";

/** Own definitions of the few Gardener kinds that the tests need. */
const definitions = join(import.meta.dirname, "crds");

const served = {
  "core.gardener.cloud/v1beta1": ["cloudprofiles", "namespacedcloudprofiles", "shoots"],
  "extensions.gardener.cloud/v1alpha1": ["clusters", "extensions", "operatingsystemconfigs"],
} as const;

/** Bound for the API server to serve new definitions, which takes it one or two seconds. */
const servedTimeoutMs = 30_000;

/**
 * Creates the CustomResourceDefinitions and waits until the kinds are served.
 * They stand for Gardener's API servers with these differences: nothing is
 * defaulted or brought into canonical form, and no built-in admission plugin runs.
 * An API server delays the first objects of a kind by up to two seconds after this.
 * @throws Error if the API server refuses them or does not serve them in time.
 */
export async function installCrds(cluster: Cluster): Promise<void> {
  expectSuccess(await cluster.kubectl(["apply", "--server-side", "-f", definitions]));
  const wait = ["wait", "--for=condition=Established", `--timeout=${servedTimeoutMs / 1000}s`, "-f", definitions];
  expectSuccess(await cluster.kubectl(wait));
  for (const [groupVersion, resources] of Object.entries(served)) {
    await untilDiscovered(cluster, groupVersion, resources);
  }
}

/** Established comes before discovery knows the kind, and kubectl asks discovery. */
async function untilDiscovered(cluster: Cluster, groupVersion: string, resources: readonly string[]): Promise<void> {
  await waitFor(
    async () => {
      const { status, body } = await cluster.rawGet(`/apis/${groupVersion}`);
      const isServed = (resource: string) => body.includes(`"name":"${resource}"`);
      return status === 200 && resources.every(isServed) ? true : undefined;
    },
    { what: `discovery of ${groupVersion}`, timeoutMs: servedTimeoutMs },
  );
}
