import { z } from "zod";
import { PROVISION, RECONCILE } from "../domain/osc/types.ts";
import { LABEL_OPERATORS } from "../domain/policies/label-selector.ts";
import { list, optional, RawMap, Text } from "./schema-parts.ts";

const Globs = (what: string) => list(Text, `${what}; \`*\` stands for any characters, \`?\` for one.`);

const Requirement = z.strictObject({
  key: Text.describe("Name of the label."),
  operator: z.enum(LABEL_OPERATORS).describe("NotIn also holds where the label is absent."),
  values: list(z.string(), "For In and NotIn only."),
});

const ShootLabels = z.strictObject({
  matchLabels: optional(RawMap, "Labels that the Shoot has to have with these values."),
  matchExpressions: list(Requirement, "Further conditions on labels, which all have to hold."),
});

/** `spec.match`. Source: OperatingSystemConfig contract, section 8. */
export const Match = z.strictObject({
  purposes: list(
    z.enum([RECONCILE, PROVISION]),
    "Purposes of the OSCs. Unset: reconcile, and provision too if the policy has bootstrap: true.",
  ),
  namespaces: Globs("Technical IDs of shoots, which are the namespaces of their OSCs"),
  projects: Globs("Names of projects"),
  seeds: Globs("Names of seeds"),
  providerTypes: list(Text, "Types of infrastructure providers, such as aws."),
  regions: Globs("Names of regions"),
  osTypes: list(Text, "Types of operating systems, which are names of machine images, such as gardenlinux."),
  osVersions: optional(Text, "Range of versions of the operating system, such as >=1592."),
  pools: Globs("Names of worker pools"),
  kubernetes: optional(Text, "Range of kubelet versions, such as >=1.31; a pre-release counts as its release."),
  updateStrategies: list(
    z.enum(["AutoRollingUpdate", "AutoInPlaceUpdate", "ManualInPlaceUpdate"]),
    "Update strategies of worker pools.",
  ),
  shootLabels: optional(ShootLabels, "Label selector for the Shoot."),
});
export type Match = z.infer<typeof Match>;
