import type { RawObject } from "../wire/admission-review.ts";
import { backoffMs } from "./backoff.ts";
import type { KubeClient } from "./client.ts";
import { type Disruption, disruptionOf, SilenceError } from "./disruption.ts";
import { errorMessage, KubeStatusError, KubeTransportError } from "./errors.ts";
import { listAll } from "./list.ts";
import type { Timers } from "./timers.ts";
import { parseWatchEvent, type WatchEvent } from "./watch-event.ts";

/** Who keeps the state that an informer follows. Called in the order of what happened; must not throw. */
export interface InformerSink<Item> {
  /** Keeps of an object what matters, so that pages of whole objects can be let go. */
  read(object: RawObject): Item;
  /** These are all objects there are; whatever else was known is gone. */
  replace(items: readonly Item[]): void;
  upsert(item: Item): void;
  remove(item: Item): void;
}

/** What happens to an informer, for logs and metrics. */
export interface InformerEvents {
  readonly onListed: (objects: number) => void;
  readonly onDisruption: (reason: Disruption, error: Error, retryInMs: number) => void;
  /** The watch works (again). */
  readonly onWatching: () => void;
}

/** What an informer follows, and by which means. */
export interface InformerOptions<Item> {
  readonly client: KubeClient;
  /** The collection: `/apis/core.gardener.cloud/v1beta1/cloudprofiles`. */
  readonly path: string;
  /** Objects that are listed at a time. */
  readonly pageSize: number;
  readonly sink: InformerSink<Item>;
  readonly events: InformerEvents;
  readonly timers: Timers;
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
}

/** A running list-and-watch of one collection. */
export interface Informer extends AsyncDisposable {
  /** Begins to follow; failures are retried for ever. */
  start(): void;
  /** What is wrong at present, or undefined. */
  problem(): string | undefined;
  /**
   * Whether the state already reflects a resource version: then an object of that version that the state does not
   * have was deleted since. Undefined when versions cannot be compared, or nothing was listed yet.
   */
  hasSeen(resourceVersion: string): boolean | undefined;
}

/**
 * Seconds after which the server ends a watch; spread upwards by half. Short, because a watch that dies silently is
 * noticed no sooner, and its facts are stale for so long; a new watch costs one request.
 */
const WATCH_SECONDS = 120;
/** How much longer than the server's own limit a watch may last, in milliseconds, before it counts as dead. */
const SILENCE_MARGIN_MS = 10_000;
/** A watch that ended properly after so many milliseconds is resumed at once, even if it had nothing to tell. */
const WORTHWHILE_WATCH_MS = 5_000;
/** Refusals of a watch in a row after which its resource version is given up: after a restore it may never be served. */
const REFUSALS_BEFORE_RELIST = 3;

/** Makes an informer; it does nothing before `start`. */
export function informer<Item>(options: InformerOptions<Item>): Informer {
  return new ListWatchInformer(options);
}

class ListWatchInformer<Item> implements Informer {
  readonly #options: InformerOptions<Item>;
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** Where the watch is to be resumed; undefined means that everything must be listed. */
  #resumeFrom: string | undefined;
  /** The version that the sink's state reflects; unlike `#resumeFrom` kept while listing again. */
  #reflects: string | undefined;
  #problem: string | undefined;
  /** Failures in a row. */
  #failures = 0;
  #refusals = 0;

  constructor(options: InformerOptions<Item>) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  problem(): string | undefined {
    return this.#problem;
  }

  hasSeen(resourceVersion: string): boolean | undefined {
    const reflected = numericVersion(this.#reflects);
    const asked = numericVersion(resourceVersion);
    return reflected === undefined || asked === undefined ? undefined : asked <= reflected;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new KubeTransportError("the informer was closed"));
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        if (this.#resumeFrom === undefined) {
          await this.#list();
        } else {
          await this.#watch(this.#resumeFrom);
        }
      } catch (error) {
        await this.#recover(error);
      }
    }
  }

  async #list(): Promise<void> {
    const { client, sink, events } = this.#options;
    const { signal } = this.#closing;
    const { items, resourceVersion } = await listAll(client, this.#options, signal, (object) => sink.read(object));
    sink.replace(items);
    this.#reflects = resourceVersion;
    this.#resumeFrom = resourceVersion;
    this.#refusals = 0;
    this.#problem = undefined;
    events.onListed(items.length);
  }

  /** One watch, until the server ends it; an end in good order is resumed at once, unless it came at once. */
  async #watch(resourceVersion: string): Promise<void> {
    const { client, path, timers, random, events } = this.#options;
    const timeoutSeconds = Math.round(WATCH_SECONDS * (1 + random() / 2));
    const silence = new AbortController();
    const stopWaiting = timers.after(timeoutSeconds * 1000 + SILENCE_MARGIN_MS, () =>
      silence.abort(new SilenceError()),
    );
    const begin = timers.now();
    const query = {
      watch: "true",
      resourceVersion,
      allowWatchBookmarks: "true",
      timeoutSeconds: String(timeoutSeconds),
    };
    try {
      await client.readLines(path, query, AbortSignal.any([this.#closing.signal, silence.signal]), {
        onOpen: () => {
          this.#problem = undefined;
          events.onWatching();
        },
        onLine: (line) => this.#apply(parseWatchEvent(line)),
      });
    } finally {
      stopWaiting();
    }
    if (timers.now() - begin >= WORTHWHILE_WATCH_MS) {
      this.#progress();
    } else if (this.#resumeFrom === resourceVersion) {
      throw new KubeTransportError("the watch was ended at once");
    }
  }

  #apply(event: WatchEvent): void {
    const { sink } = this.#options;
    if (event.type === "ERROR") {
      throw event.error;
    }
    if (event.type === "DELETED") {
      sink.remove(sink.read(event.object));
    } else if (event.type !== "BOOKMARK") {
      sink.upsert(sink.read(event.object));
    }
    if (event.resourceVersion !== "") {
      this.#resumeFrom = event.resourceVersion;
      this.#reflects = event.resourceVersion;
    }
    this.#progress();
  }

  #progress(): void {
    this.#failures = 0;
    this.#refusals = 0;
  }

  async #recover(thrown: unknown): Promise<void> {
    if (this.#closing.signal.aborted) {
      return;
    }
    const error = thrown instanceof Error ? thrown : new KubeTransportError(errorMessage(thrown));
    const reason = disruptionOf(error);
    this.#refusals += reason === "status" ? 1 : 0;
    if (reason === "gone" || this.#refusals >= REFUSALS_BEFORE_RELIST) {
      this.#resumeFrom = undefined;
    }
    const waitMs = this.#waitMs(reason, error);
    this.#failures += 1;
    this.#problem = error.message;
    this.#options.events.onDisruption(reason, error, waitMs);
    await this.#pause(waitMs);
  }

  /** What is expected to happen now and then costs no time, once; everything else backs off. */
  #waitMs(reason: Disruption, error: Error): number {
    if ((reason === "gone" || reason === "silent") && this.#failures === 0) {
      return 0;
    }
    const asked = error instanceof KubeStatusError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    return Math.max(asked, backoffMs(this.#failures, this.#options.random()));
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#closing;
    if (ms <= 0 || signal.aborted) {
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.timers.after(ms, resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    cancel();
  }
}

/** Versions of objects in etcd are numbers; others are opaque and cannot be compared. */
function numericVersion(resourceVersion: string | undefined): bigint | undefined {
  return resourceVersion !== undefined && /^\d{1,20}$/.test(resourceVersion) ? BigInt(resourceVersion) : undefined;
}
