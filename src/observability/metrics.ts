import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { type ExpositionFormat, toOpenMetrics } from "./exposition.ts";
import { TalliedHistogram } from "./histogram-tally.ts";
import { createTallyBook, type TallyBook } from "./tally.ts";

/** Every metric of gardengate, bound to one registry; made once, passed to the rooms. */
export interface Metrics {
  /** Prints all metrics; reads the gauges that are computed on demand. */
  readonly expose: (format: ExpositionFormat) => Promise<string>;
  readonly registry: Registry;
  readonly requests: TallyBook<"webhook" | "code">;
  readonly inFlight: TallyBook<"webhook">;
  readonly latency: TalliedHistogram<"webhook">;
  readonly panics: Counter;
  readonly certificateReads: Counter;
  readonly certificateReadErrors: Counter;
  readonly certificateNotAfter: Gauge;
  readonly verdicts: TallyBook<"webhook" | "operation" | "verdict" | "reason">;
  readonly findings: Counter<"webhook" | "rule" | "outcome">;
  readonly deadlinesExceeded: Counter<"webhook">;
  readonly rejects: Counter<"webhook" | "fault">;
  readonly requestBytes: TalliedHistogram<"webhook">;
  readonly warningsCut: Counter<"webhook">;
  readonly unhandledKinds: Counter<"webhook">;
  readonly policyEffects: TallyBook<"policy" | "mode" | "part" | "outcome">;
}

/** What differs between a served process and a test. */
export interface MetricsOptions {
  /** Version of gardengate, for `gardengate_build_info`. */
  readonly version: string;
  /** Adds CPU, memory, garbage collection and event-loop delay (`nodejs_eventloop_lag_*`) of the process. */
  readonly withProcessMetrics: boolean;
}

/**
 * Seconds. From half a millisecond, a usual decision, to 30 s, the longest timeout that Kubernetes allows a webhook;
 * steps above 10 s, so that slow ones are not all in the last bucket.
 */
const LATENCY_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];

/** Bytes: 1 KiB times powers of four up to 16 MiB, then 32 MiB, the default body limit. */
const SIZE_BUCKETS = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 32_768].map((kibibytes) => kibibytes * 1024);

/**
 * Creates all metrics in a registry of their own. The first seven carry controller-runtime's names, so that existing
 * dashboards work.
 * Source: controller-runtime, pkg/webhook/internal/metrics and pkg/certwatcher/metrics; admission webhook contract, 2.6.
 */
export function createMetrics({ version, withProcessMetrics }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (withProcessMetrics) {
    collectDefaultMetrics({ register: registry });
  }
  new Gauge({
    name: "gardengate_build_info",
    help: "Always 1; the version is in the label.",
    labelNames: ["version"],
    registers,
  }).set({ version }, 1);
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter<Label>({ name, help, labelNames, registers });
  return {
    registry,
    expose: async (format) => {
      const text = await registry.metrics();
      return format === "openMetrics" ? toOpenMetrics(text) : text;
    },
    requests: createTallyBook({
      type: "counter",
      name: "controller_runtime_webhook_requests_total",
      help: "Admission requests by HTTP status code.",
      labelNames: ["webhook", "code"],
      registry,
    }),
    inFlight: createTallyBook({
      type: "gauge",
      name: "controller_runtime_webhook_requests_in_flight",
      help: "Admission requests that are not answered yet.",
      labelNames: ["webhook"],
      registry,
    }),
    latency: new TalliedHistogram({
      name: "controller_runtime_webhook_latency_seconds",
      help: "Seconds from the headers of an admission request to its answer.",
      labelNames: ["webhook"],
      buckets: LATENCY_BUCKETS,
      registry,
    }),
    panics: counter("controller_runtime_webhook_panics_total", "Admission requests that ended in an exception."),
    certificateReads: counter("certwatcher_read_certificate_total", "Reads of the certificate files."),
    certificateReadErrors: counter(
      "certwatcher_read_certificate_errors_total",
      "Reads of the certificate files that gave no usable pair; the former pair stays.",
    ),
    certificateNotAfter: new Gauge({
      name: "gardengate_certificate_not_after_timestamp_seconds",
      help: "When the served certificate expires, in seconds since the epoch.",
      registers,
    }),
    verdicts: createTallyBook({
      type: "counter",
      name: "gardengate_verdicts_total",
      help: "Verdicts by webhook, operation, verdict and reason.",
      labelNames: ["webhook", "operation", "verdict", "reason"],
      registry,
    }),
    findings: counter(
      "gardengate_findings_total",
      "Violations of rules that users were told, by rule and by what they led to.",
      "webhook",
      "rule",
      "outcome",
    ),
    deadlinesExceeded: counter(
      "gardengate_deadline_exceeded_total",
      "Admission requests that ran out of time before their verdict.",
      "webhook",
    ),
    rejects: counter(
      "gardengate_rejects_total",
      "Requests answered without a verdict, by class of fault.",
      "webhook",
      "fault",
    ),
    requestBytes: new TalliedHistogram({
      name: "gardengate_request_bytes",
      help: "Sizes of admission requests that were read whole.",
      labelNames: ["webhook"],
      buckets: SIZE_BUCKETS,
      registry,
    }),
    warningsCut: counter(
      "gardengate_warnings_cut_total",
      "Warnings that were shortened or dropped to stay within the limits of the wire.",
      "webhook",
    ),
    unhandledKinds: counter(
      "gardengate_unhandled_kinds_total",
      "Requests for kinds or resources that the path is not registered for; they are allowed.",
      "webhook",
    ),
    policyEffects: createTallyBook({
      type: "counter",
      name: "gardengate_policy_effects_total",
      help: "Parts of policies that changed an object (in mode audit: would have changed it) or were skipped.",
      labelNames: ["policy", "mode", "part", "outcome"],
      registry,
    }),
  };
}
