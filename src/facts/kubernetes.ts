import { type KubeClient, kubeClient } from "../kube/client.ts";
import { KubeStatusError, KubeTransportError } from "../kube/errors.ts";
import { type Informer, type InformerSink, informer } from "../kube/informer.ts";
import { chooseKubeconfig, type Environment, loadKubeconfig } from "../kube/kubeconfig.ts";
import { systemTimers, type Timers } from "../kube/timers.ts";
import { resourceVersionOf } from "../kube/watch-event.ts";
import { asObject } from "../wire/json-object.ts";
import {
  type FactEvents,
  type FactKind,
  type FactProblem,
  type FactSnapshot,
  type FactSource,
  type FactsLog,
  missingFacts,
  type ObjectRequest,
} from "./contract.ts";
import { type Fact, factKey, isObjectName, KINDS } from "./kinds.ts";
import { type LoadedObject, loadObject, objectLedger } from "./object-ledger.ts";

/** What is watched, and with which credentials. */
export interface KubernetesOptions {
  /** The kinds that enabled chapters need; others are never asked for, since a server may not know them. */
  readonly kinds: readonly FactKind[];
  /** The kubeconfig that the operator named. */
  readonly kubeconfig: string | undefined;
  readonly env: Environment;
  readonly log: FactsLog;
  readonly events?: FactEvents;
  readonly timers?: Timers;
  /** A number from 0 to 1, for jitter. */
  readonly random?: () => number;
}

/** An object was read live, but cannot be understood; what it says is unknown, which is not the same as absent. */
class BrokenFactError extends Error {
  override readonly name = "BrokenFactError";
  readonly code = "FACT_BROKEN";
}

/**
 * Makes a source of the objects of a Kubernetes API server, followed by list and watch. `start` rejects with a
 * KubeconfigError when there are no usable credentials, and does not wait for the first lists: see `isSynced`.
 */
export function kubernetesFacts(options: KubernetesOptions): FactSource {
  return new KubernetesSource(options);
}

class KubernetesSource implements FactSource {
  readonly #options: KubernetesOptions;
  readonly #ledger = objectLedger();
  readonly #informers = new Map<FactKind, Informer>();
  readonly #synced = new Set<FactKind>();
  #client: KubeClient | undefined;

  constructor(options: KubernetesOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { kubeconfig, env, kinds, log } = this.#options;
    const choice = chooseKubeconfig(kubeconfig, env);
    const config = await loadKubeconfig(choice);
    log.info({ ...choice, server: config.getCurrentCluster()?.server, kinds }, "Watching facts");
    const client = kubeClient({ load: () => loadKubeconfig(choice) });
    this.#client = client;
    for (const kind of new Set(kinds)) {
      const following = this.#follow(kind, client);
      this.#informers.set(kind, following);
      following.start();
    }
  }

  snapshot(): FactSnapshot {
    return this.#ledger.store;
  }

  isSynced(kind: FactKind): boolean {
    return this.#synced.has(kind);
  }

  problems(): readonly FactProblem[] {
    const disrupted = [...this.#informers].flatMap(([kind, following]) => {
      const problem = following.problem();
      return problem === undefined ? [] : [{ kind, message: `${kind} objects cannot be watched: ${problem}` }];
    });
    return [...disrupted, ...this.#ledger.problems];
  }

  async readThrough(requests: readonly ObjectRequest[], signal: AbortSignal): Promise<FactSnapshot> {
    const missing = missingFacts(this.#ledger.store, requests);
    const found = await Promise.all(missing.map((request) => this.#readLive(request, signal)));
    let snapshot = this.#ledger.store;
    for (const fact of found) {
      // The watch may have delivered the object meanwhile, and then knows at least as much.
      if (fact !== undefined && snapshot.find(fact.kind, fact.key) === undefined) {
        snapshot = snapshot.with(fact);
      }
    }
    return snapshot;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#informers.values()].map((following) => following[Symbol.asyncDispose]()));
  }

  #follow(kind: FactKind, client: KubeClient): Informer {
    const { log, events, timers = systemTimers, random = Math.random } = this.#options;
    return informer({
      client,
      path: collectionPath(kind, ""),
      pageSize: KINDS[kind].pageSize,
      sink: this.#sink(kind),
      timers,
      random,
      events: {
        onListed: (objects) => {
          log.info({ kind, objects }, "Facts listed");
          events?.onRelist?.(kind);
        },
        onWatching: () => log.debug({ kind }, "Facts are watched"),
        onDisruption: (reason, err, retryInMs) => {
          const isRoutine = reason === "gone" || reason === "silent";
          log[isRoutine ? "info" : "warn"]({ kind, reason, err, retryInMs }, "Watch of facts disrupted");
          events?.onDisruption?.(kind, reason);
        },
      },
    });
  }

  #sink(kind: FactKind): InformerSink<LoadedObject> {
    const ledger = this.#ledger;
    const changed = () => this.#options.events?.onChange?.();
    return {
      read: (object) => loadObject(KINDS[kind], object),
      replace: (objects) => {
        ledger.replace(kind, objects);
        this.#synced.add(kind);
        for (const object of objects) {
          this.#reportBroken(kind, object);
        }
        changed();
      },
      upsert: (object) => {
        ledger.upsert(kind, object);
        this.#reportBroken(kind, object);
        changed();
      },
      remove: ({ key }) => {
        ledger.remove(kind, key);
        changed();
      },
    };
  }

  #reportBroken(kind: FactKind, { key, outcome }: LoadedObject): void {
    if ("reason" in outcome) {
      this.#options.log.error(
        { kind, key, reason: outcome.reason },
        "Object cannot be understood, its last good state stays",
      );
      this.#options.events?.onBrokenObject?.(kind);
    }
  }

  async #readLive(request: ObjectRequest, signal: AbortSignal): Promise<Fact | undefined> {
    const { events } = this.#options;
    try {
      const fact = await this.#get(request, signal);
      events?.onLiveRead?.(request.kind, fact === undefined ? "absent" : "found");
      return fact;
    } catch (error) {
      events?.onLiveRead?.(request.kind, "failed");
      throw error;
    }
  }

  async #get(request: ObjectRequest, signal: AbortSignal): Promise<Fact | undefined> {
    const { kind, name } = request;
    const namespace = "namespace" in request ? request.namespace : "";
    const isNameable = isObjectName(name) && (!KINDS[kind].namespaced || isObjectName(namespace));
    if (!isNameable) {
      return undefined;
    }
    if (this.#client === undefined) {
      throw new KubeTransportError("the source of facts was not started");
    }
    const path = `${collectionPath(kind, namespace)}/${encodeURIComponent(name)}`;
    const object = asObject(await this.#client.readJson(path, {}, signal).catch(absentIfNotFound));
    return object && this.#take(kind, factKey(namespace, name), object);
  }

  /**
   * Understands an object that was read live. It joins the facts for later requests only if the watch is still to
   * deliver this version, and with it any deletion; otherwise a deleted object could stay for ever.
   */
  #take(kind: FactKind, key: string, object: Readonly<Record<string, unknown>>): Fact {
    const { key: ownKey, outcome } = loadObject(KINDS[kind], object);
    if ("reason" in outcome || ownKey !== key) {
      const reason = "reason" in outcome ? outcome.reason : `it is named ${ownKey}`;
      throw new BrokenFactError(`${kind} ${key} cannot be understood: ${reason}`);
    }
    const isAhead = this.#informers.get(kind)?.hasSeen(resourceVersionOf(object)) === false;
    if (isAhead && this.#ledger.store.find(kind, key) === undefined) {
      this.#ledger.upsert(kind, { key, outcome });
    }
    return outcome.fact;
  }
}

/** The path of a kind's objects: of all, or of those in a namespace. */
function collectionPath(kind: FactKind, namespace: string): string {
  const { group, version, plural } = KINDS[kind];
  const scope = namespace === "" ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
  return `/apis/${group}/${version}${scope}/${plural}`;
}

/** Only a Status says that an object does not exist; a bare 404 is a server that does not know the kind. */
function absentIfNotFound(error: unknown): undefined {
  if (error instanceof KubeStatusError && error.status === 404 && error.reason === "NotFound") {
    return undefined;
  }
  throw error;
}
