import type { TestProject } from "vitest/node";
import type { ClusterCoordinates } from "./cluster.ts";
import type { Components } from "./components.ts";
import { startControlPlane } from "./control-plane.ts";
import { installCrds } from "./crds.ts";
import { requireComponents } from "./require-components.ts";

/** What the global set-up hands to the test files. */
export type ProvidedCluster =
  | { readonly status: "running"; readonly coordinates: ClusterCoordinates; readonly components: Components }
  | { readonly status: "skipped"; readonly reason: string };

declare module "vitest" {
  export interface ProvidedContext {
    gardengateCluster: ProvidedCluster;
  }
}

/**
 * Global set-up of vitest: one control plane with the definitions installed,
 * shared by all test files and stopped after the last one.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const result = await requireComponents();
  if (result.status === "unavailable") {
    project.provide("gardengateCluster", { status: "skipped", reason: result.reason });
    return undefined;
  }
  const { components } = result;
  const controlPlane = await startControlPlane({ components });
  try {
    await installCrds(controlPlane);
  } catch (error) {
    await controlPlane.stop();
    throw error;
  }
  project.provide("gardengateCluster", { status: "running", coordinates: controlPlane.coordinates, components });
  return () => controlPlane.stop();
}
