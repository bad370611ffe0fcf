import type { FastifyInstance } from "fastify";
import type { CertificateSource } from "./certs/source.ts";
import type { FactKind, FactSource } from "./facts/contract.ts";
import { admissionListeners } from "./http/admission-route.ts";
import type { Limits } from "./http/budget.ts";
import { Gate } from "./http/gate.ts";
import { drainServer, listenOn, type Shutdown } from "./http/lifecycle.ts";
import { createOperationsServer } from "./http/operations.ts";
import type { CheckResult, ReadinessCheck } from "./http/readiness.ts";
import { type AdmissionServer, createAdmissionServer, serveCertificate } from "./http/server.ts";
import { watchFacts } from "./observability/facts-gauges.ts";
import { lifecycleEvents } from "./observability/lifecycle-events.ts";
import type { Log } from "./observability/log.ts";
import type { Metrics } from "./observability/metrics.ts";
import type { PolicySource } from "./policies/contract.ts";
import type { ChapterSettings, Webhook } from "./webhooks/contract.ts";

/** Where and how to serve. */
export interface ServerOptions {
  readonly bindAddress: string;
  /** Port of the webhooks, HTTPS; 0 takes any free one. */
  readonly port: number;
  /** Port of probes and metrics, plain HTTP. */
  readonly operationsPort: number;
  readonly shutdown: Shutdown;
  readonly limits: Limits;
}

/** Everything the servers are made of. */
export interface AppOptions {
  readonly server: ServerOptions;
  readonly webhooks: readonly Webhook[];
  readonly facts: FactSource;
  readonly policies: PolicySource;
  readonly settings: ChapterSettings;
  readonly certificates: CertificateSource;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** The ports that are listened on, known after {@link App.start}. */
export interface Ports {
  readonly admission: number;
  readonly operations: number;
}

/** gardengate as one value: two servers and their life. */
export interface App {
  readonly admission: AdmissionServer;
  readonly operations: FastifyInstance;
  /**
   * Loads certificate and facts, then listens. Rejects with the room's own error if anything is missing or a port is in
   * use; then nothing is left open.
   */
  readonly start: () => Promise<Ports>;
  /** Leaves without losing a request; readiness falls at once. Asked again, it gives the same promise. */
  readonly drain: () => Promise<void>;
}

/** Wires the rooms into two servers. Listens only when started, and never touches the process. */
export function createApp(options: AppOptions): App {
  const { server, webhooks, facts, policies, certificates, log, metrics } = options;
  const gate = new Gate();
  const listeners = admissionListeners(webhooks, {
    decisions: { facts, policies, settings: options.settings, now: options.now },
    limits: server.limits,
    observer: { log, metrics },
    gate,
  });
  const admission = createAdmissionServer(listeners);
  const kinds = [...new Set(webhooks.flatMap(({ factKinds }) => factKinds(options.settings)))];
  watchFacts(metrics, facts, kinds);
  const operations = createOperationsServer(metrics, readinessChecks(options, admission, gate, kinds));
  const events = lifecycleEvents(log);

  const close = async (): Promise<void> => {
    await Promise.all([admission.close(), operations.close()]);
    await facts[Symbol.asyncDispose]();
    await policies[Symbol.asyncDispose]();
    await certificates[Symbol.asyncDispose]();
  };
  const listen = async (): Promise<Ports> => {
    const { bindAddress: host, port, operationsPort } = server;
    await certificates.start();
    serveCertificate(admission, certificates.current());
    certificates.onChange((pair) => serveCertificate(admission, pair));
    const operationsBound = await listenOn(operations, { role: "operations", host, port: operationsPort });
    await policies.start();
    await facts.start();
    const admissionBound = await listenOn(admission, { role: "admission", host, port });
    return { admission: admissionBound, operations: operationsBound };
  };
  const start = async (): Promise<Ports> => {
    try {
      const ports = await listen();
      events.listening(
        server.bindAddress,
        ports,
        webhooks.map(({ registration }) => registration.name),
      );
      return ports;
    } catch (error) {
      await close();
      throw error;
    }
  };
  const drainOnce = async (): Promise<void> => {
    events.draining(server.shutdown);
    await drainServer(admission.server, gate, server.shutdown);
    await close();
    events.stopped();
  };
  let draining: Promise<void> | undefined;
  return {
    admission,
    operations,
    start,
    drain: () => {
      draining ??= drainOnce();
      return draining;
    },
  };
}

function readinessChecks(
  { certificates, facts, policies, now }: AppOptions,
  admission: AdmissionServer,
  gate: Gate,
  kinds: readonly FactKind[],
): readonly ReadinessCheck[] {
  return [
    { name: "listening", run: () => passedIf(admission.server.listening, "not listening yet") },
    { name: "certificate", run: () => passedUnless(certificates.invalidity(now())) },
    { name: "facts", run: () => factsResult(facts, kinds) },
    { name: "policies", run: () => policiesResult(policies) },
    { name: "not-draining", run: () => passedIf(gate.phase === "serving", "shutting down") },
  ];
}

function passedIf(isPassed: boolean, reason: string): CheckResult {
  return isPassed ? { isPassed } : { isPassed, reason };
}

function passedUnless(reason: string | undefined): CheckResult {
  return reason === undefined ? { isPassed: true } : { isPassed: false, reason };
}

/** Problems do not fail the check once policies are loaded, as with facts. */
function policiesResult(policies: PolicySource): CheckResult {
  if (!policies.isLoaded()) {
    return { isPassed: false, reason: "not loaded yet" };
  }
  return { isPassed: true, notes: policies.problems().map((problem) => `last good state is served; ${problem}`) };
}

/** Problems of a synced source do not fail the check: the last good facts are served, and the details say so. */
function factsResult(facts: FactSource, kinds: readonly FactKind[]): CheckResult {
  const problems = facts.problems().map(({ kind, message }) => (kind === undefined ? message : `${kind}: ${message}`));
  const unsynced = kinds.filter((kind) => !facts.isSynced(kind));
  return unsynced.length === 0
    ? { isPassed: true, notes: problems.map((problem) => `last good state is served; ${problem}`) }
    : { isPassed: false, reason: [`not synced: ${unsynced.join(", ")}`, ...problems].join("; ") };
}
