import type { ConflictMode } from "./types.ts";

/** Whether a policy combines its hosts of registries with others; where there are no hosts to combine, it means `keep`. */
export function isCombining(mode: ConflictMode | null | undefined): boolean {
  return mode === "prependHosts" || mode === "appendHosts";
}
