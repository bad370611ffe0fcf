import { type Listing, readListing } from "../documents/directory-listing.ts";
import { DirectoryWatch, unreadableDirectory } from "../documents/directory-watch.ts";
import type { FactEvents, FactProblem, FactSnapshot, FactSource, FactsLog } from "./contract.ts";
import { type DirectoryFacts, understandListing } from "./directory-facts.ts";
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

/** What messages call it. */
const WHAT = "the directory of facts";

class DirectorySource implements FactSource {
  readonly #options: DirectoryOptions;
  readonly #watch: DirectoryWatch;
  #snapshot: FactSnapshot = factStore();
  #isSynced = false;
  #problems: readonly FactProblem[] = [];
  /** What the last reading meant, good or bad. */
  #last: DirectoryFacts | undefined;

  constructor(options: DirectoryOptions) {
    this.#options = options;
    const { directory, log, debounceMs, pollMs } = options;
    this.#watch = new DirectoryWatch({
      read: () => readListing(directory),
      onChange: (listing) => this.#take(listing),
      onUnreadable: (error) => this.#reject([unreadableDirectory(directory, WHAT, error)]),
      log,
      debounceMs,
      pollMs,
    });
  }

  async start(): Promise<void> {
    const { directory } = this.#options;
    const listing = await readListing(directory).catch((error: unknown) => {
      const problem = unreadableDirectory(directory, WHAT, error);
      throw new FactsDirectoryError("FACTS_DIRECTORY_UNREADABLE", [problem], { cause: error });
    });
    const facts = understandListing(listing);
    if (facts.problems.length > 0) {
      throw new FactsDirectoryError("FACTS_INVALID", facts.problems);
    }
    this.#accept(listing, facts);
    this.#watch.begin(listing);
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

  [Symbol.asyncDispose](): Promise<void> {
    return this.#watch[Symbol.asyncDispose]();
  }

  #take(listing: Listing): void {
    const facts = understandListing(listing, this.#last);
    if (facts.problems.length > 0) {
      this.#last = facts;
      this.#reject(facts.problems);
    } else {
      this.#accept(listing, facts);
      this.#options.events?.onReload?.("loaded");
    }
  }

  #accept(listing: Listing, facts: DirectoryFacts): void {
    const { log, directory, events } = this.#options;
    this.#last = facts;
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
