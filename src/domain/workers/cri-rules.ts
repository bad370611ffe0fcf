import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { jsonEqual } from "../json/equal.ts";
import type { CompiledImageVersion } from "../profiles/compile.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { imageText, type Pool, poolText } from "./pool.ts";

/** A CRI or container runtime that an image version does not offer. */
interface CriObstacle {
  /** Index of the container runtime; undefined where the CRI itself is meant. */
  readonly runtime: number | undefined;
  readonly asked: string;
  readonly offered: readonly string[];
}

/**
 * What a pool's `cri` asks for and an image version does not offer; empty where the pool asks for nothing.
 * Source: gardener plugin/pkg/shoot/validator, validateCRI.
 */
export function criObstacles({ worker }: Pool, { written }: CompiledImageVersion): readonly CriObstacle[] {
  const { cri } = worker;
  if (cri === undefined) {
    return [];
  }
  const offer = written.cri.find(({ name }) => name === cri.name);
  if (offer === undefined) {
    return [{ runtime: undefined, asked: cri.name, offered: written.cri.map(({ name }) => name) }];
  }
  const offered = offer.containerRuntimes.map(({ type }) => type);
  return cri.containerRuntimes.flatMap(({ type }, index) =>
    offered.includes(type) ? [] : [{ runtime: index, asked: type, offered }],
  );
}

/**
 * CAP-SH-18: the image version offers the pool's CRI and container runtimes. Not asked again of a pool that keeps both
 * its CRI and its image.
 */
export function criFindings(pool: Pool): readonly Finding[] {
  const { imageVersion, worker, old } = pool;
  const isUnchanged =
    old !== undefined && jsonEqual(old.cri, worker.cri) && jsonEqual(old.machine.image, worker.machine.image);
  if (imageVersion === undefined || isUnchanged) {
    return [];
  }
  return criObstacles(pool, imageVersion).map((obstacle) => obstacleFinding(pool, imageVersion, obstacle));
}

function obstacleFinding(pool: Pool, version: CompiledImageVersion, { runtime, asked, offered }: CriObstacle): Finding {
  const path = at(pool.path, "cri", ...(runtime === undefined ? ["name"] : ["containerRuntimes", runtime, "type"]));
  const what = runtime === undefined ? "CRI" : "container runtime";
  const choice = offered.length === 0 ? `it offers no ${what}` : `it offers ${offered.join(", ")}`;
  const detail = `${poolText(pool)}: machine image ${imageText(version)} does not offer this ${what}; ${choice}`;
  return finding("CAP-SH-18", invalid(path, asked, detail), pool.worker.name, asked);
}
