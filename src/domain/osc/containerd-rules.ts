import type { OperatorTables } from "../policies/types.ts";
import { allFindings, type Finding, markOf, NO_FINDINGS } from "../rules/finding.ts";
import { jsonBound } from "./node-secret-bound.ts";
import { pluginFindings, pluginListFindings } from "./plugin-rules.ts";
import { registryFindings, registryRefusals } from "./registry-rules.ts";
import type { KnownContainerd, OscReview } from "./review.ts";
import { sandboxImageFindings } from "./sandbox-image-rules.ts";
import { type ContainerdConfig, PROVISION } from "./types.ts";

/**
 * Sandbox image, registries and plugins: OSC-V-07, 08, 11 to 35 and 66 to 68. An OSC that must not configure containerd
 * at all is told so by OSC-V-06.
 * Source: OperatingSystemConfig contract, sections 2.1 to 2.3.
 */
export function containerdFindings(review: OscReview): readonly Finding[] {
  const { purpose, criConfig } = review.osc.spec;
  if (review.known !== undefined && review.known.view === criConfig?.containerd) {
    return review.known.refusals;
  }
  const containerd = purpose === PROVISION ? undefined : criConfig?.containerd;
  return allFindings([
    containerd === undefined ? NO_FINDINGS : sandboxImageFindings(containerd),
    registryFindings(review),
    pluginFindings(review),
  ]);
}

/** What is to be known about a configuration of containerd in a `reconcile` OSC, whatever else is in the OSC. */
export function knownContainerd(view: ContainerdConfig, tables: OperatorTables): KnownContainerd {
  return { view, refusals: refusals(view, tables), secretBytes: jsonBound(view) };
}

function refusals(containerd: ContainerdConfig, tables: OperatorTables): readonly Finding[] {
  const findings = allFindings([
    sandboxImageFindings(containerd),
    registryRefusals(containerd.registries),
    pluginListFindings(containerd.plugins, tables),
  ]);
  return findings.filter((finding) => markOf(finding) !== "Ww");
}
