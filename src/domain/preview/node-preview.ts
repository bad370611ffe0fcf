import type { FileChanges } from "./file-changes.ts";
import type { RegistryChanges } from "./registry-changes.ts";
import type { UnitEffect } from "./restarts.ts";

/**
 * What a change of an OSC does to the nodes of its pool.
 * Source: OperatingSystemConfig contract, section 7.6.
 */
export interface NodePreview {
  readonly purpose: string;
  readonly pool: string | undefined;
  /** Whether there is nothing to compare with, so that all of it concerns new nodes alone. */
  readonly isNew: boolean;
  /** Whether new machines get other user data; only of `provision` OSCs. */
  readonly userDataChanged: boolean;
  /** Bytes of user data; 0 for `reconcile` OSCs. */
  readonly userDataBytes: number;
  /** Bytes, about, of the Secret that nodes read; 0 for `provision` OSCs. */
  readonly nodeSecretBytes: number;
  /** Whether nodes look at the OSC again, which may come to nothing; false for `provision` OSCs. */
  readonly nodeSecretChanged: boolean;
  readonly files: FileChanges;
  readonly units: { readonly changed: readonly string[]; readonly removed: readonly string[] };
  /** Units that are restarted on every node of the pool. */
  readonly restarts: readonly string[];
  /** Units that are stopped on every node of the pool; those that are removed are disabled and deleted too. */
  readonly stops: readonly string[];
  /** What is behind each of the restarts and stops, in their order. */
  readonly effects: readonly UnitEffect[];
  readonly nodeAgentRestart: boolean;
  readonly containerd: { readonly configChanged: boolean; readonly reasons: readonly string[] };
  readonly registries: RegistryChanges;
  /** Why nodes that are updated in place apply nothing until they are ready for an update. */
  readonly inPlaceGate: readonly string[];
  /** Never: machines are replaced for changes of the Shoot alone. */
  readonly rollout: { readonly willRoll: false; readonly reason: string };
  readonly warnings: readonly string[];
}
