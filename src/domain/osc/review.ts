import type { OperatorTables, Policy } from "../policies/types.ts";
import type { Finding } from "../rules/finding.ts";
import type { NodePool } from "./node-pool.ts";
import type { ContainerdConfig, OperatingSystemConfig } from "./types.ts";

/** An OSC under review, with everything that its rules depend on. */
export interface OscReview {
  readonly operation: "CREATE" | "UPDATE";
  readonly osc: OperatingSystemConfig;
  /** The stored object; set on UPDATE. */
  readonly old: OperatingSystemConfig | undefined;
  readonly pool: NodePool;
  readonly tables: OperatorTables;
  readonly limits: OscLimits;
  /** The enforced policies that match, by descending priority, then by name. */
  readonly policies: readonly Policy[];
  /** Whether the cgroup driver of existing nodes is kept even where no policy asks for one. */
  readonly guardsCgroupDriver: boolean;
  /** Set where the review is of our own mutation: what it touched, to which rules of single elements keep. */
  readonly touched: TouchedElements | undefined;
  /** The object as it was before our mutation; set together with `touched`. */
  readonly input?: OperatingSystemConfig | undefined;
  /** Set where the configuration of containerd that our mutation made is known from before. */
  readonly known?: KnownContainerd | undefined;
}

/** What is known about a configuration of containerd on its own. */
export interface KnownContainerd {
  readonly view: ContainerdConfig;
  /** What it is refused for, but for warnings, which depend on more. */
  readonly refusals: readonly Finding[];
  /** Bytes that it takes at most in the Secret for the nodes. */
  readonly secretBytes: number;
}

/** Indexes of the elements of `spec` that a mutation touched. */
export interface TouchedElements {
  readonly files: ReadonlySet<number>;
  readonly units: ReadonlySet<number>;
}

/** Sizes that an OSC must not exceed. */
export interface OscLimits {
  /** Bytes of user data that a machine can have, before the provider's own encoding. */
  readonly userDataBytes: number;
  /** The same by provider type, where it differs. */
  readonly userDataBytesByProvider: ReadonlyMap<string, number>;
  /** Bytes that OS extensions add to the user data. */
  readonly osOverheadBytes: number;
}
