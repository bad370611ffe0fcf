import type { NamespacedCloudProfileReview } from "../../../src/domain/namespaced-profiles/review.ts";
import { validateNamespacedCloudProfile } from "../../../src/domain/namespaced-profiles/validate-namespaced-cloud-profile.ts";
import type { CloudProfileSpec, NamespacedCloudProfileSpec } from "../../../src/domain/profiles/types.ts";
import { compareFindings, type Finding } from "../../../src/domain/rules/finding.ts";
import { cloudProfileView } from "../../../src/wire/cloud-profile.ts";
import { namespacedCloudProfileView } from "../../../src/wire/namespaced-cloud-profile.ts";
import { parsedValue } from "../../support/parsed.ts";
import { line } from "../profiles/reviewed.ts";

/** A part of a manifest. */
export type Json = Readonly<Record<string, unknown>>;

/** The moment at which profiles are reviewed. */
export const NOW = Date.parse("2026-11-01T00:00:00Z");
export const PAST = "2026-10-01T00:00:00Z";
export const FUTURE = "2026-12-01T00:00:00Z";

/** No definitions, one architecture, two architectures. */
export const L: readonly Json[] = [];
export const D1: readonly Json[] = [
  { name: "architecture", values: ["amd64"] },
  { name: "tpm", values: ["v2", "v1"] },
];
export const D2: readonly Json[] = [
  { name: "architecture", values: ["amd64", "arm64"] },
  { name: "tpm", values: ["v2", "v1"] },
  { name: "nic", values: ["fast", "slow"] },
];

export const AMD = { architecture: ["amd64"] };
export const ARM = { architecture: ["arm64"] };
export const CRI = [{ name: "containerd" }];

/**
 * A sound parent: machine type `m1` with tpm v2, machine image `os` with version 4.0.0, Kubernetes 1.34.2 and 1.33.6.
 * Parts replace members of the spec.
 */
export function parentOf(definitions: readonly Json[], parts: Json = {}): CloudProfileSpec {
  const isLegacy = definitions.length === 0;
  const spec = {
    type: "local",
    machineCapabilities: definitions,
    kubernetes: { versions: [{ version: "1.34.2" }, { version: "1.33.6" }] },
    machineTypes: [
      { name: "m1", architecture: "amd64", capabilities: isLegacy ? null : { ...AMD, tpm: ["v2"] }, usable: true },
    ],
    machineImages: [{ name: "os", updateStrategy: "minor", versions: [parentVersion(definitions)] }],
    ...parts,
  };
  return parsedValue(cloudProfileView({ metadata: { name: "parent" }, spec })).spec;
}

/** Version 4.0.0 of the parent's image. */
export function parentVersion(definitions: readonly Json[], parts: Json = {}): Json {
  const flavors = definitions.length === 0 ? {} : { capabilityFlavors: [AMD] };
  return { version: "4.0.0", architectures: ["amd64"], cri: CRI, ...flavors, ...parts };
}

/** The spec of a child of that parent. */
export function childOf(parts: Json = {}): NamespacedCloudProfileSpec {
  const spec = { parent: { kind: "CloudProfile", name: "parent" }, ...parts };
  return parsedValue(namespacedCloudProfileView({ metadata: { name: "child", namespace: "garden-dev" }, spec })).spec;
}

/** A child that says something of one version of the parent's image `os`. */
export function withVersion(version: Json, image: Json = {}): NamespacedCloudProfileSpec {
  return childOf({ machineImages: [{ name: "os", versions: [version], ...image }] });
}

/** A child with an image `custom` of one sound version 1.0.0. */
export function withCustomImage(version: Json, image: Json = {}): NamespacedCloudProfileSpec {
  const sound = { version: "1.0.0", cri: CRI, capabilityFlavors: [AMD], ...version };
  return childOf({ machineImages: [{ name: "custom", updateStrategy: "major", versions: [sound], ...image }] });
}

/** A child with one machine type. */
export function withType(machineType: Json): NamespacedCloudProfileSpec {
  return childOf({ machineTypes: [{ name: "t1", usable: true, ...machineType }] });
}

/** The findings about a child, in document order. */
export function findingsOf(
  spec: NamespacedCloudProfileSpec,
  parts: Partial<NamespacedCloudProfileReview> = {},
): readonly Finding[] {
  return validateNamespacedCloudProfile({
    spec,
    old: undefined,
    parent: parentOf(D2),
    rendered: undefined,
    namespace: "garden-dev",
    featureGates: { VersionClassificationLifecycle: true },
    now: NOW,
    ...parts,
  }).toSorted(compareFindings);
}

/**
 * The findings about a child as lines, such as `CAP-NCP-12 Invalid spec.machineImages[0].versions[0].expirationDate null`,
 * with `rendered` for `status.cloudProfileSpec`.
 */
export function linesOf(
  spec: NamespacedCloudProfileSpec,
  parts: Partial<NamespacedCloudProfileReview> = {},
): readonly string[] {
  return findingsOf(spec, parts).map((found) => line(found).replace("status.cloudProfileSpec", "rendered"));
}
