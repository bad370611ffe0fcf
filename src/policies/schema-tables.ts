import { z } from "zod";
import { list, optional, Text } from "./schema-parts.ts";

/** `spec.containerdVersions[]`. Source: OperatingSystemConfig contract, sections 1.7 and 3.9. */
export const ContainerdVersion = z.strictObject({
  osType: Text.describe("Type of the operating system, which is the name of the machine image."),
  osVersions: optional(Text, "Range of versions of the operating system; unset, all."),
  version: Text.describe('Version of the containerd that it has, in quotes, such as "2.1.4" or "1.7".'),
});
export type ContainerdVersion = z.infer<typeof ContainerdVersion>;

/** `spec.osSupport[]`. Source: OperatingSystemConfig contract, section 5.3. */
export const OsSupport = z.strictObject({
  image: Text.describe("Name of the machine image."),
  versions: optional(Text, "Range of versions of the machine image; unset, all."),
  cri: list(Text, "CRIs that can be configured, such as containerd; an empty list for an OS that supports none."),
  containerRuntimes: list(Text, "Types of container runtimes that can be installed, such as gvisor."),
  strict: optional(
    z.boolean(),
    "Whether pools are refused that have the default CRI while cri is empty; unset, only those that ask for runtimes.",
  ),
  cgroup: optional(z.enum(["v1", "v2"]), "Version of cgroups that the operating system uses."),
  setsFailCgroupV1: optional(z.boolean(), "Whether the operating system sets --fail-cgroupv1=false for its kubelets."),
});
export type OsSupport = z.infer<typeof OsSupport>;
