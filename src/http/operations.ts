import { type FastifyInstance, fastify } from "fastify";
import { EXPOSITION_CONTENT_TYPES, negotiateExposition } from "../observability/exposition.ts";
import type { Metrics } from "../observability/metrics.ts";
import { type Readiness, type ReadinessCheck, readinessOf } from "./readiness.ts";

const TEXT = "text/plain; charset=utf-8";

/**
 * Creates the plain-HTTP server for probes and metrics, apart from the webhooks, which may ask for client certificates.
 * `/healthz` tells that the event loop turns and depends on nothing; `/readyz` whether to send requests here, with
 * `?verbose` line by line; `/metrics` speaks Prometheus text and OpenMetrics.
 * Source: admission webhook contract, section 2.3.
 */
export function createOperationsServer(metrics: Metrics, checks: readonly ReadinessCheck[]): FastifyInstance {
  const server = fastify({ logger: false });
  server.get("/healthz", (_request, reply) => reply.type(TEXT).send("ok\n"));
  server.get<{ Querystring: { readonly verbose?: unknown } }>("/readyz", (request, reply) => {
    const readiness = readinessOf(checks);
    const body = readinessText(readiness, request.query.verbose !== undefined);
    return reply
      .code(readiness.isReady ? 200 : 503)
      .type(TEXT)
      .send(body);
  });
  server.get("/metrics", async (request, reply) => {
    const format = negotiateExposition(request.headers.accept);
    const text = await metrics.expose(format);
    return reply.header("content-type", EXPOSITION_CONTENT_TYPES[format]).send(text);
  });
  return server;
}

/** The lines are worth printing when something is wrong, or when there is something to know although all is well. */
function readinessText({ isReady, lines, hasNotes }: Readiness, isVerbose: boolean): string {
  if (!isReady) {
    return [...lines, "readyz check failed", ""].join("\n");
  }
  return isVerbose || hasNotes ? [...lines, "readyz check passed", ""].join("\n") : "ok\n";
}
