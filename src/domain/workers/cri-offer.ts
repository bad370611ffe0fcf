import { jsonEqual } from "../json/equal.ts";
import type { CompiledImageVersion } from "../profiles/compile.ts";
import type { Cri } from "../profiles/types.ts";
import type { Pool } from "./pool.ts";
import type { Worker } from "./types.ts";

/** A CRI or container runtime that an image version does not offer. */
export interface CriObstacle {
  /** Index of the container runtime; undefined where the CRI itself is meant. */
  readonly runtime: number | undefined;
  readonly asked: string;
  readonly offered: readonly string[];
}

/**
 * What a pool's `cri` asks for and an image version does not offer; empty where the pool asks for nothing.
 * Source: gardener plugin/pkg/shoot/validator, validateCRI.
 */
export function criObstacles(
  { worker }: { readonly worker: Pick<Worker, "cri"> },
  { written }: CompiledImageVersion,
): readonly CriObstacle[] {
  const { cri } = worker;
  if (cri === undefined) {
    return NO_OBSTACLES;
  }
  const offer = written.cri.find(({ name }) => name === cri.name);
  if (offer === undefined) {
    return [{ runtime: undefined, asked: cri.name, offered: written.cri.map(({ name }) => name) }];
  }
  for (const { type } of cri.containerRuntimes) {
    if (!offersRuntime(offer, type)) {
      return missingRuntimes(cri, offer);
    }
  }
  return NO_OBSTACLES;
}

/** Asked for every pool, so that nothing is made for it. */
function offersRuntime({ containerRuntimes }: Cri, wanted: string): boolean {
  for (const { type } of containerRuntimes) {
    if (type === wanted) {
      return true;
    }
  }
  return false;
}

const NO_OBSTACLES: readonly CriObstacle[] = [];

function missingRuntimes({ containerRuntimes }: Cri, offer: Cri): readonly CriObstacle[] {
  const offered = offer.containerRuntimes.map(({ type }) => type);
  return containerRuntimes.flatMap(({ type }, index) =>
    offered.includes(type) ? [] : [{ runtime: index, asked: type, offered }],
  );
}

/** Whether a pool keeps both its CRI and its image, so that what the image offers is not asked again. */
export function keepsCri({ worker, old }: Pool): boolean {
  return old !== undefined && jsonEqual(old.cri, worker.cri) && jsonEqual(old.machine.image, worker.machine.image);
}
