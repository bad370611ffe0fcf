import type { ClusterFact } from "../domain/clusters/cluster-fact.ts";
import type { CloudProfileFact, NamespacedCloudProfileFact } from "../domain/profiles/facts.ts";
import type { UsageIndex } from "../domain/usage/usage-index.ts";

/** The kinds of objects that chapters look up. */
export type FactKind = "CloudProfile" | "NamespacedCloudProfile" | "Shoot" | "Cluster";

/** One object that a chapter needs to know. */
export type ObjectRequest =
  | { readonly kind: "CloudProfile" | "Cluster"; readonly name: string }
  | { readonly kind: "NamespacedCloudProfile"; readonly namespace: string; readonly name: string };

/** What a chapter needs to know: an object, or all of a kind, which has to be synced and is never read live. */
export type FactRequest = ObjectRequest | { readonly kind: FactKind; readonly all: true };

/**
 * What is known at one moment: frozen, replaced whole when something changes, read once per request.
 * Profiles are compiled when they are loaded, so that a look-up costs no more than a map access.
 */
export interface FactSnapshot {
  cloudProfile(name: string): CloudProfileFact | undefined;
  namespacedCloudProfile(namespace: string, name: string): NamespacedCloudProfileFact | undefined;
  /** The Cluster of a shoot's namespace in the seed. */
  cluster(name: string): ClusterFact | undefined;
  /** Who uses what; complete only once Shoots and NamespacedCloudProfiles are synced. */
  readonly usage: UsageIndex;
}

/** Why a source cannot be relied on, in words for `/readyz` and the log. */
export interface FactProblem {
  /** The kind concerned, or undefined when the whole source is. */
  readonly kind: FactKind | undefined;
  readonly message: string;
}

/** Where facts come from: a directory, or a Kubernetes API server. */
export interface FactSource {
  /**
   * Loads a directory, or begins to list and watch; rejects when that is impossible for good (broken facts, no
   * kubeconfig). A cluster that cannot be reached yet is no reason to reject: see `isSynced`.
   */
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
  readThrough(requests: readonly ObjectRequest[], signal: AbortSignal): Promise<FactSnapshot>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What sources of facts write to; a pino logger is one. Keys of `fields` as in every log line, errors as `err`. */
export interface FactsLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What happens in a source, for metrics; called synchronously, must not throw. */
export interface FactEvents {
  /** A directory was read because something in it changed; "failed" keeps the last good facts. */
  readonly onReload?: (outcome: "loaded" | "failed") => void;
  /** A kind was listed whole: for the first time, or because its watch could not be resumed. */
  readonly onRelist?: (kind: FactKind) => void;
  /** A list or watch failed and will be tried again; the reason is one of a few words, fit for a label. */
  readonly onDisruption?: (kind: FactKind, reason: "gone" | "silent" | "status" | "transport") => void;
  /** One object was read live, because the snapshot did not have it. */
  readonly onLiveRead?: (kind: FactKind, outcome: "found" | "absent" | "failed") => void;
  /** An object could not be understood; its last good state stays. */
  readonly onBrokenObject?: (kind: FactKind) => void;
  /** The facts changed; for tests and gauges. */
  readonly onChange?: () => void;
}

/** The objects of a list that a snapshot does not have. */
export function missingFacts(snapshot: FactSnapshot, requests: readonly FactRequest[]): readonly ObjectRequest[] {
  const missing: ObjectRequest[] = [];
  for (const request of requests) {
    if (isObjectRequest(request) && isMissing(snapshot, request)) {
      missing.push(request);
    }
  }
  return missing;
}

function isObjectRequest(request: FactRequest): request is ObjectRequest {
  return !("all" in request);
}

function isMissing(snapshot: FactSnapshot, request: ObjectRequest): boolean {
  switch (request.kind) {
    case "CloudProfile":
      return snapshot.cloudProfile(request.name) === undefined;
    case "Cluster":
      return snapshot.cluster(request.name) === undefined;
    case "NamespacedCloudProfile":
      return snapshot.namespacedCloudProfile(request.namespace, request.name) === undefined;
  }
}
