import { Gauge } from "prom-client";
import type { Metrics } from "./metrics.ts";

/** What the gauges read; see the contract of fact sources. */
export interface ObservedFacts<Kind extends string> {
  isSynced(kind: Kind): boolean;
  problems(): readonly unknown[];
}

/** Registers gauges that read the state of the facts whenever metrics are scraped. */
export function watchFacts<Kind extends string>(
  { registry }: Metrics,
  facts: ObservedFacts<Kind>,
  kinds: readonly Kind[],
): void {
  const registers = [registry];
  new Gauge({
    name: "gardengate_facts_synced",
    help: "1 if the kind has been loaded completely, else 0.",
    labelNames: ["kind"],
    registers,
    collect() {
      for (const kind of kinds) {
        this.set({ kind }, facts.isSynced(kind) ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: "gardengate_facts_problems",
    help: "Problems of the source of facts at present.",
    registers,
    collect() {
      this.set(facts.problems().length);
    },
  });
}
