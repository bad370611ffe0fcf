import { type FSWatcher, watch } from "node:fs";
import type { CertificateEvents } from "../observability/certificate-events.ts";
import { type CheckedPair, checkPair, readPair } from "./key-pair.ts";
import { CertificateError, type CertificatePair, type CertificateSource } from "./source.ts";
import { invalidityOf } from "./validity.ts";

/** Where the files are, and how changes are noticed. */
export interface FileSourceOptions {
  /** Holds `tls.crt` and `tls.key`, as files or as the links of a mounted Secret. */
  readonly directory: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly events: CertificateEvents;
  readonly pollMs?: number;
  readonly isWatching?: boolean;
}

/** Milliseconds between reads without any event, as controller-runtime does: events get lost on network file systems. */
const POLL_MS = 10_000;

/** Milliseconds to wait after an event, since certificate and key are written one after the other. */
const SETTLE_MS = 50;

/**
 * Serves the pair in a directory and follows its changes. A mounted Secret changes by exchanging the link `..data`, so
 * the directory is watched and not the files; a poll compares contents too. A new pair is served only when it is
 * complete and valid; until then the old one stays, and the reason is counted and logged once.
 * Source: admission webhook contract, sections 2.1 and 3.4.
 */
export class FileSource implements CertificateSource {
  readonly #options: FileSourceOptions;
  #served: CheckedPair | undefined;
  #listener: (pair: CertificatePair) => void = () => {};
  #watcher: FSWatcher | undefined;
  #poll: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;
  #reload: Promise<void> = Promise.resolve();
  #lastRejection: string | undefined;
  #isDisposed = false;

  constructor(options: FileSourceOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { directory, now, events, pollMs = POLL_MS, isWatching = true } = this.#options;
    events.read();
    this.#accept(checkPair(await readPair(directory), directory, now()));
    this.#poll = setInterval(() => this.#scheduleReload(), pollMs).unref();
    if (isWatching) {
      this.#watch();
    }
  }

  current(): CertificatePair {
    if (this.#served === undefined) {
      throw new CertificateError("no certificate is loaded yet");
    }
    return this.#served.pair;
  }

  invalidity(now: number): string | undefined {
    return this.#served === undefined ? "not loaded" : invalidityOf(this.#served.validity, now);
  }

  onChange(listener: (pair: CertificatePair) => void): void {
    this.#listener = listener;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    clearInterval(this.#poll);
    clearTimeout(this.#settling);
    this.#watcher?.close();
    await this.#reload;
  }

  /** Without events the poll goes on, so losing them is worth a line and no more. */
  #watch(): void {
    const { directory, events } = this.#options;
    try {
      this.#watcher = watch(directory, { persistent: false }, () => this.#settle());
      this.#watcher.on("error", (error) => events.watchLost(directory, error));
    } catch (error) {
      events.watchLost(directory, error);
    }
  }

  #settle(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#scheduleReload(), SETTLE_MS);
  }

  /** One reload at a time, in order. */
  #scheduleReload(): void {
    this.#reload = this.#reload.then(() => this.#reloadOnce());
  }

  async #reloadOnce(): Promise<void> {
    if (this.#isDisposed) {
      return;
    }
    const { directory, now, events } = this.#options;
    try {
      events.read();
      const pair = await readPair(directory);
      if (pair.cert === this.#served?.pair.cert && pair.key === this.#served.pair.key) {
        this.#lastRejection = undefined;
        return;
      }
      const checked = checkPair(pair, directory, now());
      this.#listener(checked.pair);
      this.#accept(checked);
    } catch (error) {
      this.#reject(error);
    }
  }

  #accept(checked: CheckedPair): void {
    this.#served = checked;
    this.#lastRejection = undefined;
    this.#options.events.loaded(this.#options.directory, checked.validity.notAfter);
  }

  #reject(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.events.rejected(error, { isRepeated: reason === this.#lastRejection });
    this.#lastRejection = reason;
  }
}
