import type { CloudProfileFact, NamespacedCloudProfileFact } from "../domain/profiles/facts.ts";

/** The kinds of objects that chapters look up. */
export type FactKind = "CloudProfile" | "NamespacedCloudProfile";

/** One object that a chapter needs to know. */
export type FactRequest =
  | { readonly kind: "CloudProfile"; readonly name: string }
  | { readonly kind: "NamespacedCloudProfile"; readonly namespace: string; readonly name: string };

/**
 * What is known at one moment: frozen, replaced whole when something changes, read once per request.
 * Profiles are compiled when they are loaded, so that a look-up costs no more than a map access.
 */
export interface FactSnapshot {
  cloudProfile(name: string): CloudProfileFact | undefined;
  namespacedCloudProfile(namespace: string, name: string): NamespacedCloudProfileFact | undefined;
}

/** Why a source cannot be relied on, in words for `/readyz` and the log. */
export interface FactProblem {
  /** The kind concerned, or undefined when the whole source is. */
  readonly kind: FactKind | undefined;
  readonly message: string;
}

/** Where facts come from: a directory, or a Kubernetes API server. */
export interface FactSource {
  /** Loads or lists everything once; rejects when that is impossible for good (a directory with broken facts). */
  start(): Promise<void>;
  /** The current facts. Cheap; call once per request. */
  snapshot(): FactSnapshot;
  /** Tells whether the kind has been loaded completely at least once; until then look-ups prove nothing. */
  isSynced(kind: FactKind): boolean;
  /** What is wrong at present; the last good facts are served all the same. */
  problems(): readonly FactProblem[];
  /**
   * One live read of objects that the snapshot does not have, bounded by the signal; resolves to a snapshot that
   * includes what was found. A source that cannot know more resolves to its present snapshot. Rejects on transport
   * errors, which are faults and never "not found".
   */
  readThrough(requests: readonly FactRequest[], signal: AbortSignal): Promise<FactSnapshot>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The objects of a list that a snapshot does not have. */
export function missingFacts(snapshot: FactSnapshot, requests: readonly FactRequest[]): readonly FactRequest[] {
  return requests.filter((request) =>
    request.kind === "CloudProfile"
      ? snapshot.cloudProfile(request.name) === undefined
      : snapshot.namespacedCloudProfile(request.namespace, request.name) === undefined,
  );
}
