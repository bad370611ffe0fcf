import type { TestProject } from "vitest/node";
import type { Found } from "../cluster/components.ts";
import { isContinuousIntegration, progress } from "../cluster/environment.ts";
import { findPart, NODE_PARTS, type NodePart } from "./parts.ts";

declare module "vitest" {
  export interface ProvidedContext {
    gardengateNodeParts: Readonly<Record<string, Found>>;
  }
}

/**
 * Global set-up of vitest: finds or builds the programs of a node.
 * @throws Error where one cannot be had in continuous integration; elsewhere its tests are skipped.
 */
export async function setup(project: TestProject): Promise<void> {
  const found: Partial<Record<NodePart, Found>> = {};
  for (const part of NODE_PARTS) {
    const result = await findPart(part);
    found[part] = result;
    if ("reason" in result) {
      if (isContinuousIntegration()) {
        throw new Error(`the node tests need ${part}, and CI is set: ${result.reason}`);
      }
      progress(`tests with ${part} are skipped: ${result.reason}`);
    }
  }
  project.provide("gardengateNodeParts", found as Readonly<Record<string, Found>>);
}
