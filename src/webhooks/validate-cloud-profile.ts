import { jsonBytes } from "../domain/json/size.ts";
import { updateBaseline, updateRules } from "../domain/profiles/update-rules.ts";
import type { ProfileUpdate } from "../domain/profiles/update-rules-review.ts";
import { validateCloudProfile } from "../domain/profiles/validate-cloud-profile.ts";
import { validateProviderConfig } from "../domain/providers/validate-provider-config.ts";
import { type Finding, markOf } from "../domain/rules/finding.ts";
import { judge, ruleMode } from "../domain/rules/judge.ts";
import { NO_USAGE } from "../domain/usage/profile-usage.ts";
import type { ProfileIdentity } from "../domain/usage/usage-index.ts";
import type { FactKind } from "../facts/contract.ts";
import { type CloudProfileView, cloudProfileView } from "../wire/cloud-profile.ts";
import { type ChapterSettings, type Decision, defineValidating, guardsUse } from "./contract.ts";

/** A CloudProfile with the size of its spec in bytes, as etcd has to store it. */
interface SizedCloudProfile extends CloudProfileView {
  readonly specBytes: number;
}

/**
 * Refuses a CloudProfile with a broken vocabulary of capabilities, machine types or flavors that nobody can match, image
 * versions that are ambiguous or malformed, and life cycles and CRIs that make no sense; and an update that takes away
 * what living shoots or NamespacedCloudProfiles depend on.
 *
 * What gardener-apiserver refuses too is always refused; what only gardengate checks is refused where an update
 * introduces it, and a warning where it was stored already.
 * Source: capabilities contract, sections 3 (CAP-CP) and 8 (CAP-PC).
 */
export const cloudProfileValidation = defineValidating<SizedCloudProfile>({
  registration: {
    name: "cloudprofiles.validate.gardengate.dev",
    path: "/validate/cloudprofiles",
    type: "validating",
    role: "garden",
    target: {
      group: "core.gardener.cloud",
      version: "v1beta1",
      resource: "cloudprofiles",
      kind: "CloudProfile",
      scope: "Cluster",
    },
    operations: ["CREATE", "UPDATE"],
    passes: { inDeletion: true, unchangedSpec: true },
    failurePolicy: "Fail",
    timeoutSeconds: 10,
    sideEffects: "None",
  },

  factKinds: dependentKinds,

  view: (object) => {
    const view = cloudProfileView(object);
    return view.ok ? { ok: true, value: { ...view.value, specBytes: jsonBytes(object["spec"]) } } : view;
  },

  needs: ({ old }, _, settings) =>
    old === undefined ? [] : dependentKinds(settings).map((kind) => ({ kind, all: true })),

  decide: (decision) => {
    const { view, old, settings } = decision;
    const update = old && updateOf(decision, old);
    const findings = [...findingsOn(decision, view, old), ...(update ? updateRules(update) : [])];
    const isRatcheted = findings.some(isOurs);
    const baseline = isRatcheted && update ? [...findingsOn(decision, old, undefined), ...updateBaseline(update)] : [];
    return judge(findings, settings.rules, baseline);
  },
});

/** Whose objects depend on a profile; asked for when one is updated, and all of them. */
function dependentKinds(settings: ChapterSettings): readonly FactKind[] {
  return guardsUse(settings) ? ["NamespacedCloudProfile", "Shoot"] : ["NamespacedCloudProfile"];
}

function updateOf({ view, facts, settings }: Decision<SizedCloudProfile>, old: SizedCloudProfile): ProfileUpdate {
  const { name, spec } = view;
  const isGuarded = guardsUse(settings);
  const usageOf = (profile: ProfileIdentity) => (isGuarded ? facts.usage.usageOf(profile) : NO_USAGE);
  const children = facts.usage.childrenOf(name).map((fact) => ({
    fact,
    usage: usageOf({ kind: "NamespacedCloudProfile", namespace: fact.namespace, name: fact.name }),
  }));
  const isUsageUnknown = settings.shoots === "off" && ruleMode("CRI-V-24", settings.rules) !== "off";
  return { spec, old: old.spec, usage: usageOf({ kind: "CloudProfile", name }), children, isUsageUnknown };
}

function findingsOn(
  { settings, now }: Decision<SizedCloudProfile>,
  profile: SizedCloudProfile,
  old: SizedCloudProfile | undefined,
): readonly Finding[] {
  const { spec, specBytes } = profile;
  return [
    ...validateCloudProfile({ spec, old: old?.spec, featureGates: settings.featureGates, now, specBytes }),
    ...validateProviderConfig(spec),
  ];
}

/** Whether a finding is one that an earlier state of the profile can excuse. */
function isOurs(finding: Finding): boolean {
  return markOf(finding) === "W";
}
