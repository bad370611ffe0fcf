import type { CgroupDriver } from "../osc/kubelet-config.ts";
import type { NodePool } from "../osc/node-pool.ts";
import type { ContainerdConfig, KnownViews, OperatingSystemConfig } from "../osc/types.ts";
import type { PatchEditor } from "../patches/patch-editor.ts";
import type { PolicyPart } from "../policies/effect.ts";
import type { OperatorTables, Policy } from "../policies/types.ts";
import type { Finding } from "../rules/finding.ts";
import type { CgroupDecision } from "./cgroup-plan.ts";
import type { Notes } from "./notes.ts";

/** What a mutation is decided on; the same for all its steps. */
export interface MutationSubject {
  readonly operation: "CREATE" | "UPDATE";
  /** The object of the request. */
  readonly osc: OperatingSystemConfig;
  /** The stored object; set on UPDATE. */
  readonly old: OperatingSystemConfig | undefined;
  readonly pool: NodePool;
  /** The policies that match, by descending priority, then by name. */
  readonly policies: readonly Policy[];
  readonly tables: OperatorTables;
  /** Whether the cgroup driver of existing nodes is kept even where no policy asks for one. */
  readonly guardsCgroupDriver: boolean;
  /** Reads an object of the same shape, of which some parts may be known. */
  readonly view: (object: Readonly<Record<string, unknown>>, known?: KnownViews) => OperatingSystemConfig;
}

/** What a step does its work with. */
export interface StepTools {
  /** Edits the object of the request; `editor.get` sees the edits of earlier steps. */
  readonly editor: PatchEditor;
  /** Tells the writer of the OSC something; a text without "Warning:" and without the policy's name doubled. */
  warn(text: string): void;
  /** Notes that a part of a policy changed something. */
  changed(policy: Policy, part: PolicyPart, subject: string): void;
  /** Notes that a part of a policy is left out, and warns why. */
  skipped(policy: Policy, part: PolicyPart, subject: string, why: string): void;
  /** Refuses the request. */
  deny(finding: Finding): void;
}

/**
 * A mutation under way, which the steps of the pipeline share: each reads the subject, edits the object, and notes what
 * it did. Steps run one after the other and synchronously; a step never looks at what another one notes.
 */
export interface Mutation extends StepTools {
  readonly subject: MutationSubject;
  /** What becomes of the cgroup driver, on which several steps depend. */
  readonly cgroup: CgroupDecision;
  /** Notes what was noted before about the same. */
  note(notes: Notes): void;
}

/** A step of the pipeline. */
export type MutationStep = (mutation: Mutation) => void;

/** What the configuration of containerd is decided on, and nothing else: a decision on the same is the same. */
export interface ContainerdSubject {
  /** Those that configure containerd, by descending priority, then by name. */
  readonly policies: readonly Policy[];
  /** The configuration in the object of the request. */
  readonly containerd: ContainerdConfig | undefined;
  /** Upstreams that an extension of the shoot serves. */
  readonly extensionUpstreams: readonly string[];
  /** The cgroup driver that containerd has in the end. */
  readonly driver: CgroupDriver | undefined;
}

/** A mutation of the configuration of containerd. */
export interface ContainerdMutation extends StepTools {
  readonly subject: ContainerdSubject;
}

/** A step that edits nothing but `spec.criConfig.containerd`. */
export type ContainerdStep = (mutation: ContainerdMutation) => void;
