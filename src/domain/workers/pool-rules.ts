import { DEFAULT_ARCHITECTURE } from "../capabilities/types.ts";
import type { CompiledProfile } from "../profiles/compile.ts";
import { ruleOf } from "../rules/catalogue.ts";
import type { Finding } from "../rules/finding.ts";
import { capabilityFindings } from "./capability-rules.ts";
import { criFindings } from "./cri-rules.ts";
import { kubeletFindings } from "./kubelet-rules.ts";
import { machineImageFindings } from "./machine-image-rules.ts";
import { machineTypeFindings } from "./machine-type-rules.ts";
import { type Pool, poolPath, poolUnderReview, type ShootReview } from "./pool.ts";
import { architectureFindings, poolShapeFindings } from "./shape-rules.ts";
import type { Worker } from "./types.ts";
import { updateStrategyFindings } from "./update-strategy-rules.ts";

/**
 * The links of the chain that Gardener stops at: of these, a pool gets the first finding only, since the later ones
 * would be noise (CAP-SH-12, 13, 15, 16, 17, 32). Warnings do not stop it.
 */
const CHAIN: readonly ((pool: Pool) => readonly Finding[])[] = [
  machineTypeFindings,
  machineImageFindings,
  capabilityFindings,
];

/**
 * Everything that is wrong with the pools of a shoot. Without a profile only what the pools say by themselves is judged.
 * Source: capabilities contract, section 5.3.
 */
export function poolFindings(review: ShootReview, profile: CompiledProfile | undefined): readonly Finding[] {
  return review.spec.workers.flatMap((worker, index) => [
    ...staticFindings(review, worker, index),
    ...(profile === undefined ? unprofiledFindings(worker, index) : profileFindings(review, profile, worker, index)),
  ]);
}

function unprofiledFindings(worker: Worker, index: number): readonly Finding[] {
  return architectureFindings(poolPath(index), worker, worker.machine.architecture ?? DEFAULT_ARCHITECTURE);
}

function staticFindings(review: ShootReview, worker: Worker, index: number): readonly Finding[] {
  const path = poolPath(index);
  const old = review.old?.workers.find(({ name }) => name === worker.name);
  return [
    ...poolShapeFindings(path, worker),
    ...updateStrategyFindings({ path, worker, old, allowsInPlaceUpdates: review.allowsInPlaceUpdates }),
  ];
}

/** Whether CAP-SH-11 or CAP-SH-14 fires, after which the profile has nothing to say. */
function isIncomplete({ machine }: Worker): boolean {
  return machine.type === "" || !machine.image?.name || !machine.image.version;
}

function profileFindings(
  review: ShootReview,
  profile: CompiledProfile,
  worker: Worker,
  index: number,
): readonly Finding[] {
  const pool = poolUnderReview(review, profile, index, worker);
  const architecture = architectureFindings(pool.path, worker, pool.architecture);
  return architecture.length > 0 || isIncomplete(worker) ? architecture : chainFindings(pool);
}

function chainFindings(pool: Pool): readonly Finding[] {
  const warnings: Finding[] = [];
  for (const rule of CHAIN) {
    const findings = rule(pool);
    if (findings.some(isDenial)) {
      return [...warnings, ...findings];
    }
    warnings.push(...findings);
  }
  return [...warnings, ...criFindings(pool), ...kubeletFindings(pool)];
}

function isDenial({ rule, mark }: Finding): boolean {
  return (mark ?? ruleOf(rule).mark) !== "Ww";
}
