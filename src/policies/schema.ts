import { z } from "zod";
import { CgroupDriver, Plugin, Registry, SandboxImage } from "./schema-containerd.ts";
import { Match } from "./schema-match.ts";
import { File, Unit } from "./schema-node.ts";
import { list, optional, Text } from "./schema-parts.ts";
import { ContainerdVersion, OsSupport } from "./schema-tables.ts";

/**
 * The document of a policy as operators write it: strict, since a misspelt key must not silently do nothing. What more
 * than one value is needed to see is not its business, see document-rules.ts; nor what OSCs may hold, see osc-rules.ts.
 */

/** Version of the policy documents that this server reads. */
const POLICY_API_VERSION = "policy.gardengate.dev/v1alpha1";
/** Kind of policy documents. */
const POLICY_KIND = "OperatingSystemConfigPolicy";

/** Names stand in messages, in the log and as label of a metric. */
const NAME = /^[a-z0-9](?:[-a-z0-9.]{0,61}[a-z0-9])?$/;

/** A priority is for ordering; larger numbers are typing mistakes. */
const LARGEST_PRIORITY = 1_000_000;

const Spec = z.strictObject({
  priority: z
    .int("must be a whole number")
    .min(-LARGEST_PRIORITY, `must be at least -${LARGEST_PRIORITY}`)
    .max(LARGEST_PRIORITY, `must be at most ${LARGEST_PRIORITY}`)
    .nullish()
    .describe("Of two policies that want different things the one with the higher priority wins. Unset: 0."),
  mode: optional(z.enum(["enforce", "audit"]), "Whether changes are made, which is the default, or only reported."),
  match: optional(Match, "Which OSCs the policy is for: all conditions have to hold. Unset: all reconcile OSCs."),
  conflict: optional(
    z.enum(["keep", "replace", "prependHosts", "appendHosts", "deny"]),
    "What to do where an OSC already says something else. Unset: keep.",
  ),
  bootstrap: optional(
    z.boolean(),
    "Whether registries and files also go into provision OSCs, for the very first pull of a node.",
  ),
  generation: optional(
    z.enum(["auto", "v2", "v3"]),
    "Generation of containerd's configuration that plugins are written for. Unset: auto, which is both.",
  ),
  registries: list(Registry, "Mirrors of registries."),
  plugins: list(Plugin, "Changes of containerd's plugin configuration, in order."),
  sandboxImage: optional(SandboxImage, "The sandbox (pause) image, or another registry for it."),
  files: list(File, "Files on the nodes."),
  units: list(Unit, "Additions to systemd units, or units of their own."),
  cgroupDriver: optional(CgroupDriver, "The cgroup driver of containerd and kubelet."),
  containerdVersions: list(ContainerdVersion, "Which containerd the operating systems have."),
  osSupport: list(OsSupport, "What the operating systems can do."),
  knownRuntimes: list(Text, "Names of containerd runtimes that the operating systems bring along."),
  caCertificates: list(Text, "Paths of CA certificates that the operating systems bring along."),
});

/** The document, read from YAML or JSON. */
export const PolicyDocument = z.strictObject({
  apiVersion: z.enum([POLICY_API_VERSION]),
  kind: z.enum([POLICY_KIND]),
  metadata: z.strictObject({
    name: z
      .string()
      .regex(NAME, "must be at most 63 lower-case letters, digits, - and ., such as corporate-mirrors")
      .describe("Name of the policy, unique among all policies."),
  }),
  spec: Spec,
});
export type PolicyDocument = z.infer<typeof PolicyDocument>;

/** What a policy says. */
export type PolicySpec = PolicyDocument["spec"];
