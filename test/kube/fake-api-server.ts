import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A stored object. */
interface Stored {
  readonly path: string;
  readonly object: { readonly metadata: { readonly name: string; readonly resourceVersion: string } };
}

interface Change {
  readonly version: number;
  readonly collection: string;
  readonly event: { readonly type: string; readonly object: object };
}

interface Watcher {
  readonly collection: string;
  readonly response: ServerResponse;
}

/** Answers one request in place of the server. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const GARDENER_CORE = "/apis/core.gardener.cloud/v1beta1";

/** The paths of collections that are not of Gardener's core group. */
const OTHER_GROUPS: ReadonlyMap<string, string> = new Map([["clusters", "/apis/extensions.gardener.cloud/v1alpha1"]]);

/**
 * An API server over plain HTTP that speaks as much of list and watch as an informer needs: pages, resource versions,
 * streamed events, bookmarks, 410 Gone as status and as event. Tests break it on purpose with `next`.
 */
export class FakeApiServer implements AsyncDisposable {
  readonly #server: Server;
  readonly #objects = new Map<string, Stored>();
  readonly #changes: Change[] = [];
  readonly #interceptors: { readonly matches: (url: URL) => boolean; readonly handler: Handler }[] = [];
  #watchers: Watcher[] = [];
  #version = 100;
  /** Watches from before this version are gone. */
  #oldest = 0;
  /** Objects per page whatever the client asks for. */
  pageSize = 1000;
  /** The bearer token that is asked for; undefined lets everybody in. */
  token: string | undefined;
  /** How an outdated watch is told. */
  goneAs: "status" | "event" = "status";
  /** All requests that arrived, in order. */
  readonly requests: URL[] = [];

  private constructor() {
    this.#server = createServer((request, response) => this.#handle(request, response));
  }

  static async start(): Promise<FakeApiServer> {
    const fake = new FakeApiServer();
    await new Promise<void>((resolve) => fake.#server.listen(0, "127.0.0.1", resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get version(): number {
    return this.#version;
  }

  /** The number of open watches. */
  get watching(): number {
    return this.#watchers.length;
  }

  /** Requests of watches only. */
  get watches(): readonly URL[] {
    return this.requests.filter((url) => url.searchParams.has("watch"));
  }

  /** Requests of list pages only. */
  get lists(): readonly URL[] {
    return this.requests.filter((url) => url.searchParams.has("limit"));
  }

  /** Stores an object of a collection such as `cloudprofiles`, or changes it; tells watchers unless `quietly`. */
  put(plural: string, name: string, fields: object, options: { namespace?: string; quietly?: boolean } = {}): void {
    const { namespace } = options;
    const path = pathOf(plural, name, namespace);
    this.#version += 1;
    const metadata = { name, ...(namespace ? { namespace } : {}), resourceVersion: String(this.#version) };
    const object = { metadata, ...fields };
    const type = this.#objects.has(path) ? "MODIFIED" : "ADDED";
    this.#objects.set(path, { path, object });
    this.#record({ version: this.#version, collection: plural, event: { type, object } }, options.quietly ?? false);
  }

  delete(plural: string, name: string, options: { namespace?: string; quietly?: boolean } = {}): void {
    const path = pathOf(plural, name, options.namespace);
    const stored = this.#objects.get(path);
    if (stored === undefined) {
      throw new Error(`${path} does not exist`);
    }
    this.#objects.delete(path);
    this.#version += 1;
    const metadata = { ...stored.object.metadata, resourceVersion: String(this.#version) };
    const event = { type: "DELETED", object: { ...stored.object, metadata } };
    this.#record({ version: this.#version, collection: plural, event }, options.quietly ?? false);
  }

  bookmark(version = this.#version): void {
    this.sendLine(JSON.stringify({ type: "BOOKMARK", object: { metadata: { resourceVersion: String(version) } } }));
  }

  /** Sends a line to every watcher as it is. */
  sendLine(line: string): void {
    for (const { response } of this.#watchers) {
      response.write(`${line}\n`);
    }
  }

  /** Forgets the history, so that no watch can be resumed. */
  compact(): void {
    this.#oldest = this.#version;
  }

  /** Ends all watches in good order. */
  endWatches(): void {
    for (const { response } of this.#watchers) {
      response.end();
    }
  }

  /** Breaks the connections of all watches. */
  breakWatches(): void {
    for (const { response } of this.#watchers) {
      response.destroy();
    }
  }

  /** Delivers to open watches what was stored quietly; the order is that of the versions. */
  flush(collection: string, after: number): void {
    for (const watcher of this.#watchers.filter((other) => other.collection === collection)) {
      this.#replay(watcher, after);
    }
  }

  /** Lets the handler answer the next such request, of any collection or a certain one, in place of the server. */
  next(kind: "list" | "watch" | "get", handler: Handler, collection = ""): void {
    const matches = (url: URL) => requestKind(url) === kind && url.pathname.endsWith(collection);
    this.#interceptors.push({ matches, handler });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #record(change: Change, quietly: boolean): void {
    this.#changes.push(change);
    if (!quietly) {
      this.flush(change.collection, change.version - 1);
    }
  }

  #replay({ collection, response }: Watcher, after: number): void {
    for (const change of this.#changes) {
      if (change.collection === collection && change.version > after) {
        response.write(`${JSON.stringify(change.event)}\n`);
      }
    }
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", this.url);
    this.requests.push(url);
    if (this.token !== undefined && request.headers.authorization !== `Bearer ${this.token}`) {
      sendStatus(response, 401, "Unauthorized");
      return;
    }
    const index = this.#interceptors.findIndex(({ matches }) => matches(url));
    if (index >= 0) {
      this.#interceptors.splice(index, 1)[0]?.handler(request, response);
      return;
    }
    const kind = requestKind(url);
    if (kind === "watch") {
      this.#watch(url, response);
    } else if (kind === "list") {
      this.#list(url, response);
    } else {
      this.#get(url, response);
    }
  }

  #watch(url: URL, response: ServerResponse): void {
    const after = Number(url.searchParams.get("resourceVersion"));
    if (after < this.#oldest && this.goneAs === "status") {
      sendStatus(response, 410, "Expired");
      return;
    }
    response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
    if (after < this.#oldest) {
      response.end(`${JSON.stringify({ type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired" } })}\n`);
      return;
    }
    const watcher = { collection: collectionOf(url), response };
    this.#watchers.push(watcher);
    response.on("close", () => {
      this.#watchers = this.#watchers.filter((other) => other !== watcher);
    });
    this.#replay(watcher, after);
  }

  #list(url: URL, response: ServerResponse): void {
    const collection = collectionOf(url);
    const [version = this.#version, start = 0] = (url.searchParams.get("continue") ?? "")
      .split(":")
      .filter(Boolean)
      .map(Number);
    const all = [...this.#objects.values()].filter(({ path }) => path.split("/").at(-2) === collection);
    const end = start + Math.min(this.pageSize, Number(url.searchParams.get("limit")));
    const more = end < all.length ? { continue: `${version}:${end}` } : {};
    sendJson(response, 200, {
      kind: "List",
      metadata: { resourceVersion: String(version), ...more },
      items: all.length === 0 ? null : all.slice(start, end).map(({ object }) => object),
    });
  }

  #get(url: URL, response: ServerResponse): void {
    const stored = this.#objects.get(url.pathname);
    if (stored === undefined) {
      sendStatus(response, 404, "NotFound");
    } else {
      sendJson(response, 200, stored.object);
    }
  }
}

/** Answers with a Status object. */
export function sendStatus(
  response: ServerResponse,
  code: number,
  reason: string,
  headers: Record<string, string> = {},
): void {
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(name, value);
  }
  sendJson(response, code, {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    code,
    reason,
    message: `${reason} (fake)`,
  });
}

/** Answers with a JSON document. */
export function sendJson(response: ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function requestKind(url: URL): "list" | "watch" | "get" {
  return url.searchParams.has("watch") ? "watch" : url.searchParams.has("limit") ? "list" : "get";
}

/** `cloudprofiles` of `/apis/core.gardener.cloud/v1beta1/cloudprofiles`. */
function collectionOf({ pathname }: URL): string {
  return pathname.split("/").slice(4).join("/");
}

function pathOf(plural: string, name: string, namespace: string | undefined): string {
  const group = OTHER_GROUPS.get(plural) ?? GARDENER_CORE;
  return namespace === undefined ? `${group}/${plural}/${name}` : `${group}/namespaces/${namespace}/${plural}/${name}`;
}
