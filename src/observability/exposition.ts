/** How `/metrics` answers: Prometheus text, or OpenMetrics for scrapers that prefer it. */
export type ExpositionFormat = "prometheus" | "openMetrics";

/** The `Content-Type` of each format. Source: Prometheus exposition formats; OpenMetrics 1.0, section "Protocol". */
export const EXPOSITION_CONTENT_TYPES: Readonly<Record<ExpositionFormat, string>> = {
  prometheus: "text/plain; version=0.0.4; charset=utf-8",
  openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
};

/** Chooses the format by the `Accept` header: OpenMetrics only where it is named and not less wanted than text. */
export function negotiateExposition(accept: string | undefined): ExpositionFormat {
  const weights = new Map((accept ?? "").split(",").map(readMediaRange));
  const openMetrics = weights.get("application/openmetrics-text") ?? 0;
  return openMetrics > 0 && openMetrics >= (weights.get("text/plain") ?? 0) ? "openMetrics" : "prometheus";
}

function readMediaRange(range: string): readonly [type: string, weight: number] {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return [type, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}

const METADATA_LINE = /^# (HELP|TYPE) (\S+) (.*)$/;

/**
 * Rewrites Prometheus text as OpenMetrics: a counter family is named without `_total`, no blank lines, an end mark.
 * Gauges whose name ends in `_total` (some of the runtime's own) are illegal there and left out.
 *
 * prom-client's own OpenMetrics output renames the metrics for good, so that later Prometheus scrapes see other names.
 * Source: OpenMetrics 1.0, section "Text format".
 */
export function toOpenMetrics(prometheusText: string): string {
  const blocks = prometheusText.split("\n\n").map((block) => block.split("\n").filter((line) => line !== ""));
  const lines = blocks.filter((block) => !isIllegalGauge(block)).flatMap((block) => block.map(renameFamily(block)));
  return `${lines.join("\n")}\n# EOF\n`;
}

function isIllegalGauge(block: readonly string[]): boolean {
  return block.some((line) => /^# TYPE \S+_total gauge$/.test(line));
}

function renameFamily(block: readonly string[]): (line: string) => string {
  const isCounter = block.some((line) => /^# TYPE \S+ counter$/.test(line));
  return (line) => {
    const metadata = isCounter ? METADATA_LINE.exec(line) : null;
    return metadata === null ? line : `# ${metadata[1]} ${metadata[2]?.replace(/_total$/, "")} ${metadata[3]}`;
  };
}
