import { Server as NetServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Gate } from "./gate.ts";

/** How a server leaves. */
export interface Shutdown {
  /** Seconds for which it goes on deciding, until everybody knows that it is not ready any more. */
  readonly drainSeconds: number;
  /** Seconds after that for requests at hand; what is not done then is cut off. */
  readonly timeoutSeconds: number;
}

/** A server could not listen. */
class ListenError extends Error {
  readonly code = "LISTEN_FAILED";

  constructor(role: string, address: string, cause: unknown) {
    super(`${role} server cannot listen on ${address}: ${listenReason(cause)}`, { cause });
    this.name = "ListenError";
  }
}

const LISTEN_REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use",
  EADDRNOTAVAIL: "this machine does not have the address",
  EACCES: "the port needs privileges",
};

function listenReason(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return LISTEN_REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause));
}

/** Where a server shall listen; port 0 takes any free one. */
export interface Endpoint {
  readonly role: string;
  readonly host: string;
  readonly port: number;
}

/**
 * Starts to listen; resolves to the port. Rejects with {@link ListenError}, which names the address.
 * `localhost` means 127.0.0.1 alone: for both families fastify would create a second server, without the certificate.
 */
export async function listenOn(
  server: Pick<FastifyInstance, "listen" | "server">,
  endpoint: Endpoint,
): Promise<number> {
  const { role, port } = endpoint;
  const host = endpoint.host === "localhost" ? "127.0.0.1" : endpoint.host;
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw new ListenError(role, `${host.includes(":") ? `[${host}]` : host}:${port}`, error);
  }
  const address = server.server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/**
 * Milliseconds for the last answers to leave, and for connections that were opened but never used, which Node does not
 * count as idle.
 */
const LINGER_MS = 500;

/**
 * Ends a server without losing a request: readiness falls with the gate; it goes on deciding for a while with
 * `Connection: close`, stops listening, finishes what is at hand (late requests on open connections get a 503 that the
 * API server repeats elsewhere at once), and closes idle connections.
 * Source: admission webhook contract, section 2.2.
 */
export async function drainServer(server: NetServer & Closable, gate: Gate, shutdown: Shutdown): Promise<void> {
  gate.advance("draining");
  await delay(shutdown.drainSeconds * 1000);
  gate.advance("closing");
  const closed = stopListening(server);
  const timeout = new AbortController();
  const expiry = delay(shutdown.timeoutSeconds * 1000, undefined, { signal: timeout.signal }).catch(() => undefined);
  await Promise.race([gate.whenIdle(), expiry]);
  server.closeIdleConnections();
  await Promise.race([closed, expiry, delay(LINGER_MS, undefined, { signal: timeout.signal }).catch(() => undefined)]);
  timeout.abort();
  server.closeAllConnections();
  await closed;
}

/** What HTTP servers add to plain ones. */
interface Closable {
  closeIdleConnections(): void;
  closeAllConnections(): void;
}

/** Resolves when the last connection is gone. An HTTP server's own `close` would cut idle connections at once. */
function stopListening(server: NetServer): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}
