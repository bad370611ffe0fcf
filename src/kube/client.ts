import { type IncomingMessage, request as requestHttp } from "node:http";
import { type RequestOptions, request as requestHttps } from "node:https";
import type { KubeConfig } from "@kubernetes/client-node";
import { errorMessage, KubeStatusError, KubeTransportError } from "./errors.ts";
import { linesOf } from "./lines.ts";

/** Parameters of a URL's query. */
export type Query = Readonly<Record<string, string>>;

/** Reads from an API server. Rejects with KubeStatusError, KubeTransportError, or the reason of an aborted signal. */
export interface KubeClient {
  /** One JSON document. */
  readJson(path: string, query: Query, signal: AbortSignal): Promise<unknown>;
  /**
   * The lines of a streamed answer, handed over one by one as they arrive; `onOpen` is called once the server accepted.
   * Resolves when the server ends the stream.
   */
  readLines(path: string, query: Query, signal: AbortSignal, handlers: LineHandlers): Promise<void>;
}

/** Called while lines arrive; an exception ends the stream and is passed on. */
export interface LineHandlers {
  readonly onOpen: () => void;
  readonly onLine: (line: string) => void;
}

/** How the client gets its credentials. */
export interface KubeClientOptions {
  /** Reads server and credentials anew; called at first use and whenever the server refuses them (401). */
  readonly load: () => Promise<KubeConfig>;
  /** Milliseconds without a byte after which a single read is given up. */
  readonly idleMs?: number;
}

/** Longest part of a failed answer that is read, in bytes; a Status object is far shorter. */
const STATUS_BYTES = 64 * 1024;

/**
 * Makes a client on top of Node's own HTTP. The client library contributes kubeconfig and credentials only: its Watch
 * swallows lines that it cannot parse, cuts every connection that is quiet for 30 s (bookmarks come once a minute) and
 * builds a connection pool per request; its informer neither notices a silent death nor backs off.
 */
export function kubeClient(options: KubeClientOptions): KubeClient {
  return new HttpKubeClient(options);
}

class HttpKubeClient implements KubeClient {
  readonly #load: () => Promise<KubeConfig>;
  readonly #idleMs: number;
  /** Replaced whole when credentials are refused; tokens and certificates rotate in their files. */
  #config: Promise<KubeConfig> | undefined;

  constructor({ load, idleMs = 30_000 }: KubeClientOptions) {
    this.#load = load;
    this.#idleMs = idleMs;
  }

  async readJson(path: string, query: Query, signal: AbortSignal): Promise<unknown> {
    const response = await this.#send(path, query, signal);
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of response) {
        chunks.push(chunk);
      }
      return JSON.parse(Buffer.concat(chunks).toString("utf8"));
    } catch (error) {
      throw transportError(error, signal);
    }
  }

  async readLines(path: string, query: Query, signal: AbortSignal, handlers: LineHandlers): Promise<void> {
    const response = await this.#send(path, query, signal);
    response.socket.setTimeout(0);
    const lines = linesOf(response);
    try {
      handlers.onOpen();
      for (;;) {
        const { done, value } = await lines.next().catch((error: unknown) => {
          throw transportError(error, signal);
        });
        if (done) {
          return;
        }
        if (value !== "") {
          handlers.onLine(value);
        }
      }
    } finally {
      response.destroy(); // also when a handler gave up: the server would go on sending
    }
  }

  /** Sends a request; credentials that are refused are read again, once. */
  async #send(path: string, query: Query, signal: AbortSignal): Promise<IncomingMessage> {
    const response = await this.#attempt(path, query, signal);
    if (response.statusCode !== 401) {
      return accepted(response);
    }
    response.destroy();
    this.#config = undefined;
    return accepted(await this.#attempt(path, query, signal));
  }

  async #attempt(path: string, query: Query, signal: AbortSignal): Promise<IncomingMessage> {
    signal.throwIfAborted();
    try {
      const { url, options } = await unlessAborted(this.#prepare(path, query), signal);
      return await respond(url, { ...options, signal, timeout: this.#idleMs });
    } catch (error) {
      if (!signal.aborted) {
        this.#config = undefined; // a rotated certificate shows as a broken connection
      }
      throw transportError(error, signal);
    }
  }

  async #prepare(path: string, query: Query): Promise<{ readonly url: URL; readonly options: RequestOptions }> {
    this.#config ??= this.#load();
    const config = await this.#config;
    const url = new URL(`${config.getCurrentCluster()?.server ?? ""}${path}`);
    for (const [name, value] of Object.entries(query)) {
      url.searchParams.set(name, value);
    }
    const headers: Record<string, string> = { accept: "application/json", "user-agent": "gardengate" };
    const options: RequestOptions = { headers };
    await config.applyToHTTPSOptions(options);
    const token = headers["Authorization"];
    if (token !== undefined) {
      headers["Authorization"] = token.trim(); // token files may end with a line break
    }
    return { url, options };
  }
}

function respond(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === "http:" ? requestHttp(url, options) : requestHttps(url, options);
    request.once("response", resolve);
    request.on("error", reject);
    request.on("timeout", () => request.destroy(new Error("no answer in time")));
    request.on("socket", (socket) => socket.setKeepAlive(true, 30_000));
    request.end();
  });
}

async function accepted(response: IncomingMessage): Promise<IncomingMessage> {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) {
    return response;
  }
  const { reason, message } = await statusOf(response);
  const retryAfter = Number(response.headers["retry-after"]);
  const wait = Number.isFinite(retryAfter) ? retryAfter : undefined;
  throw new KubeStatusError(status, reason, message ?? `the API server answered ${status}`, wait);
}

async function statusOf(response: IncomingMessage): Promise<{ readonly reason: string; readonly message?: string }> {
  try {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > STATUS_BYTES) {
        break;
      }
    }
    const status: { readonly reason?: unknown; readonly message?: unknown } | null = JSON.parse(
      Buffer.concat(chunks).toString("utf8"),
    );
    const message = typeof status?.message === "string" ? { message: status.message } : {};
    return { reason: typeof status?.reason === "string" ? status.reason : "", ...message };
  } catch {
    return { reason: "" };
  }
}

/** What went wrong below HTTP; an abort is passed on as what it was. */
function transportError(error: unknown, signal: AbortSignal): unknown {
  return signal.aborted ? signal.reason : new KubeTransportError(errorMessage(error), { cause: error });
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
