import { validateNamespacedCloudProfile } from "../domain/namespaced-profiles/validate-namespaced-cloud-profile.ts";
import type { ProfileUse } from "../domain/profiles/profile-use.ts";
import type { CloudProfileSpec, NamespacedCloudProfileSpec } from "../domain/profiles/types.ts";
import { validateNamespacedProviderConfig } from "../domain/providers/validate-namespaced-provider-config.ts";
import { type Finding, markOf } from "../domain/rules/finding.ts";
import { judge } from "../domain/rules/judge.ts";
import { poolsUsing } from "../domain/usage/profile-usage.ts";
import type { FactRequest } from "../facts/contract.ts";
import { type NamespacedCloudProfileView, namespacedCloudProfileView } from "../wire/namespaced-cloud-profile.ts";
import { readProviderConfig } from "../wire/provider-config.ts";
import { type Decision, defineValidating, guardsUse } from "./contract.ts";

/**
 * Refuses a NamespacedCloudProfile that contradicts its parent CloudProfile: an unknown or a changed parent, overrides
 * of more than expiration dates, machine types, images and flavors that the parent's capability definitions do not
 * admit, and whatever would make the rendered profile a broken one.
 *
 * gardener-apiserver stops at the first stage that fails and says most of this in one line without a path; what only
 * gardengate checks is refused where an update introduces it, and a warning where it was stored already.
 * Source: capabilities contract, section 4 (CAP-NCP); gardener plugin/pkg/namespacedcloudprofile/validator.
 */
export const namespacedCloudProfileValidation = defineValidating<NamespacedCloudProfileView>({
  registration: {
    name: "namespacedcloudprofiles.validate.gardengate.dev",
    path: "/validate/namespacedcloudprofiles",
    type: "validating",
    role: "garden",
    target: {
      group: "core.gardener.cloud",
      version: "v1beta1",
      resource: "namespacedcloudprofiles",
      kind: "NamespacedCloudProfile",
      scope: "Namespaced",
    },
    operations: ["CREATE", "UPDATE"],
    passes: { inDeletion: true, unchangedSpec: true },
    failurePolicy: "Fail",
    timeoutSeconds: 10,
    sideEffects: "None",
  },

  factKinds: (settings) => (guardsUse(settings) ? ["CloudProfile", "Shoot"] : ["CloudProfile"]),

  view: namespacedCloudProfileView,

  needs: ({ view, old }, _, settings) => [
    ...parentNeeds(view),
    ...(old === undefined ? [] : parentNeeds(old)),
    ...(old !== undefined && guardsUse(settings) ? [{ kind: "Shoot" as const, all: true as const }] : []),
  ],

  decide: (decision) => {
    const { view, old, settings } = decision;
    const findings = findingsOn(decision, view, old);
    const isRatcheted = old !== undefined && findings.some(isOurs);
    const baseline = isRatcheted ? findingsOn(decision, old, undefined) : [];
    return judge(findings, settings.rules, baseline);
  },
});

function parentNeeds({ spec }: NamespacedCloudProfileView): readonly FactRequest[] {
  const { name } = spec.parent;
  return name === "" ? [] : [{ kind: "CloudProfile", name }];
}

/** What is wrong with a profile by the parent that it names itself. */
function findingsOn(
  decision: Decision<NamespacedCloudProfileView>,
  { spec }: NamespacedCloudProfileView,
  old: NamespacedCloudProfileView | undefined,
): readonly Finding[] {
  const { namespace, facts, settings, now } = decision;
  const parent = facts.cloudProfile(spec.parent.name)?.profile.spec;
  const findings = validateNamespacedCloudProfile({
    spec,
    old: old?.spec,
    parent,
    rendered: old?.status.cloudProfileSpec,
    namespace,
    featureGates: settings.featureGates,
    now,
    uses: old === undefined ? [] : usesOf(decision),
  });
  return parent === undefined ? findings : [...findings, ...providerFindings(parent, spec)];
}

/** The pools of living shoots that refer to the profile. */
function usesOf({ view, namespace, facts, settings }: Decision<NamespacedCloudProfileView>): readonly ProfileUse[] {
  const { name } = view;
  return guardsUse(settings)
    ? poolsUsing(facts.usage.usageOf({ kind: "NamespacedCloudProfile", namespace, name }))
    : [];
}

/** CAP-NCP-25: the rules of the provider, where anything is known of its images. */
function providerFindings(parent: CloudProfileSpec, spec: NamespacedCloudProfileSpec): readonly Finding[] {
  return parent.providerConfig === undefined && spec.providerConfig === undefined
    ? []
    : validateNamespacedProviderConfig({
        parent,
        spec,
        providerConfig: readProviderConfig(parent.type, spec.providerConfig),
      });
}

/** Whether a finding is one that an earlier state of the profile can excuse. */
function isOurs(finding: Finding): boolean {
  return markOf(finding) === "W";
}
