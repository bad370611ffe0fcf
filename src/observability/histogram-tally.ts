import { Histogram, type Registry } from "prom-client";

/** One series of a histogram. */
export interface HistogramSeries {
  readonly observe: (value: number) => void;
}

/** What the histogram is called, and where its buckets end, in increasing order. */
export interface HistogramOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  readonly buckets: readonly number[];
  readonly registry: Registry;
}

/** Counts of one series: per bucket, not cumulated; the last one is for what is above all of them. */
interface Counted<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly counts: number[];
  sum: number;
}

/** One line of the exposition. */
interface Exposed<Label extends string> {
  readonly metricName: string;
  readonly labels: Partial<Record<Label, string | number>>;
  readonly value: number;
}

/**
 * A histogram of prom-client whose observations are additions to plain numbers; buckets are cumulated when it is
 * scraped. Its own `observe` checks and hashes labels every time, which was a measurable part of a small review.
 */
export class TalliedHistogram<Label extends string> extends Histogram<Label> {
  readonly #options: HistogramOptions<Label>;
  readonly #series: Counted<Label>[] = [];
  /** Registered nowhere; knows how prom-client describes a histogram. */
  readonly #described: Histogram<Label>;

  constructor(options: HistogramOptions<Label>) {
    const { name, help, labelNames, buckets, registry } = options;
    super({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers: [registry] });
    this.#options = options;
    this.#described = new Histogram<Label>({ name, help, labelNames: [...labelNames], registers: [] });
  }

  /** A new series; call once per set of labels. */
  series(labels: Readonly<Record<Label, string>>): HistogramSeries {
    const { buckets } = this.#options;
    const counted: Counted<Label> = { labels, counts: new Array<number>(buckets.length + 1).fill(0), sum: 0 };
    this.#series.push(counted);
    return {
      observe: (value) => {
        let index = 0;
        while (index < buckets.length && value > (buckets[index] ?? 0)) {
          index += 1;
        }
        counted.counts[index] = (counted.counts[index] ?? 0) + 1;
        counted.sum += value;
      },
    };
  }

  override async get() {
    return { ...(await this.#described.get()), values: this.#series.flatMap((counted) => this.#values(counted)) };
  }

  /** What the registry asks for when it prints; prom-client's own would print what it has counted itself: nothing. */
  getForPromString() {
    return this.get();
  }

  #values({ labels, counts, sum }: Counted<Label>): Exposed<Label>[] {
    const { name, buckets } = this.#options;
    let count = 0;
    const cumulated = counts.map((own, index): Exposed<Label> => {
      count += own;
      const bounded = { le: buckets[index] ?? "+Inf", ...labels };
      return { metricName: `${name}_bucket`, labels: bounded, value: count };
    });
    return [
      ...cumulated,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
