import { judge } from "../domain/rules/judge.ts";
import { CLOUD_PROFILE, NAMESPACED_CLOUD_PROFILE, profileReference } from "../domain/shoots/profile-reference.ts";
import { validateShoot } from "../domain/shoots/shoot-rules.ts";
import type { ProfileReference, ShootSpec } from "../domain/workers/types.ts";
import type { FactRequest, FactSnapshot } from "../facts/contract.ts";
import { type ShootView, shootView } from "../wire/shoot.ts";
import { defineValidating, type Review } from "./contract.ts";

/**
 * Refuses a shoot whose worker pools cannot get nodes: a machine type or image version that the profile does not have
 * or cannot be had, a machine type and image whose capabilities clash, a CRI or container runtime that the image does
 * not offer, a kubelet version that the image does not admit.
 *
 * gardener-apiserver refuses most of this too, in one terse line and only where its plugin runs; the message here says
 * what clashes and what would fit.
 * Source: capabilities contract, section 5 (CAP-SH); gardener plugin/pkg/shoot/validator.
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

  decide: ({ view, old, namespace, facts, settings, now }) =>
    judge(
      validateShoot({
        spec: view.spec,
        old: old?.spec,
        namespace,
        known: facts,
        allowsInPlaceUpdates: settings.featureGates.InPlaceNodeUpdates,
        now,
      }),
      settings.rules,
    ),
});

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
