import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { Socket } from "node:net";
import { type FastifyInstance, fastify } from "fastify";
import { type Fault, fault, faultClass, internalFault, statusBody } from "./errors.ts";

/** The HTTPS server of the webhooks. */
export type AdmissionServer = FastifyInstance<Server>;

/** A certificate chain and its key, in PEM. */
export interface ServedPair {
  readonly cert: string;
  readonly key: string;
}

/**
 * What clients may negotiate: TLS 1.3, or 1.2 with forward secrecy and authenticated encryption. Repeated at every
 * exchange of the certificate, since a new context starts from Node's defaults.
 * Source: admission webhook contract, section 2.1.
 */
const TLS_POLICY = {
  minVersion: "TLSv1.2",
  ciphers: [
    "TLS_AES_128_GCM_SHA256",
    "TLS_AES_256_GCM_SHA384",
    "TLS_CHACHA20_POLY1305_SHA256",
    "ECDHE-ECDSA-AES128-GCM-SHA256",
    "ECDHE-RSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-GCM-SHA384",
    "ECDHE-RSA-AES256-GCM-SHA384",
    "ECDHE-ECDSA-CHACHA20-POLY1305",
    "ECDHE-RSA-CHACHA20-POLY1305",
  ].join(":"),
} as const;

/** Milliseconds. Above the 90 s for which the API server keeps idle connections, so that it is always the one to close. */
const KEEP_ALIVE_TIMEOUT_MS = 120_000;

/** Milliseconds. Just above the 30 s that Kubernetes allows a webhook at most. */
const HEADERS_TIMEOUT_MS = 32_000;

/** Milliseconds for a request to arrive whole: twice the longest timeout of a webhook. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Answers a request whose body is not read yet. */
export type AdmissionListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Creates the HTTPS server, HTTP/1.1 only, without a certificate: {@link serveCertificate} brings that before it listens.
 * Everything it answers by itself is a `Status`, and never a redirect or a page.
 *
 * Requests to a webhook's path go from the socket straight to its listener. The same listeners are routes of fastify,
 * for `inject`; but its request and reply objects would cost a sixth of the throughput of small reviews, for nothing
 * that a webhook uses.
 */
export function createAdmissionServer(listeners: ReadonlyMap<string, AdmissionListener>): AdmissionServer {
  const server: AdmissionServer = fastify({
    serverFactory: (fallback) => createHttpsServer(listeners, fallback),
    // The listeners close connections themselves while draining; fastify would answer 503 on connections it said to keep.
    return503OnClosing: false,
    logger: false,
    exposeHeadRoutes: false,
    clientErrorHandler: answerUnreadable,
  });
  // Bodies are read by the listeners, which know the limits; this only keeps fastify's own parsers away.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", (_request, _payload, done) => done(null));
  for (const [path, listener] of listeners) {
    server.post(path, (request, reply) => {
      reply.hijack();
      listener(request.raw, reply.raw);
    });
  }
  server.setNotFoundHandler((request, reply) => {
    reply.hijack();
    writeFault(reply.raw, fault("notFound", `no webhook is served with ${request.method} at this path`));
  });
  server.setErrorHandler((error: { readonly statusCode?: number }, _request, reply) => {
    const isMediaType = error.statusCode === 415;
    const refusal = fault("unsupportedContentType", "content type must be application/json");
    reply.hijack();
    writeFault(reply.raw, isMediaType ? refusal : internalFault(error));
  });
  return server;
}

function createHttpsServer(listeners: ReadonlyMap<string, AdmissionListener>, fallback: AdmissionListener): Server {
  const server = createServer(
    {
      ...TLS_POLICY,
      ALPNProtocols: ["http/1.1"],
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
    },
    (request, response) => {
      const listener = request.method === "POST" ? listeners.get(pathOf(request)) : undefined;
      (listener ?? fallback)(request, response);
    },
  );
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  return server;
}

function pathOf({ url = "" }: IncomingMessage): string {
  const mark = url.indexOf("?");
  return mark === -1 ? url : url.slice(0, mark);
}

function writeFault(response: ServerResponse, cause: Fault): void {
  const body = statusBody(cause);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  response.writeHead(faultClass(cause.code).httpStatus, headers).end(body);
}

/** Serves new handshakes with this pair; open connections keep theirs. Throws, and keeps the old one, if they do not match. */
export function serveCertificate(server: AdmissionServer, { cert, key }: ServedPair): void {
  server.server.setSecureContext({ ...TLS_POLICY, cert, key });
}

/** Answers what is no HTTP request, or did not arrive in time, and closes the connection. */
function answerUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const body = statusBody(fault("notHttp", "not an HTTP request, or not complete in time"));
  const head = [
    "HTTP/1.1 400 Bad Request",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end([...head, "Connection: close", "", body].join("\r\n"));
}
