import { DEFAULT_ARCHITECTURE } from "../capabilities/types.ts";
import type { PolicySet } from "../policies/types.ts";
import type { CompiledProfile } from "../profiles/compile.ts";
import { providerFlavorFindings } from "../providers/flavor-choice-rules.ts";
import { type Finding, markOf, NO_FINDINGS } from "../rules/finding.ts";
import { capabilityFindings } from "./capability-rules.ts";
import { criChangeFindings } from "./cri-change-rules.ts";
import { criExtensionFindings, storedCriExtensionFindings } from "./cri-extension-rules.ts";
import { criFindings } from "./cri-rules.ts";
import { kubeletFindings } from "./kubelet-rules.ts";
import { machineImageFindings } from "./machine-image-rules.ts";
import { machineTypeFindings } from "./machine-type-rules.ts";
import { osSupportFindings, storedOsSupportFindings } from "./os-support-rules.ts";
import { type Pool, poolPath, poolUnderReview, type ShootReview } from "./pool.ts";
import { runtimeOwnerFindings } from "./runtime-owner-rules.ts";
import { architectureFindings, poolShapeFindings } from "./shape-rules.ts";
import type { ShootSpec, Worker } from "./types.ts";
import { updateStrategyFindings } from "./update-strategy-rules.ts";

/**
 * The links of the chain that Gardener stops at: of these, a pool gets the first finding only, since the later ones
 * would be noise (CAP-SH-12, 13, 15, 16, 17, 32, 33, 34). Warnings do not stop it.
 */
const CHAIN: readonly ((pool: Pool) => readonly Finding[])[] = [
  machineTypeFindings,
  machineImageFindings,
  capabilityFindings,
  (pool) => providerFlavorFindings(pool, pool.profile.providerFlavors),
];

/**
 * Everything that is wrong with the pools of a shoot. Without a profile only what the pools say by themselves is judged.
 * Source: capabilities contract, section 5.3; OperatingSystemConfig contract, section 5.
 */
export function poolFindings(review: ShootReview, profile: CompiledProfile | undefined): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [index, worker] of review.spec.workers.entries()) {
    const path = poolPath(index);
    const old = review.old?.workers.find(({ name }) => name === worker.name);
    collect(findings, poolShapeFindings(path, worker));
    collect(findings, updateStrategyFindings({ path, worker, old, allowsInPlaceUpdates: review.allowsInPlaceUpdates }));
    collect(findings, criChangeFindings({ path, worker, old }));
    const stored = { worker, old, review };
    collect(findings, criExtensionFindings(path, stored));
    collect(findings, runtimeOwnerFindings(path, stored));
    collect(
      findings,
      profile === undefined
        ? architectureFindings(path, worker, worker.machine.architecture ?? DEFAULT_ARCHITECTURE)
        : profileFindings(poolUnderReview({ review, profile, path, worker, old })),
    );
  }
  return findings;
}

/**
 * What was wrong with the stored pools of a shoot already, by the rules that tolerate it: CRI-V-20, 21 and 25. Where it
 * is found, is that of the stored shoot, or no place in particular.
 */
export function storedPoolFindings(stored: ShootSpec, { tables }: PolicySet): readonly Finding[] {
  return [...storedCriExtensionFindings(stored), ...storedOsSupportFindings(stored, tables.osSupport)];
}

/** Most pools have nothing to collect; spreading empty lists for each would be a third of the cost of judging them. */
function collect(findings: Finding[], more: readonly Finding[]): void {
  if (more.length > 0) {
    findings.push(...more);
  }
}

/** Whether CAP-SH-11 or CAP-SH-14 fires, after which the profile has nothing to say. */
function isIncomplete({ machine }: Worker): boolean {
  return machine.type === "" || !machine.image?.name || !machine.image.version;
}

function profileFindings(pool: Pool): readonly Finding[] {
  const architecture = architectureFindings(pool.path, pool.worker, pool.architecture);
  return architecture.length > 0 || isIncomplete(pool.worker) ? architecture : chainFindings(pool);
}

function chainFindings(pool: Pool): readonly Finding[] {
  let found = NO_FINDINGS;
  for (const rule of CHAIN) {
    const findings = rule(pool);
    found = joined(found, findings);
    if (findings.length > 0 && findings.some(isDenial)) {
      return found;
    }
  }
  return joined(joined(joined(found, criFindings(pool)), kubeletFindings(pool)), osSupportFindings(pool));
}

function joined(found: readonly Finding[], more: readonly Finding[]): readonly Finding[] {
  return more.length === 0 ? found : [...found, ...more];
}

function isDenial(finding: Finding): boolean {
  return markOf(finding) !== "Ww";
}
