import { Counter, Gauge } from "prom-client";
import type { Policy, PolicyMode } from "../domain/policies/types.ts";
import type { Metrics } from "./metrics.ts";

/** What happens in a source of policies; see the contract of policy sources. All labels are of few words. */
export interface PolicyMeters {
  readonly onReload: (outcome: string) => void;
  readonly onChange: (policies: readonly Policy[]) => void;
  readonly onProblems: (count: number) => void;
}

/** Created at zero, so that the first of each is seen as an increase. */
const OUTCOMES = ["loaded", "failed"] as const;

const MODES: readonly PolicyMode[] = ["enforce", "audit"];

/** Registers the metrics of a source of policies. Log lines are the source's own, which knows what they are about. */
export function policyEvents({ registry }: Metrics): PolicyMeters {
  const reloads = new Counter({
    name: "gardengate_policy_reloads_total",
    help: "Readings of the directory of policies after a change, by outcome; failed ones keep the last good policies.",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const inForce = new Gauge({
    name: "gardengate_policies",
    help: "Policies that are in force, by mode.",
    labelNames: ["mode"],
    registers: [registry],
  });
  const problems = new Gauge({
    name: "gardengate_policies_problems",
    help: "Mistakes in the present policy documents; while there are any, the last good policies are in force.",
    registers: [registry],
  });
  for (const outcome of OUTCOMES) {
    reloads.inc({ outcome }, 0);
  }
  return {
    onReload: (outcome) => reloads.inc({ outcome }),
    onChange: (policies) => {
      for (const mode of MODES) {
        inForce.set({ mode }, policies.filter((policy) => policy.mode === mode).length);
      }
    },
    onProblems: (count) => problems.set(count),
  };
}
