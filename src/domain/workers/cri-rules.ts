import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import type { CompiledImageVersion } from "../profiles/compile.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { type CriObstacle, criObstacles, keepsCri } from "./cri-offer.ts";
import { imageText, type Pool, poolText } from "./pool.ts";
import { versionSuggestion } from "./suggestions.ts";

/**
 * CAP-SH-18: the image version offers the pool's CRI and container runtimes. Not asked again of a pool that keeps both
 * its CRI and its image.
 */
export function criFindings(pool: Pool): readonly Finding[] {
  const { imageVersion } = pool;
  const obstacles = imageVersion === undefined ? [] : criObstacles(pool, imageVersion);
  if (imageVersion === undefined || obstacles.length === 0 || keepsCri(pool)) {
    return NO_FINDINGS;
  }
  return obstacles.map((obstacle) => obstacleFinding(pool, imageVersion, obstacle));
}

function obstacleFinding(pool: Pool, version: CompiledImageVersion, { runtime, asked, offered }: CriObstacle): Finding {
  const path = at(pool.path, "cri", ...(runtime === undefined ? ["name"] : ["containerRuntimes", runtime, "type"]));
  const what = runtime === undefined ? "CRI" : "container runtime";
  const choice = offered.length === 0 ? `it offers no ${what}` : `it offers ${offered.join(", ")}`;
  const detail = `${poolText(pool)}: machine image ${imageText(version)} does not offer this ${what}; ${choice}; ${versionSuggestion(pool)}`;
  return finding("CAP-SH-18", invalid(path, asked, detail), pool.worker.name, asked);
}
