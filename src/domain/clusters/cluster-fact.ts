/**
 * What is kept of a Cluster, the copy of a Shoot, its Seed and its CloudProfile that gardenlet puts into the seed. Its
 * name is the technical ID of the shoot and the namespace of its OperatingSystemConfigs.
 * Source: OperatingSystemConfig contract, sections 1.6 and 1.7.
 */
export interface ClusterFact {
  /** Technical ID of the shoot, such as `shoot--dev--web`. */
  readonly name: string;
  /** Name of the Shoot. */
  readonly shootName: string;
  /** Namespace of the Shoot in the garden cluster, such as `garden-dev`. */
  readonly shootNamespace: string;
  /** Name of the project: from the technical ID, else from the namespace. Undefined where neither tells. */
  readonly project: string | undefined;
  readonly providerType: string;
  readonly region: string;
  /** Undefined for shoots that host themselves. */
  readonly seedName: string | undefined;
  /** Labels of the Shoot; look up own members only. */
  readonly shootLabels: Readonly<Record<string, string>>;
  /** Kubernetes version of the Shoot. */
  readonly kubernetesVersion: string;
  /** Whether the Shoot is hibernated at present (`status.hibernated`), so that there are no machines. */
  readonly isHibernated: boolean;
  readonly workers: readonly ClusterWorker[];
  /** Networks of the shoot as CIDRs, those that are set: pods, services, nodes. */
  readonly networks: readonly string[];
  /**
   * Upstreams that a per-shoot extension (`registry-cache`, `registry-mirror`, not disabled) serves, from the Shoot's
   * `spec.extensions[].providerConfig`; sorted, without repetition.
   */
  readonly extensionUpstreams: readonly string[];
}

/** A worker pool of the Shoot behind a Cluster. */
export interface ClusterWorker {
  readonly name: string;
  readonly imageName: string | undefined;
  readonly imageVersion: string | undefined;
  /** Where it differs from the shoot's. */
  readonly kubernetesVersion: string | undefined;
  /** Undefined where unset, which means AutoRollingUpdate. */
  readonly updateStrategy: string | undefined;
}
