import { type Listing, readListing } from "../documents/directory-listing.ts";
import { DirectoryWatch, isMissing, unreadableDirectory } from "../documents/directory-watch.ts";
import { NO_POLICIES, type PolicySet } from "../domain/policies/types.ts";
import type { PoliciesLog, PolicyEvents, PolicySource } from "./contract.ts";
import { loadPolicies, type PolicyFile, type PolicyLoad } from "./load.ts";

/** How a directory of policies is read. */
export interface PolicyDirectoryOptions {
  readonly directory: string;
  /** Whether a directory that does not exist is an error, rather than one without policies. */
  readonly isRequired: boolean;
  readonly log: PoliciesLog;
  readonly events?: PolicyEvents;
  /** Milliseconds of quiet after a change before the directory is read again. */
  readonly debounceMs?: number;
  /** Milliseconds between looks at the files themselves. */
  readonly pollMs?: number;
}

/** The policies of a directory cannot be used; thrown at start only. */
export class PolicyDirectoryError extends Error {
  override readonly name = "PolicyDirectoryError";
  readonly code: "POLICY_DIRECTORY_UNREADABLE" | "POLICIES_INVALID";
  /** Everything that is wrong: `file:line: path: text`. */
  readonly problems: readonly string[];

  constructor(code: PolicyDirectoryError["code"], problems: readonly string[], options?: ErrorOptions) {
    super(problems.join("\n"), options);
    this.code = code;
    this.problems = problems;
  }
}

/**
 * Makes a source of the policy documents in a directory: watched, read again whole when something changes, and the last
 * good set kept as long as anything in it is wrong. `start` rejects with a {@link PolicyDirectoryError}.
 */
export function directoryPolicies(options: PolicyDirectoryOptions): PolicySource {
  return new DirectoryPolicies(options);
}

/**
 * Reads the policies of a directory once, without watching it. Rejects with a {@link PolicyDirectoryError} where the
 * directory cannot be read; broken documents are an outcome.
 */
export async function readPolicies(
  options: Pick<PolicyDirectoryOptions, "directory" | "isRequired">,
): Promise<PolicyLoad> {
  return understand((await firstListing(options)) ?? NOTHING);
}

/** What messages call it. */
const WHAT = "the directory of policies";

const NOTHING: Listing = { files: new Map(), folders: [] };

/** The files of the directory; undefined where there need not be one and there is none. */
async function firstListing({
  directory,
  isRequired,
}: Pick<PolicyDirectoryOptions, "directory" | "isRequired">): Promise<Listing | undefined> {
  try {
    return await readListing(directory);
  } catch (cause) {
    if (!isRequired && isMissing(cause)) {
      return undefined;
    }
    throw new PolicyDirectoryError("POLICY_DIRECTORY_UNREADABLE", [unreadableDirectory(directory, WHAT, cause)], {
      cause,
    });
  }
}

/** Loads what a listing holds; a file that cannot be read is an error, since it may hold policies. */
function understand({ files }: Listing): PolicyLoad {
  const unreadable = [...files].flatMap(([path, file]) => ("text" in file ? [] : [`${path}: ${file.unreadable}`]));
  const readable = [...files].flatMap(([name, file]): readonly PolicyFile[] =>
    "text" in file ? [{ name, text: file.text }] : [],
  );
  const load = loadPolicies(readable);
  return unreadable.length === 0 ? load : { ok: false, errors: [...unreadable, ...(load.ok ? [] : load.errors)] };
}

class DirectoryPolicies implements PolicySource {
  readonly #options: PolicyDirectoryOptions;
  readonly #watch: DirectoryWatch;
  #set: PolicySet = NO_POLICIES;
  #problems: readonly string[] = [];
  #isLoaded = false;
  /** A directory that was there once is missed when it is gone. */
  #hasBeenThere = false;

  constructor(options: PolicyDirectoryOptions) {
    this.#options = options;
    const { directory, log, debounceMs, pollMs } = options;
    this.#watch = new DirectoryWatch({
      read: () => this.#list(),
      onChange: (listing) => this.#take(listing),
      onUnreadable: (error) => this.#reject([unreadableDirectory(directory, WHAT, error)]),
      log,
      debounceMs,
      pollMs,
    });
  }

  async start(): Promise<void> {
    const { directory, log } = this.#options;
    const listing = await firstListing(this.#options);
    this.#hasBeenThere = listing !== undefined;
    if (listing === undefined) {
      log.debug({ directory }, "There is no directory of policies");
    }
    const load = understand(listing ?? NOTHING);
    if (!load.ok) {
      throw new PolicyDirectoryError("POLICIES_INVALID", load.errors);
    }
    this.#accept(listing ?? NOTHING, load);
    this.#isLoaded = true;
    this.#watch.begin(listing ?? NOTHING);
  }

  isLoaded(): boolean {
    return this.#isLoaded;
  }

  current(): PolicySet {
    return this.#set;
  }

  problems(): readonly string[] {
    return this.#problems;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#watch[Symbol.asyncDispose]();
  }

  async #list(): Promise<Listing> {
    try {
      const listing = await readListing(this.#options.directory);
      this.#hasBeenThere = true;
      return listing;
    } catch (error) {
      if (isMissing(error) && !this.#hasBeenThere) {
        return NOTHING;
      }
      throw error;
    }
  }

  #take(listing: Listing): void {
    const load = understand(listing);
    if (load.ok) {
      this.#accept(listing, load);
      this.#options.events?.onReload?.("loaded");
    } else {
      this.#reject(load.errors);
    }
  }

  #accept({ files }: Listing, { set, warnings }: PolicyLoad & { readonly ok: true }): void {
    const { directory, log, events } = this.#options;
    this.#set = set;
    this.#problems = [];
    const policies = set.policies.map(({ name }) => name);
    log.info({ directory, files: files.size, policies }, "Policies loaded");
    if (warnings.length > 0) {
      log.warn({ directory, warnings }, "Policies are worth a look");
    }
    events?.onChange?.(set.policies);
    events?.onProblems?.(0);
  }

  /** Keeps the last good policies; says so once per set of problems, however often the directory is looked at. */
  #reject(problems: readonly string[]): void {
    if (this.#problems.join("\n") === problems.join("\n")) {
      return;
    }
    const { directory, log, events } = this.#options;
    this.#problems = problems;
    log.error({ directory, problems }, "Policies are broken, the last good ones stay in force");
    events?.onReload?.("failed");
    events?.onProblems?.(problems.length);
  }
}
