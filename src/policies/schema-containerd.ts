import { z } from "zod";
import { list, optional, RawMap } from "./schema-parts.ts";

const Host = z.strictObject({
  url: z.string().describe("URL of the mirror, with http:// or https://."),
  capabilities: list(z.string(), "What the mirror is asked for: pull, resolve, push. Unset: pull and resolve."),
  caCerts: list(z.string(), "Paths on the node of the CA certificates of this mirror."),
  overridePath: optional(z.boolean(), "Whether the URL already has the path of the API, so that /v2 is not appended."),
});

/** `spec.registries[]`. Source: OperatingSystemConfig contract, sections 1.3 and 2.2. */
export const Registry = z.strictObject({
  upstream: z.string().describe("The registry that images are named after: host[:port], or _default for all others."),
  server: optional(z.string(), "URL that is asked after all hosts; unset, the upstream itself is."),
  hosts: list(Host, "Mirrors in the order in which they are asked."),
  readinessProbe: optional(
    z.boolean(),
    "Whether nodes wait until all hosts answer; only for mirrors inside the shoot's networks.",
  ),
});
export type Registry = z.infer<typeof Registry>;

/** `spec.plugins[]`. Source: OperatingSystemConfig contract, sections 1.3, 2.3 and 3.7 to 3.9. */
export const Plugin = z.strictObject({
  op: optional(z.enum(["add", "remove"]), "Whether settings are added, which is the default, or a table is removed."),
  path: z
    .array(z.string())
    .describe("Keys that lead to the table, below `plugins`, beginning with the full URI of the plugin."),
  values: optional(
    RawMap,
    "Settings for the table: texts, true or false, fractions, lists of texts. No whole numbers, which containerd would get as fractions.",
  ),
});
export type Plugin = z.infer<typeof Plugin>;

/** `spec.sandboxImage`: either `image`, or both of the others. Source: OperatingSystemConfig contract, section 3.5. */
export const SandboxImage = z.strictObject({
  image: optional(z.string(), "The image to use."),
  from: optional(z.string(), "Prefix of the present image to replace, with a / at its end, such as registry.k8s.io/."),
  to: optional(z.string(), "What to put there instead, with a / at its end."),
});
export type SandboxImage = z.infer<typeof SandboxImage>;

/** `spec.cgroupDriver`. Source: OperatingSystemConfig contract, section 4.4. */
export const CgroupDriver = z.strictObject({
  driver: z.enum(["systemd", "cgroupfs"]).describe("The driver of containerd and kubelet."),
  change: optional(
    z.enum(["never", "whenHibernated", "always"]),
    "When the driver of existing pools may change. Unset: never. always breaks the pods of running nodes.",
  ),
  requireKubeletFile: optional(
    z.boolean(),
    "Whether an OSC without a kubelet configuration file is left alone. Unset: true.",
  ),
});
export type CgroupDriver = z.infer<typeof CgroupDriver>;
