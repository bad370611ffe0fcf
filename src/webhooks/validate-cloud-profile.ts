import { jsonBytes } from "../domain/json/size.ts";
import { validateCloudProfile } from "../domain/profiles/validate-cloud-profile.ts";
import { ruleOf } from "../domain/rules/catalogue.ts";
import type { Finding } from "../domain/rules/finding.ts";
import { judge } from "../domain/rules/judge.ts";
import { type CloudProfileView, cloudProfileView } from "../wire/cloud-profile.ts";
import { type Decision, defineValidating } from "./contract.ts";

/** A CloudProfile with the size of its spec in bytes, as etcd has to store it. */
interface SizedCloudProfile extends CloudProfileView {
  readonly specBytes: number;
}

/**
 * Refuses a CloudProfile with a broken vocabulary of capabilities, machine types or flavors that nobody can match, image
 * versions that are ambiguous or malformed, and life cycles and CRIs that make no sense.
 *
 * What gardener-apiserver refuses too is always refused; what only gardengate checks is refused where an update
 * introduces it, and a warning where it was stored already.
 * Source: capabilities contract, sections 3.1 to 3.4 (CAP-CP).
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
    failurePolicy: "Fail",
    timeoutSeconds: 10,
    sideEffects: "None",
  },

  factKinds: [],

  view: (object) => {
    const view = cloudProfileView(object);
    return view.ok ? { ok: true, value: { ...view.value, specBytes: jsonBytes(object["spec"]) } } : view;
  },

  needs: () => [],

  decide: (decision) => {
    const findings = findingsOn(decision, decision.view, decision.old);
    const isRatcheted = decision.old !== undefined && findings.some(isOurs);
    const baseline = isRatcheted && decision.old ? findingsOn(decision, decision.old, undefined) : [];
    return judge(findings, decision.settings.rules, baseline);
  },
});

function findingsOn(
  { settings, now }: Decision<SizedCloudProfile>,
  profile: SizedCloudProfile,
  old: SizedCloudProfile | undefined,
): readonly Finding[] {
  const { spec, specBytes } = profile;
  return validateCloudProfile({ spec, old: old?.spec, featureGates: settings.featureGates, now, specBytes });
}

/** Whether a finding is one that an earlier state of the profile can excuse. */
function isOurs({ rule, mark }: Finding): boolean {
  return (mark ?? ruleOf(rule).mark) === "W";
}
