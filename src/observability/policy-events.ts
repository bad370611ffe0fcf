import { Counter, Gauge } from "prom-client";
import type { Policy, PolicyMode } from "../domain/policies/types.ts";
import type { Metrics } from "./metrics.ts";

/** What happens in a source of policies; see the contract of policy sources. All labels are of few words. */
export interface PolicyMeters {
  readonly onReload: (outcome: string) => void;
  readonly onChange: (policies: readonly Policy[]) => void;
}

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
  return {
    onReload: (outcome) => reloads.inc({ outcome }),
    onChange: (policies) => {
      for (const mode of MODES) {
        inForce.set({ mode }, policies.filter((policy) => policy.mode === mode).length);
      }
    },
  };
}
