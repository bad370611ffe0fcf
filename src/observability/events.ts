import type { PolicyEffect } from "../domain/policies/effect.ts";
import { type Finding, ruleIdsOf } from "../domain/rules/finding.ts";
import type { AdmissionRequest } from "../wire/admission-review.ts";
import { nameOf } from "../wire/admission-review.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { Tally } from "./tally.ts";

/** The two places where an event leaves its trace. */
export interface Observer {
  readonly log: Log;
  readonly metrics: Metrics;
}

const VERDICT_MESSAGES = { allow: "Request allowed", patch: "Request patched", deny: "Request denied" };

/** An admission request that got its verdict. */
interface DecidedEvent {
  readonly request: AdmissionRequest;
  readonly verdict: "allow" | "deny" | "patch";
  readonly reason: string;
  /** The code inside the review: 200, or that of the denial. */
  readonly code: number;
  readonly denied: readonly Finding[];
  readonly warned: readonly Finding[];
  /** What policies did, or would do. */
  readonly effects: readonly PolicyEffect[];
  readonly warningsCut: number;
  readonly bodyBytes: number;
  readonly durationMs: number;
}

/** An admission request that got no verdict. */
interface FaultedEvent {
  /** Undefined if the body could not be read that far. */
  readonly request: AdmissionRequest | undefined;
  /** Stable code of the class of fault. */
  readonly fault: string;
  readonly severity: "warn" | "error";
  readonly message: string;
  readonly code: number;
  /** What was thrown, if anything. */
  readonly cause: unknown;
  readonly bodyBytes: number;
  readonly durationMs: number;
}

/** Records what happens to the requests of one webhook. */
export interface WebhookEvents {
  readonly started: () => void;
  readonly decided: (event: DecidedEvent) => void;
  readonly faulted: (event: FaultedEvent) => void;
}

/**
 * Binds the events of a webhook. Its series are looked up once, and created at zero where alerts on absence need them;
 * a log line is put together only if its level is on.
 */
export function webhookEvents({ log, metrics }: Observer, webhook: string): WebhookEvents {
  const requests = lazySeries((code: number) => metrics.requests.series({ webhook, code: String(code) }));
  const verdicts = verdictSeries((labels) => metrics.verdicts.series({ webhook, ...labels }));
  const effects = effectSeries((labels) => metrics.policyEffects.series(labels));
  const inFlight = metrics.inFlight.series({ webhook });
  const latency = metrics.latency.series({ webhook });
  const requestBytes = metrics.requestBytes.series({ webhook });
  initialise(metrics, webhook);
  const finished = (code: number, bodyBytes: number, durationMs: number): void => {
    inFlight.count -= 1;
    requests(code).count += 1;
    latency.observe(durationMs / 1000);
    if (bodyBytes > 0) {
      requestBytes.observe(bodyBytes);
    }
  };
  return {
    started: () => {
      inFlight.count += 1;
    },
    decided: (event) => {
      const { request, verdict, reason, warningsCut } = event;
      finished(200, event.bodyBytes, event.durationMs);
      verdicts(request.operation, verdict, reason).count += 1;
      if (reason === "unhandledKind") {
        metrics.unhandledKinds.inc({ webhook });
      }
      if (warningsCut > 0) {
        metrics.warningsCut.inc({ webhook }, warningsCut);
      }
      countFindings(metrics, webhook, event);
      for (const effect of event.effects) {
        effects(effect).count += 1;
      }
      const level = verdict === "deny" ? "info" : "debug";
      if (log.isLevelEnabled(level)) {
        log[level](decisionFields(webhook, event), VERDICT_MESSAGES[verdict]);
      }
    },
    faulted: (event) => {
      finished(event.code, event.bodyBytes, event.durationMs);
      metrics.rejects.inc({ webhook, fault: event.fault });
      if (event.fault === "deadlineExceeded") {
        metrics.deadlinesExceeded.inc({ webhook });
      }
      if (event.fault === "internal") {
        metrics.panics.inc();
      }
      log[event.severity](faultFields(webhook, event), "Request not decided");
    },
  };
}

/** Looks a series up once per key; the keys are few by the nature of labels. Or what leads to it by the next label. */
function lazySeries<Key, Series>(find: (key: Key) => Series): (key: Key) => Series {
  const known = new Map<Key, Series>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) {
      return found;
    }
    const series = find(key);
    known.set(key, series);
    return series;
  };
}

type VerdictLabels = Readonly<Record<"operation" | "verdict" | "reason", string>>;

/** As {@link lazySeries}, for three labels; requests come in runs of the same kind, so that the last one is kept at hand. */
function verdictSeries(
  find: (labels: VerdictLabels) => Tally,
): (operation: string, verdict: string, reason: string) => Tally {
  const known = lazySeries((key: string) => {
    const [operation = "", verdict = "", reason = ""] = key.split(" ");
    return find({ operation, verdict, reason });
  });
  let last: (VerdictLabels & { readonly tally: Tally }) | undefined;
  return (operation, verdict, reason) => {
    if (last?.operation !== operation || last.verdict !== verdict || last.reason !== reason) {
      last = { operation, verdict, reason, tally: known(`${operation} ${verdict} ${reason}`) };
    }
    return last.tally;
  };
}

type EffectLabels = Pick<PolicyEffect, "policy" | "mode" | "part" | "outcome">;

/** As {@link lazySeries}, for what policies did: one label after the other, since to put them together takes longer. */
function effectSeries(find: (labels: EffectLabels) => Tally): (effect: PolicyEffect) => Tally {
  const byPolicy = lazySeries((policy: string) =>
    lazySeries((mode: PolicyEffect["mode"]) =>
      lazySeries((part: PolicyEffect["part"]) =>
        lazySeries((outcome: PolicyEffect["outcome"]) => find({ policy, mode, part, outcome })),
      ),
    ),
  );
  return ({ policy, mode, part, outcome }) => byPolicy(policy)(mode)(part)(outcome);
}

/** Creates series at zero, so that the first increase is seen as one and alerts on absence work. */
function initialise(metrics: Metrics, webhook: string): void {
  metrics.requests.series({ webhook, code: "200" });
  metrics.requests.series({ webhook, code: "500" });
  metrics.deadlinesExceeded.inc({ webhook }, 0);
  metrics.unhandledKinds.inc({ webhook }, 0);
  metrics.warningsCut.inc({ webhook }, 0);
  metrics.rejects.inc({ webhook, fault: "internal" }, 0);
}

function countFindings(metrics: Metrics, webhook: string, { denied, warned }: DecidedEvent): void {
  for (const { rule } of denied) {
    metrics.findings.inc({ webhook, rule, outcome: "denied" });
  }
  for (const { rule } of warned) {
    metrics.findings.inc({ webhook, rule, outcome: "warned" });
  }
}

function decisionFields(webhook: string, event: DecidedEvent): object {
  return {
    ...requestFields(webhook, event.request),
    verdict: event.verdict,
    reason: event.reason,
    code: event.code,
    ...(event.denied.length === 0 ? {} : { deniedRules: ruleIdsOf(event.denied) }),
    ...(event.warned.length === 0 ? {} : { warnedRules: ruleIdsOf(event.warned) }),
    ...(event.effects.length === 0 ? {} : { policies: [...new Set(event.effects.map(({ policy }) => policy))] }),
    durationMs: rounded(event.durationMs),
  };
}

function faultFields(webhook: string, event: FaultedEvent): object {
  return {
    ...(event.request === undefined ? { webhook } : requestFields(webhook, event.request)),
    fault: event.fault,
    code: event.code,
    detail: event.message,
    ...(event.cause === undefined ? {} : { err: event.cause }),
    durationMs: rounded(event.durationMs),
  };
}

/** What identifies a request; never its objects, and of its user only the name. */
function requestFields(webhook: string, request: AdmissionRequest): object {
  return {
    webhook,
    uid: request.uid,
    operation: request.operation,
    group: request.kind.group,
    version: request.kind.version,
    kind: request.kind.kind,
    ...(request.subResource ? { subResource: request.subResource } : {}),
    namespace: request.namespace ?? "",
    name: nameOf(request),
    user: request.userInfo?.username ?? "",
    dryRun: request.dryRun ?? false,
  };
}

/** Microseconds are enough. */
function rounded(durationMs: number): number {
  return Math.round(durationMs * 1000) / 1000;
}
