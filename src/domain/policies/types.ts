import type { VersionConstraint } from "../versions/constraint.ts";

/**
 * Operator policies, compiled: what the operator wants of the OperatingSystemConfigs of some pools.
 * Source: OperatingSystemConfig contract, sections 3 and 8.
 */

/** Everything that the policy documents say at one moment; frozen, replaced whole when they change. */
export interface PolicySet {
  /** By descending priority, then by name. */
  readonly policies: readonly Policy[];
  readonly tables: OperatorTables;
}

/** What becomes of a policy's changes: they are made, or only reported. */
export type PolicyMode = "enforce" | "audit";

/** What to do where an OSC already says something else than the policy. */
export type ConflictMode = "keep" | "replace" | "prependHosts" | "appendHosts" | "deny";

/** One policy. All parts are optional; a part that is not set leaves the OSC alone. */
export interface Policy {
  readonly name: string;
  readonly priority: number;
  readonly mode: PolicyMode;
  readonly match: PolicyMatch;
  readonly conflict: ConflictMode;
  /** Whether `registries` and `files` also go into `provision` OSCs, for the very first pull of a node. */
  readonly bootstrap: boolean;
  readonly registries: readonly DesiredRegistry[];
  /** Entries as they are to be emitted, both generations where the setting has two and the policy pins none. */
  readonly plugins: readonly DesiredPlugin[];
  readonly sandboxImage: DesiredSandboxImage | undefined;
  readonly files: readonly DesiredFile[];
  readonly units: readonly DesiredUnit[];
  readonly cgroupDriver: DesiredCgroupDriver | undefined;
}

/** Which OSCs a policy is for: all selectors have to match, an unset one (undefined) matches everything. */
export interface PolicyMatch {
  readonly purposes: readonly string[] | undefined;
  /** Globs over namespaces, which are technical IDs of shoots. */
  readonly namespaces: readonly Glob[] | undefined;
  readonly projects: readonly Glob[] | undefined;
  readonly seeds: readonly Glob[] | undefined;
  readonly providerTypes: readonly string[] | undefined;
  readonly regions: readonly Glob[] | undefined;
  readonly osTypes: readonly string[] | undefined;
  readonly osVersions: VersionRange | undefined;
  readonly pools: readonly Glob[] | undefined;
  readonly kubernetes: VersionRange | undefined;
  readonly updateStrategies: readonly string[] | undefined;
  readonly shootLabels: LabelSelector | undefined;
}

/** A pattern with `*` (any characters) and `?` (one character). */
export interface Glob {
  readonly text: string;
  matches(value: string): boolean;
}

/** A version range; pre-releases count as their release, so that `1.34.0-alpha.1` is in `>=1.34`. */
export interface VersionRange {
  readonly text: string;
  readonly constraint: VersionConstraint;
}

/** A label selector of Kubernetes. */
export interface LabelSelector {
  /** What it was compiled from. */
  readonly requirements: readonly LabelRequirement[];
  matches(labels: Readonly<Record<string, string>>): boolean;
}

/** What a label selector demands of one label; `matchLabels` are requirements with the operator `In`. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  /** Empty for `Exists` and `DoesNotExist`. */
  readonly values: ReadonlySet<string>;
}

/** A registry entry in the form of the OSC, and as text for `provision` OSCs. */
export interface DesiredRegistry {
  readonly upstream: string;
  /** The entry, as it is put into `registries`; frozen. */
  readonly entry: RegistryEntry;
}

/** `spec.criConfig.containerd.registries[]` without anything that says the default. */
export interface RegistryEntry {
  readonly upstream: string;
  readonly server?: string;
  readonly hosts?: readonly RegistryHostEntry[];
  readonly readinessProbe?: true;
}

/** `registries[].hosts[]` without anything that says the default. */
export interface RegistryHostEntry {
  readonly url: string;
  readonly capabilities?: readonly string[];
  readonly caCerts?: readonly string[];
  readonly overridePath?: true;
}

/** An entry of `spec.criConfig.containerd.plugins`, without the default `op: add`. */
export interface DesiredPlugin {
  readonly op?: "remove";
  readonly path: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The sandbox image: one for all, or the present one with another registry prefix. */
export type DesiredSandboxImage =
  | { readonly kind: "image"; readonly image: string }
  | { readonly kind: "rewrite"; readonly from: string; readonly to: string };

/** A file of `spec.files`; `entry` is what is put there. */
export interface DesiredFile {
  readonly path: string;
  readonly entry: Readonly<Record<string, unknown>>;
  /** Whether it is a drop-in for containerd's configuration, which only containerd 2 merges. */
  readonly isContainerdDropIn: boolean;
}

/** What a unit of `spec.units` shall have besides what it has; created where it is missing. */
export interface DesiredUnit {
  readonly name: string;
  /** The entry that is added where there is no unit of this name; its members are set where there is one. */
  readonly entry: Readonly<Record<string, unknown>>;
  readonly dropIns: readonly { readonly name: string; readonly content: string }[];
  readonly filePaths: readonly string[];
}

/** The cgroup driver of containerd and kubelet. */
export interface DesiredCgroupDriver {
  readonly driver: "systemd" | "cgroupfs";
  /** When nodes that run may be flipped. */
  readonly change: "never" | "whenHibernated" | "always";
  /** Whether an OSC without a kubelet configuration file is left alone. */
  readonly requireKubeletFile: boolean;
}

/** What no object tells, and the operator knows. */
export interface OperatorTables {
  readonly containerdVersions: readonly ContainerdVersionEntry[];
  readonly osSupport: readonly OsSupportEntry[];
  /** Names of runtimes that the operating systems bring along. */
  readonly knownRuntimes: readonly string[];
  /** Paths of CA certificates that the operating systems bring along. */
  readonly caCertificates: readonly string[];
}

/** Which containerd an operating system has. */
export interface ContainerdVersionEntry {
  readonly osType: string;
  /** Undefined for all versions. */
  readonly osVersions: VersionRange | undefined;
  /** A version such as `2.1.4` or `1.7`. */
  readonly containerd: string;
}

/** What an operating system can do. */
export interface OsSupportEntry {
  /** Name of the machine image, which is the OS type. */
  readonly image: string;
  /** Undefined for all versions. */
  readonly versions: VersionRange | undefined;
  /** Names of CRIs; empty where the OS cannot be configured with any. Undefined where the table says nothing about it. */
  readonly cri: readonly string[] | undefined;
  readonly containerRuntimes: readonly string[] | undefined;
  /** Whether even the defaulted CRI is refused where `cri` is empty. */
  readonly strict: boolean;
  readonly cgroup: "v1" | "v2" | undefined;
  /** Whether the OS sets `--fail-cgroupv1=false` for its kubelets. */
  readonly setsFailCgroupV1: boolean;
}

/** Paths that operating systems of Gardener bring along. Source: OperatingSystemConfig contract, section 11. */
export const DEFAULT_CA_CERTIFICATES: readonly string[] = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/var/lib/ca-certificates-local/ROOTcerts.crt",
];

/** No policy at all. */
export const NO_POLICIES: PolicySet = Object.freeze<PolicySet>({
  policies: [],
  tables: { containerdVersions: [], osSupport: [], knownRuntimes: [], caCertificates: DEFAULT_CA_CERTIFICATES },
});
