import { describe, inject } from "vitest";
// For its declaration of what is provided.
import type {} from "./global-setup.ts";
import type { NodePart } from "./parts.ts";

/**
 * A `describe` for tests with a program of a node. Where it cannot be had, the suite is skipped and its name tells why.
 * @throws Error if the global set-up did not run.
 */
export function describePart(part: NodePart, name: string, body: (path: string) => void): void {
  const found = inject("gardengateNodeParts")[part];
  if (found === undefined) {
    throw new Error("node tests need test/node/global-setup.ts as globalSetup of vitest");
  }
  if ("reason" in found) {
    describe.skip(`${name} (${found.reason})`, () => {});
    return;
  }
  describe(name, () => body(found.path));
}
