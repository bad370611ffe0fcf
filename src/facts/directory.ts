import { type FSWatcher, watch } from "node:fs";
import type { FactEvents, FactProblem, FactSnapshot, FactSource, FactsLog } from "./contract.ts";
import { type DirectoryFacts, understandListing } from "./directory-facts.ts";
import { isSameListing, type Listing, readListing } from "./directory-listing.ts";
import { factStore } from "./snapshot.ts";

/** How a directory of facts is read. */
export interface DirectoryOptions {
  readonly directory: string;
  readonly log: FactsLog;
  readonly events?: FactEvents;
  /** Milliseconds of quiet after a change before the directory is read again, since writers rarely write once. */
  readonly debounceMs?: number;
  /** Milliseconds between looks at the files themselves: notifications miss network mounts and linked files. */
  readonly pollMs?: number;
}

/** The facts of a directory cannot be used; thrown at start only. */
export class FactsDirectoryError extends Error {
  override readonly name = "FactsDirectoryError";
  readonly code: "FACTS_DIRECTORY_UNREADABLE" | "FACTS_INVALID";
  /** Everything that is wrong: `file:line: path: message`. */
  readonly problems: readonly string[];

  constructor(code: FactsDirectoryError["code"], problems: readonly string[], options?: ErrorOptions) {
    super(problems.join("\n"), options);
    this.code = code;
    this.problems = problems;
  }
}

/**
 * Makes a source of the Kubernetes objects in a directory: watched, read again whole when something changes, and the
 * last good state kept as long as anything in it is wrong. `start` rejects with a {@link FactsDirectoryError}.
 */
export function directoryFacts(options: DirectoryOptions): FactSource {
  return new DirectorySource(options);
}

class DirectorySource implements FactSource {
  readonly #options: DirectoryOptions;
  #snapshot: FactSnapshot = factStore();
  #isSynced = false;
  #problems: readonly FactProblem[] = [];
  /** The last reading and what it meant, good or bad; undefined while the directory cannot be read. */
  #last: { readonly listing: Listing; readonly facts: DirectoryFacts } | undefined;
  #watchers: readonly FSWatcher[] = [];
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: DirectoryOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { directory } = this.#options;
    const listing = await readListing(directory).catch((error: unknown) => {
      throw new FactsDirectoryError("FACTS_DIRECTORY_UNREADABLE", [unreadable(directory, error)], { cause: error });
    });
    const facts = understandListing(listing);
    if (facts.problems.length > 0) {
      throw new FactsDirectoryError("FACTS_INVALID", facts.problems);
    }
    this.#accept(listing, facts);
    this.#watch(listing.folders);
    this.#poll = setInterval(() => this.#reload(), this.#options.pollMs ?? 10_000);
  }

  snapshot(): FactSnapshot {
    return this.#snapshot;
  }

  isSynced(): boolean {
    return this.#isSynced;
  }

  problems(): readonly FactProblem[] {
    return this.#problems;
  }

  /** A directory holds nothing that its snapshot does not. */
  async readThrough(): Promise<FactSnapshot> {
    return this.#snapshot;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#poll);
    clearTimeout(this.#timer);
    this.#unwatch();
    await this.#reading;
  }

  /** Notices changes at once where the platform tells them; failing that, polling finds them. */
  #watch(folders: readonly string[]): void {
    this.#unwatch();
    this.#watchers = folders.flatMap((folder) => {
      try {
        const watcher = watch(folder, () => this.#schedule());
        watcher.on("error", (err) => this.#options.log.debug({ err, folder }, "Folder is not watched any more"));
        return [watcher];
      } catch (err) {
        this.#options.log.debug({ err, folder }, "Folder cannot be watched");
        return [];
      }
    });
    this.#schedule(); // for what changed between the reading and this moment
  }

  #unwatch(): void {
    for (const watcher of this.#watchers) {
      watcher.close();
    }
    this.#watchers = [];
  }

  #schedule(): void {
    if (!this.#isClosed) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#reload(), this.#options.debounceMs ?? 200);
    }
  }

  /** Readings queue up, so that an older one never overtakes a newer one. */
  #reload(): void {
    this.#reading = this.#reading.then(() => (this.#isClosed ? undefined : this.#read()));
  }

  async #read(): Promise<void> {
    const { directory } = this.#options;
    try {
      const listing = await readListing(directory);
      if (!this.#isClosed && !(this.#last && isSameListing(this.#last.listing, listing))) {
        this.#take(listing);
      }
    } catch (error) {
      this.#last = undefined;
      this.#reject([unreadable(directory, error)]);
    }
  }

  #take(listing: Listing): void {
    const facts = understandListing(listing, this.#last?.facts);
    this.#watch(listing.folders);
    if (facts.problems.length > 0) {
      this.#last = { listing, facts };
      this.#reject(facts.problems);
    } else {
      this.#accept(listing, facts);
      this.#options.events?.onReload?.("loaded");
    }
  }

  #accept(listing: Listing, facts: DirectoryFacts): void {
    const { log, directory, events } = this.#options;
    this.#last = { listing, facts };
    this.#snapshot = factStore(facts.facts);
    this.#isSynced = true;
    this.#problems = [];
    log.info({ directory, files: listing.files.size, facts: facts.facts.length }, "Facts loaded");
    if (facts.ignored > 0) {
      log.debug({ directory, objects: facts.ignored }, "Objects ignored that are not facts");
    }
    events?.onChange?.();
  }

  /** Keeps the last good facts; says so once per set of problems, however often the directory is looked at. */
  #reject(problems: readonly string[]): void {
    const known = this.#problems.map(({ message }) => message);
    if (known.join("\n") === problems.join("\n")) {
      return;
    }
    const { log, directory, events } = this.#options;
    this.#problems = problems.map((message) => ({ kind: undefined, message }));
    log.error({ directory, problems }, "Facts are broken, the last good ones stay in use");
    events?.onReload?.("failed");
  }
}

function unreadable(directory: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") {
    return `${directory}: the directory of facts does not exist`;
  }
  if (code === "ENOTDIR") {
    return `${directory}: the directory of facts is not a directory`;
  }
  return `${directory}: the directory of facts cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}
