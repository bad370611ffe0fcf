import { Counter, Gauge, type Registry } from "prom-client";

/** One series that is counted with a plain number. */
export interface Tally {
  count: number;
}

/** Series of one metric, each found once by its labels and then counted without any look-up. */
export interface TallyBook<Label extends string> {
  readonly series: (labels: Readonly<Record<Label, string>>) => Tally;
}

/** What the metric is called. */
export interface TallyOptions<Label extends string> {
  readonly type: "counter" | "gauge";
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  readonly registry: Registry;
}

/**
 * Creates a metric whose series are handed to prom-client only when they are scraped: its own increments hash their
 * labels every time, and several of them per request were a measurable part of a small review.
 */
export function createTallyBook<Label extends string>(options: TallyOptions<Label>): TallyBook<Label> {
  const { name, help, labelNames, registry } = options;
  const entries: { readonly labels: Readonly<Record<Label, string>>; readonly tally: Tally }[] = [];
  const configuration = { name, help, labelNames, registers: [registry] };
  if (options.type === "counter") {
    new Counter<Label>({
      ...configuration,
      collect() {
        this.reset();
        for (const { labels, tally } of entries) {
          this.inc(labels, tally.count);
        }
      },
    });
  } else {
    new Gauge<Label>({
      ...configuration,
      collect() {
        for (const { labels, tally } of entries) {
          this.set(labels, tally.count);
        }
      },
    });
  }
  return {
    series: (labels) => {
      const known = entries.find((entry) => labelNames.every((label) => entry.labels[label] === labels[label]));
      const tally = known?.tally ?? { count: 0 };
      if (known === undefined) {
        entries.push({ labels, tally });
      }
      return tally;
    },
  };
}
