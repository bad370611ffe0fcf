import { Counter } from "prom-client";
import type { Metrics } from "./metrics.ts";

/** What happens in a source of facts; see the contract of fact sources. All labels are of few words. */
export interface FactCounters {
  readonly onReload: (outcome: string) => void;
  readonly onRelist: (kind: string) => void;
  readonly onDisruption: (kind: string, reason: string) => void;
  readonly onLiveRead: (kind: string, outcome: string) => void;
  readonly onBrokenObject: (kind: string) => void;
}

/** Registers the counters of a source of facts. Log lines are the source's own, which knows what they are about. */
export function factEvents({ registry }: Metrics): FactCounters {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter<Label>({ name: `gardengate_facts_${name}`, help, labelNames, registers: [registry] });
  const reloads = counter("reloads_total", "Readings of the directory of facts after a change, by outcome.", "outcome");
  const relists = counter("relists_total", "Complete lists of a kind from the API server.", "kind");
  const disruptions = counter(
    "disruptions_total",
    "Lists and watches that failed and are tried again.",
    "kind",
    "reason",
  );
  const liveReads = counter("live_reads_total", "Objects read because the snapshot lacked them.", "kind", "outcome");
  const broken = counter(
    "broken_objects_total",
    "Objects that could not be understood; the last good state stays.",
    "kind",
  );
  return {
    onReload: (outcome) => reloads.inc({ outcome }),
    onRelist: (kind) => relists.inc({ kind }),
    onDisruption: (kind, reason) => disruptions.inc({ kind, reason }),
    onLiveRead: (kind, outcome) => liveReads.inc({ kind, outcome }),
    onBrokenObject: (kind) => broken.inc({ kind }),
  };
}
