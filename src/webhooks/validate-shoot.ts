import { type Finding, markOf } from "../domain/rules/finding.ts";
import { judge } from "../domain/rules/judge.ts";
import { CLOUD_PROFILE, NAMESPACED_CLOUD_PROFILE, profileReference } from "../domain/shoots/profile-reference.ts";
import { validateShoot } from "../domain/shoots/shoot-rules.ts";
import { storedPoolFindings } from "../domain/workers/pool-rules.ts";
import type { ProfileReference, ShootSpec } from "../domain/workers/types.ts";
import type { FactRequest, FactSnapshot } from "../facts/contract.ts";
import { type ShootView, shootView } from "../wire/shoot.ts";
import { defineValidating, type Review } from "./contract.ts";

/**
 * Refuses a shoot whose worker pools cannot get nodes: a machine type or image version that the profile does not have
 * or cannot be had, a machine type and image whose capabilities clash, a CRI or container runtime that the image does
 * not offer, a kubelet version that the image does not admit, or what operators know an operating system not to support.
 *
 * gardener-apiserver refuses most of this too, in one terse line and only where its plugin runs; the message here says
 * what clashes and what would fit.
 * Source: capabilities contract, section 5 (CAP-SH); OperatingSystemConfig contract, section 5 (CRI-V); gardener
 * plugin/pkg/shoot/validator.
 */
export const shootValidation = defineValidating<ShootView>({
  registration: {
    name: "shoots.validate.gardengate.dev",
    path: "/validate/shoots",
    type: "validating",
    role: "garden",
    target: {
      group: "core.gardener.cloud",
      version: "v1beta1",
      resource: "shoots",
      kind: "Shoot",
      scope: "Namespaced",
    },
    operations: ["CREATE", "UPDATE"],
    passes: { inDeletion: true, unchangedSpec: true },
    failurePolicy: "Fail",
    timeoutSeconds: 5,
    sideEffects: "None",
  },

  factKinds: () => ["CloudProfile", "NamespacedCloudProfile"],

  view: shootView,

  needs: (review, facts) => {
    const needs = profileNeeds(review, review.view.spec, facts);
    return review.old === undefined ? needs : [...needs, ...profileNeeds(review, review.old.spec, facts)];
  },

  decide: ({ view, old, namespace, facts, policies, settings, now }) => {
    const findings = validateShoot({
      spec: view.spec,
      old: old?.spec,
      namespace,
      known: facts,
      allowsInPlaceUpdates: settings.featureGates.InPlaceNodeUpdates,
      policies,
      now,
    });
    const isRatcheted = old !== undefined && findings.some(isOurs);
    return judge(findings, settings.rules, isRatcheted ? storedPoolFindings(old.spec, policies) : []);
  },
});

/** Whether a finding is one that an earlier state of the shoot can excuse. */
function isOurs(finding: Finding): boolean {
  return markOf(finding) === "W";
}

/** The profile a shoot refers to, and the parent of a NamespacedCloudProfile that has not been rendered yet. */
function profileNeeds({ namespace }: Review<ShootView>, spec: ShootSpec, facts: FactSnapshot): readonly FactRequest[] {
  const reference = profileReference(spec);
  return reference === undefined || reference.name === "" ? [] : referenceNeeds(reference, namespace, facts);
}

function referenceNeeds(
  { kind, name }: ProfileReference,
  namespace: string,
  facts: FactSnapshot,
): readonly FactRequest[] {
  if (kind !== NAMESPACED_CLOUD_PROFILE) {
    return kind === CLOUD_PROFILE ? [{ kind, name }] : [];
  }
  const fact = facts.namespacedCloudProfile(namespace, name);
  const own: FactRequest = { kind: "NamespacedCloudProfile", namespace, name };
  const isRendered = fact === undefined || fact.profile !== undefined;
  return isRendered ? [own] : [own, { kind: "CloudProfile", name: fact.spec.parent.name }];
}
