import { describe, inject } from "vitest";
import { type Cluster, connectCluster } from "./cluster.ts";
import type { Components } from "./components.ts";
// For its declaration of what is provided.
import type { ProvidedCluster } from "./global-setup.ts";

/** What a suite of cluster tests gets. */
export interface SharedCluster extends Cluster {
  /** For tests that start a control plane of their own. */
  readonly components: Components;
}

/**
 * A `describe` for tests against the shared control plane. Where there is none, the suite
 * is skipped and its name tells why. All files share one API server:
 * use namespaces and names of your own, and clean up cluster-scoped webhook configurations.
 * @throws Error if the global set-up did not run.
 */
export function describeCluster(name: string, body: (cluster: SharedCluster) => void): void {
  const provided: ProvidedCluster | undefined = inject("gardengateCluster");
  if (provided === undefined) {
    throw new Error("cluster tests need test/cluster/global-setup.ts as globalSetup of vitest");
  }
  if (provided.status === "skipped") {
    describe.skip(`${name} (${provided.reason})`, () => {});
    return;
  }
  const { coordinates, components } = provided;
  describe(name, () => body({ ...connectCluster(coordinates), components }));
}
