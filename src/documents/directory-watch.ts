import { type FSWatcher, watch } from "node:fs";
import { isSameListing, type Listing } from "./directory-listing.ts";

/** What is watched, and who is told. */
export interface WatchOptions {
  /** Reads the directory; rejects when it cannot be read. */
  readonly read: () => Promise<Listing>;
  /** The directory says something else than when it was last read, or can be read again. */
  readonly onChange: (listing: Listing) => void;
  /** The directory cannot be read; told at every look. */
  readonly onUnreadable: (error: unknown) => void;
  readonly log: { debug(fields: object, message: string): void };
  /** Milliseconds of quiet after a change before the directory is read again, since writers rarely write once. */
  readonly debounceMs?: number | undefined;
  /** Milliseconds between looks at the files themselves: notifications miss network mounts and linked files. */
  readonly pollMs?: number | undefined;
}

/**
 * Reads a directory again, whole, whenever something in it changes: at once where the platform notices, failing that when
 * it is looked at next. Readings never overlap, and nobody is told anything after it was disposed.
 */
export class DirectoryWatch implements AsyncDisposable {
  readonly #options: WatchOptions;
  /** The last reading; undefined while the directory cannot be read. */
  #last: Listing | undefined;
  #watchers: readonly FSWatcher[] = [];
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Begins to watch, given what was just read. */
  begin(listing: Listing): void {
    this.#last = listing;
    this.#watch(listing.folders);
    this.#poll = setInterval(() => this.#reload(), this.#options.pollMs ?? 10_000);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#poll);
    clearTimeout(this.#timer);
    this.#unwatch();
    await this.#reading;
  }

  #watch(folders: readonly string[]): void {
    this.#unwatch();
    const { log } = this.#options;
    this.#watchers = folders.flatMap((folder) => {
      try {
        const watcher = watch(folder, () => this.#schedule());
        watcher.on("error", (err) => log.debug({ err, folder }, "Folder is not watched any more"));
        return [watcher];
      } catch (err) {
        log.debug({ err, folder }, "Folder cannot be watched");
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
    try {
      const listing = await this.#options.read();
      if (!this.#isClosed && !(this.#last && isSameListing(this.#last, listing))) {
        this.#last = listing;
        this.#watch(listing.folders);
        this.#options.onChange(listing);
      }
    } catch (error) {
      this.#last = undefined;
      if (!this.#isClosed) {
        this.#options.onUnreadable(error);
      }
    }
  }
}

/** Why a directory cannot be read, in words; `what` is such as "the directory of facts". */
export function unreadableDirectory(directory: string, what: string, error: unknown): string {
  if (isMissing(error)) {
    return `${directory}: ${what} does not exist`;
  }
  if (codeOf(error) === "ENOTDIR") {
    return `${directory}: ${what} is not a directory`;
  }
  return `${directory}: ${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** Whether a directory cannot be read because there is none. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
