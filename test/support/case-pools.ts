import type { Capabilities } from "../../src/domain/capabilities/types.ts";
import { NO_POLICIES } from "../../src/domain/policies/types.ts";
import type { CompiledProfile } from "../../src/domain/profiles/compile.ts";
import { compileProfile } from "../../src/domain/profiles/compile.ts";
import type { CloudProfileSpec } from "../../src/domain/profiles/types.ts";
import type { Finding } from "../../src/domain/rules/finding.ts";
import { findingText } from "../../src/domain/rules/finding.ts";
import { type Pool, poolPath, poolUnderReview, type ShootReview } from "../../src/domain/workers/pool.ts";
import type { ShootSpec, Worker } from "../../src/domain/workers/types.ts";
import { cloudProfileSpec } from "./profiles.ts";

/** The moment of all tables. */
export const NOW = Date.parse("2026-11-01T00:00:00Z");

/** A capabilities map from a plain object. */
export function capabilities(written: Readonly<Record<string, readonly string[]>>): Capabilities {
  return new Map(Object.entries(written));
}

/** The vocabulary D1 of the capabilities contract, section 10. */
export const D1 = [
  { name: "architecture", values: ["amd64"] },
  { name: "tpm", values: ["v2", "v1"] },
];

/** The vocabulary D2 of the capabilities contract, section 10. */
export const D2 = [
  { name: "architecture", values: ["amd64", "arm64"] },
  { name: "tpm", values: ["v2", "v1"] },
  { name: "nic", values: ["fast", "slow"] },
];

/** A worker pool on amd64 with machine type m and image os:1.0.0. */
export function worker(parts: Partial<Worker> & { readonly type?: string; readonly image?: string } = {}): Worker {
  const { type = "m", image = "os:1.0.0", ...rest } = parts;
  const [name = "", version] = image.split(":");
  return {
    name: "pool",
    machine: { type, image: { name, version, providerConfig: undefined }, architecture: "amd64" },
    cri: undefined,
    kubernetesVersion: undefined,
    zones: [],
    updateStrategy: undefined,
    volumeType: undefined,
    ...rest,
  };
}

/** A shoot of profile p with these pools. */
export function shootSpec(workers: readonly Worker[], parts: Partial<ShootSpec> = {}): ShootSpec {
  return {
    cloudProfile: { kind: "CloudProfile", name: "p" },
    cloudProfileName: undefined,
    kubernetesVersion: "1.33.4",
    region: "eu",
    providerType: "local",
    workers,
    extensions: [],
    ...parts,
  };
}

/** A review of a shoot with one pool. */
export function shootReview(now: Worker, old?: Worker, parts: Partial<ShootReview> = {}): ShootReview {
  return {
    spec: shootSpec([now]),
    old: old && shootSpec([old]),
    isProfileUnchanged: true,
    allowsInPlaceUpdates: true,
    policies: NO_POLICIES,
    now: NOW,
    ...parts,
  };
}

/** A compiled profile of the local provider. */
export function profile(parts: Partial<CloudProfileSpec>): CompiledProfile {
  return compileProfile(cloudProfileSpec(parts));
}

/** A pool beside its stored state and a profile. */
export function pool(of: CompiledProfile, now: Worker, old?: Worker, parts: Partial<ShootReview> = {}): Pool {
  const stored = old?.name === now.name ? old : undefined;
  return poolUnderReview({
    review: shootReview(now, old, parts),
    profile: of,
    path: poolPath(0),
    worker: now,
    old: stored,
  });
}

/** Findings as texts, without the part of the path that all findings on the first pool share. */
export function texts(findings: readonly Finding[]): readonly string[] {
  return findings.map((finding) => findingText(finding).replace("spec.provider.workers[0].", ""));
}
