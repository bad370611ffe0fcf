import type { ClusterFact, ClusterWorker } from "../clusters/cluster-fact.ts";
import { type KubeletVersion, kubeletVersion } from "./kubelet-version.ts";
import { poolName } from "./pool-name.ts";
import { type OperatingSystemConfig, RECONCILE } from "./types.ts";

/**
 * What is known about the pool of nodes that an OSC is for.
 * Source: OperatingSystemConfig contract, section 1.7.
 */
export interface NodePool {
  /** Name of the worker pool; undefined where the OSC does not tell. */
  readonly name: string | undefined;
  /** The Cluster of the OSC's namespace; undefined where it is not known. */
  readonly cluster: ClusterFact | undefined;
  /** The worker of the Shoot; undefined for stale OSCs and where the Cluster is not known. */
  readonly worker: ClusterWorker | undefined;
  /** `spec.type`; empty where unset. */
  readonly osType: string;
  readonly osVersion: string | undefined;
  /** Undefined where the Shoot does not tell. */
  readonly updateStrategy: string | undefined;
  /** Whether its nodes are updated in place, as the Shoot or the OSC tells; false where unknown. */
  readonly isInPlace: boolean;
  /** The kubelet's version; undefined where nothing tells. */
  readonly kubernetesVersion: string | undefined;
  /** Whether the OSC carries a kubelet of another minor version than the Shoot asks for, so that it is out of use. */
  readonly isStale: boolean;
  /** What is odd about the pool, for the writer of the OSC: that it is stale. */
  readonly notes: readonly string[];
}

const DEFAULT_UPDATE_STRATEGY = "AutoRollingUpdate";
const IN_PLACE_STRATEGIES: readonly (string | undefined)[] = ["AutoInPlaceUpdate", "ManualInPlaceUpdate"];

/**
 * Collects what is known about the pool of an OSC, in the order of sources of the contract. The version is looked for
 * only when it is asked for, since it can stand in an encoded file.
 */
export function nodePoolOf(osc: OperatingSystemConfig, cluster: ClusterFact | undefined): NodePool {
  return new PoolOfOsc(osc, cluster);
}

/**
 * A class for its accessors: an object literal with accessors has a hidden class of its own each time, which holds what
 * they close over until the whole heap is collected; that was the OSC of every request.
 */
class PoolOfOsc implements NodePool {
  readonly name: string | undefined;
  readonly cluster: ClusterFact | undefined;
  readonly worker: ClusterWorker | undefined;
  readonly osType: string;
  readonly osVersion: string | undefined;
  readonly updateStrategy: string | undefined;
  readonly isInPlace: boolean;
  readonly #osc: OperatingSystemConfig;
  #kubelet: KubeletVersion | undefined;

  constructor(osc: OperatingSystemConfig, cluster: ClusterFact | undefined) {
    const name = poolName(osc.metadata, cluster);
    const worker = name === undefined ? undefined : cluster?.workers.find((candidate) => candidate.name === name);
    const { type, purpose, inPlaceUpdates } = osc.spec;
    const updateStrategy = worker && (worker.updateStrategy ?? DEFAULT_UPDATE_STRATEGY);
    this.name = name;
    this.cluster = cluster;
    this.worker = worker;
    this.osType = type ?? "";
    this.osVersion = worker?.imageVersion ?? inPlaceUpdates?.operatingSystemVersion;
    this.updateStrategy = updateStrategy;
    this.isInPlace =
      IN_PLACE_STRATEGIES.includes(updateStrategy) || (purpose === RECONCILE && inPlaceUpdates !== undefined);
    this.#osc = osc;
    this.#kubelet = undefined;
  }

  get kubernetesVersion(): string | undefined {
    return this.#version().version;
  }

  get isStale(): boolean {
    return this.#version().isStale;
  }

  get notes(): readonly string[] {
    return this.#version().notes;
  }

  /** Looked for at most once. */
  #version(): KubeletVersion {
    this.#kubelet ??= kubeletVersion(this.#osc, this);
    return this.#kubelet;
  }
}
