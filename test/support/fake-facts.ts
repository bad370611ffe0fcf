import type { CloudProfileFact } from "../../src/domain/profiles/facts.ts";
import { NO_USES } from "../../src/domain/usage/usage-index.ts";
import type { FactKind, FactProblem, FactSnapshot, FactSource, ObjectRequest } from "../../src/facts/contract.ts";

/** A source of facts whose state a test sets. */
export interface FakeFacts extends FactSource {
  /** The reads that were asked for, by round. */
  readonly reads: (readonly ObjectRequest[])[];
  /** Makes a kind known completely, or not. */
  setSynced(kind: FactKind, isSynced: boolean): void;
  setProblems(problems: readonly FactProblem[]): void;
}

/** What a fake source holds. */
export interface FakeFactsOptions {
  /** Names of CloudProfiles in the snapshot. */
  readonly profiles?: readonly string[];
  readonly unsynced?: readonly FactKind[];
  /** Answers a live read with the names of CloudProfiles that it found; may reject or never settle. */
  readonly read?: (requests: readonly ObjectRequest[], signal: AbortSignal) => Promise<readonly string[]>;
  /** Makes `start` reject. */
  readonly startError?: Error;
}

/** A snapshot of CloudProfiles of which only the name is set. */
function snapshotOf(profiles: readonly string[]): FactSnapshot {
  const known = new Map(profiles.map((name) => [name, { name } as CloudProfileFact]));
  return {
    cloudProfile: (name) => known.get(name),
    namespacedCloudProfile: () => undefined,
    cluster: () => undefined,
    usage: NO_USES,
  };
}

/** Creates a fake source; everything is synced and nothing else is found unless told. */
export function fakeFacts(options: FakeFactsOptions = {}): FakeFacts {
  const { profiles = [], read = async () => [], startError } = options;
  const unsynced = new Set(options.unsynced ?? []);
  const reads: (readonly ObjectRequest[])[] = [];
  const found = [...profiles];
  let problems: readonly FactProblem[] = [];
  return {
    reads,
    setSynced: (kind, isSynced) => void (isSynced ? unsynced.delete(kind) : unsynced.add(kind)),
    setProblems: (next) => {
      problems = next;
    },
    start: async () => {
      if (startError !== undefined) {
        throw startError;
      }
    },
    snapshot: () => snapshotOf(found),
    isSynced: (kind) => !unsynced.has(kind),
    problems: () => problems,
    readThrough: async (requests, signal) => {
      reads.push(requests);
      found.push(...(await read(requests, signal)));
      return snapshotOf(found);
    },
    [Symbol.asyncDispose]: async () => {},
  };
}
