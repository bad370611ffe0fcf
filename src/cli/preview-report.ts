import { createHash } from "node:crypto";
import type { ClusterFact } from "../domain/clusters/cluster-fact.ts";
import { hostsToml, hostsTomlPath } from "../domain/containerd/hosts-toml.ts";
import { type NodePool, nodePoolOf } from "../domain/osc/node-pool.ts";
import type { OscLimits } from "../domain/osc/review.ts";
import { type OperatingSystemConfig, PROVISION } from "../domain/osc/types.ts";
import type { Operation } from "../domain/patches/operation.ts";
import type { PolicyEffect } from "../domain/policies/effect.ts";
import { matchingPolicies } from "../domain/policies/match.ts";
import type { PolicyMode, PolicySet } from "../domain/policies/types.ts";
import { type ConfigPreview, configPreviews } from "../domain/preview/config-preview.ts";
import { managedContainerd } from "../domain/preview/containerd-changes.ts";
import type { NodePreview } from "../domain/preview/node-preview.ts";
import { nodeSecretText } from "../domain/preview/node-secret.ts";
import { previewNodes } from "../domain/preview/preview-nodes.ts";
import { byUpstream } from "../domain/preview/registry-changes.ts";
import { renderUserData } from "../domain/rendering/user-data.ts";
import { findingText } from "../domain/rules/finding.ts";
import type { DecidedVerdict } from "../domain/verdict.ts";
import { nameOf, type RawObject } from "../wire/admission-review.ts";
import { operatingSystemConfigView } from "../wire/operating-system-config.ts";
import type { PreviewRequest } from "./preview-requests.ts";

/** What a webhook said to a request, or why it said nothing. */
export type Asked =
  | { readonly kind: "verdict"; readonly verdict: DecidedVerdict }
  | { readonly kind: "fault"; readonly message: string };

/** An OSC that the webhooks were asked about. */
export interface AskedOsc {
  readonly asked: PreviewRequest;
  readonly mutation: Asked;
  /** What was said to the object as the mutation left it. */
  readonly validation: Asked;
  readonly mutated: RawObject;
}

/** What a preview is made with. */
export interface PreviewContext {
  readonly policies: PolicySet;
  readonly cluster: (name: string) => ClusterFact | undefined;
  readonly limits: OscLimits;
  readonly hostName: string | undefined;
  readonly withUserData: boolean;
}

/** A policy for an OSC, and what it did or, in audit mode, would do. */
export interface PolicyReport {
  readonly policy: string;
  readonly mode: PolicyMode;
  readonly changed: readonly PartReport[];
  readonly skipped: readonly PartReport[];
}

/** A part of a policy, as its document spells it, and what of it is concerned. */
interface PartReport {
  readonly part: string;
  readonly subjects: readonly string[];
}

/** The pool that an OSC is for; null where it is not known. */
export interface PoolReport {
  readonly name: string | null;
  /** `namespace/name`. */
  readonly shoot: string | null;
  readonly operatingSystem: string;
  readonly kubernetes: string | null;
  readonly updateStrategy: string | null;
}

/** The configuration of a registry on nodes. */
export interface HostsTomlReport {
  readonly path: string;
  readonly change: "added" | "changed" | "kept" | "removed";
  /** Null where it is removed. */
  readonly text: string | null;
}

/** What the nodes of a pool get. */
export interface NodesReport extends NodePreview {
  /** SHA-256 of what of the OSC nodes read, in our own spelling; null of `provision` OSCs and before the first one. */
  readonly nodeSecretDigest: { readonly old: string | null; readonly new: string | null };
  readonly hostsToml: readonly HostsTomlReport[];
  /** For each version of containerd that nodes may have; empty of `provision` OSCs. */
  readonly configToml: readonly ConfigPreview[];
}

/** What comes of an OSC. */
export interface OscReport {
  readonly source: string;
  readonly kind: "OperatingSystemConfig";
  readonly namespace: string;
  readonly name: string;
  readonly operation: string;
  readonly pool: PoolReport | null;
  /** `failed` where a webhook gave no verdict, so that the API server would refuse. */
  readonly verdict: "allowed" | "patched" | "denied" | "failed";
  /** Why it is refused. */
  readonly denials: readonly string[];
  readonly policies: readonly PolicyReport[];
  readonly patch: readonly Operation[];
  /** Null where the OSC is refused: nodes keep what they have. */
  readonly nodes: NodesReport | null;
  readonly userData: string | null;
  readonly warnings: readonly string[];
}

/** Puts together what the webhooks said to an OSC, and what it does to nodes. */
export function oscReport({ asked, mutation, validation, mutated }: AskedOsc, context: PreviewContext): OscReport {
  const { source, request } = asked;
  const [view, old] = [viewOf(mutated), viewOf(request.oldObject)];
  const namespace = request.namespace ?? "";
  const pool = view && nodePoolOf(view, context.cluster(namespace));
  const isRefused = [mutation, validation].some((asked) => asked.kind === "verdict" && asked.verdict.kind === "deny");
  const nodes = view && pool && !isRefused ? nodesReport(old, view, pool, context) : null;
  return {
    source,
    kind: "OperatingSystemConfig",
    namespace,
    name: nameOf({ ...request, object: mutated }),
    operation: request.operation,
    pool: pool === undefined ? null : poolReport(pool),
    verdict: verdictOf(isRefused, mutation, validation),
    denials: [...new Set([mutation, validation].flatMap((each) => denialsOf(each, namespace, context)))],
    policies:
      view && pool && mutation.kind === "verdict" ? policyReports(view, pool, context.policies, mutation.verdict) : [],
    patch: mutation.kind === "verdict" && mutation.verdict.kind === "patch" ? mutation.verdict.operations : [],
    nodes,
    userData: view?.spec.purpose === PROVISION && context.withUserData ? renderUserData(view) : null,
    warnings: [...new Set([...warningsOf(mutation), ...warningsOf(validation), ...(nodes?.warnings ?? [])])],
  };
}

function viewOf(object: RawObject | null | undefined): OperatingSystemConfig | undefined {
  const view = object ? operatingSystemConfigView(object) : undefined;
  return view?.ok ? view.value : undefined;
}

function verdictOf(isRefused: boolean, mutation: Asked, validation: Asked): OscReport["verdict"] {
  if (isRefused) {
    return "denied";
  }
  if (mutation.kind === "fault" || validation.kind === "fault") {
    return "failed";
  }
  return mutation.verdict.kind === "patch" ? "patched" : "allowed";
}

function denialsOf(asked: Asked, namespace: string, context: PreviewContext): readonly string[] {
  return asked.kind === "fault" ? faultTexts(asked.message, namespace, context) : findingTexts(asked);
}

/** Without a namespace there is no Cluster to know; the validation names that mistake. */
function faultTexts(message: string, namespace: string, { cluster }: PreviewContext): readonly string[] {
  if (namespace === "") {
    return [];
  }
  const isKnown = cluster(namespace) !== undefined;
  return [isKnown ? message : `Cluster ${JSON.stringify(namespace)} is not known; --facts names a directory with it`];
}

function findingTexts(asked: Asked & { readonly kind: "verdict" }): readonly string[] {
  return asked.verdict.kind === "deny" ? asked.verdict.findings.map(findingText) : [];
}

function warningsOf(asked: Asked): readonly string[] {
  return asked.kind === "verdict" ? asked.verdict.warnings : [];
}

function poolReport({ name, cluster, osType, osVersion, kubernetesVersion, updateStrategy }: NodePool): PoolReport {
  return {
    name: name ?? null,
    shoot: cluster === undefined ? null : `${cluster.shootNamespace}/${cluster.shootName}`,
    operatingSystem: `${osType} ${osVersion ?? ""}`.trim(),
    kubernetes: kubernetesVersion ?? null,
    updateStrategy: updateStrategy ?? null,
  };
}

function policyReports(
  osc: OperatingSystemConfig,
  pool: NodePool,
  { policies }: PolicySet,
  { effects = [] }: DecidedVerdict,
): readonly PolicyReport[] {
  return matchingPolicies(policies, osc, pool).map(({ name, mode }) => {
    const own = effects.filter(({ policy }) => policy === name);
    return { policy: name, mode, changed: parts(own, "changed"), skipped: parts(own, "skipped") };
  });
}

function parts(effects: readonly PolicyEffect[], wanted: PolicyEffect["outcome"]): readonly PartReport[] {
  const grouped = Map.groupBy(
    effects.filter(({ outcome }) => outcome === wanted),
    ({ part }) => part,
  );
  return [...grouped].map(([part, of]) => ({ part, subjects: of.map(({ subject }) => subject) }));
}

function nodesReport(
  old: OperatingSystemConfig | undefined,
  next: OperatingSystemConfig,
  pool: NodePool,
  { limits, hostName, policies }: PreviewContext,
): NodesReport {
  const preview = previewNodes({ old, new: next, pool, limits, ...(hostName === undefined ? {} : { hostName }) });
  return {
    ...preview,
    nodeSecretDigest: { old: digest(old), new: digest(next) },
    hostsToml: hostsTomlReports(next, preview),
    configToml:
      managedContainerd(next) === undefined
        ? []
        : configPreviews(old?.spec.criConfig, next.spec.criConfig, pool, policies.tables),
  };
}

function digest(osc: OperatingSystemConfig | undefined): string | null {
  return osc === undefined || osc.spec.purpose === PROVISION
    ? null
    : createHash("sha256").update(nodeSecretText(osc)).digest("hex");
}

function hostsTomlReports(next: OperatingSystemConfig, { registries }: NodePreview): readonly HostsTomlReport[] {
  const present = [...byUpstream(managedContainerd(next)?.containerd.registries ?? [])].map(
    ([upstream, registry]): HostsTomlReport => ({
      path: hostsTomlPath(upstream),
      change: changeOf(upstream, registries),
      text: hostsToml(registry),
    }),
  );
  const removed = registries.removed.map(
    (upstream): HostsTomlReport => ({ path: hostsTomlPath(upstream), change: "removed", text: null }),
  );
  return [...present, ...removed];
}

function changeOf(upstream: string, { added, changed }: NodePreview["registries"]): HostsTomlReport["change"] {
  if (added.includes(upstream)) {
    return "added";
  }
  return changed.includes(upstream) ? "changed" : "kept";
}
