import { describe, expect, it } from "vitest";
import type { PolicySet } from "../../src/domain/policies/types.ts";
import { NO_POLICIES } from "../../src/domain/policies/types.ts";
import { NO_USES } from "../../src/domain/usage/usage-index.ts";
import { ALLOWED, type MutatingVerdict } from "../../src/domain/verdict.ts";
import type { FactRequest, FactSnapshot } from "../../src/facts/contract.ts";
import type { OpenReview } from "../../src/webhooks/contract.ts";
import { operatingSystemConfigMutation } from "../../src/webhooks/mutate-operating-system-config.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import { CLUSTER, OSC_NAMESPACE, reconcileOsc } from "../support/osc-builders.ts";
import { parsedValue } from "../support/parsed.ts";
import { CORPORATE_MIRRORS, desiredFile, policy } from "../support/policy-builders.ts";
import { TEST_SETTINGS } from "../support/test-app.ts";

const DELETED = { deletionTimestamp: "2026-11-01T00:00:00Z" };

const MIRRORS: PolicySet = { ...NO_POLICIES, policies: [CORPORATE_MIRRORS] };

function factsWith(cluster: FactSnapshot["cluster"]): FactSnapshot {
  return { cloudProfile: () => undefined, namespacedCloudProfile: () => undefined, cluster, usage: NO_USES };
}

const KNOWN = factsWith((name) => (name === OSC_NAMESPACE ? CLUSTER : undefined));
const UNKNOWN = factsWith(() => undefined);

function opened(object: RawObject, namespace: string | null = OSC_NAMESPACE): OpenReview {
  const { group, version, kind, resource } = operatingSystemConfigMutation.registration.target;
  return parsedValue(
    operatingSystemConfigMutation.open({
      uid: "1",
      kind: { group, version, kind },
      resource: { group, version, resource },
      operation: "CREATE",
      namespace,
      object,
      oldObject: null,
    }),
  );
}

function needs(object: RawObject, namespace?: string | null): readonly FactRequest[] {
  return opened(object, namespace).needs(UNKNOWN, TEST_SETTINGS);
}

function decided(object: RawObject, facts: FactSnapshot, policies: PolicySet = MIRRORS): MutatingVerdict {
  return opened(object).decide({ facts, policies, settings: TEST_SETTINGS, now: 0 });
}

describe("what the mutation of an OSC depends on", () => {
  it("is the Cluster of its namespace", () => {
    expect(operatingSystemConfigMutation.factKinds(TEST_SETTINGS)).toEqual(["Cluster"]);
    expect(needs(reconcileOsc())).toEqual([{ kind: "Cluster", name: OSC_NAMESPACE }]);
  });

  it("is nothing for an OSC in deletion, or one without a namespace", () => {
    expect(needs(reconcileOsc({}, DELETED))).toEqual([]);
    expect(needs(reconcileOsc(), null)).toEqual([]);
  });
});

describe("the mutation of an OSC", () => {
  it("is put off while its Cluster is not known, with policies or without", () => {
    for (const policies of [MIRRORS, NO_POLICIES]) {
      expect(decided(reconcileOsc(), UNKNOWN, policies)).toEqual({
        kind: "postpone",
        reason: 'Cluster "shoot--acme--lab" is not found; try again',
      });
    }
  });

  it("does not wait for the Cluster of an OSC in deletion", () => {
    expect(decided(reconcileOsc({}, DELETED), UNKNOWN)).toBe(ALLOWED);
  });

  it("is nothing to speak of without policies", () => {
    expect(decided(reconcileOsc(), KNOWN, NO_POLICIES)).toBe(ALLOWED);
  });

  it("tells what the policies did", () => {
    const verdict = decided(reconcileOsc(), KNOWN);
    expect(verdict).toMatchObject({ kind: "patch", warnings: [], warned: [] });
    expect(verdict.kind === "patch" && verdict.effects?.map(({ subject }) => subject)).toEqual([
      "docker.io",
      "ghcr.io",
      "quay.io",
      "/etc/containerd/certs.d-ca/corp.pem",
    ]);
  });

  it("tells what the policies left out, though nothing changes", () => {
    const keeping = policy({ files: [desiredFile("/opt/bin/kubelet", "x")] });
    expect(decided(reconcileOsc(), KNOWN, { ...NO_POLICIES, policies: [keeping] })).toMatchObject({
      kind: "allow",
      warnings: ["policy corp skips file /opt/bin/kubelet: the OSC says otherwise (conflict: keep)"],
      effects: [{ outcome: "skipped" }],
    });
  });

  it("does not claim to have changed what it refuses", () => {
    const broken = policy({ name: "typo", files: [desiredFile("etc/motd", "x")] });
    const verdict = decided(reconcileOsc(), KNOWN, { ...NO_POLICIES, policies: [CORPORATE_MIRRORS, broken] });
    expect(verdict).toMatchObject({ kind: "deny", effects: [], findings: [{ rule: "OSC-V-45" }] });
  });
});
