import type { FactKind } from "../facts/contract.ts";
import type { RenderOptions } from "./render-options.ts";
import type { RegisteredWebhook } from "./webhook-entries.ts";

/** A rule of a ClusterRole. */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** Objects that give gardengate's account what its facts need, and nothing else. */
export interface RbacObjects {
  readonly rules: readonly PolicyRule[];
  readonly objects: readonly Readonly<Record<string, unknown>>[];
}

/** The resource behind each kind of fact. A kind that is added to the contract is a compile error here. */
const FACT_RESOURCES: Readonly<Record<FactKind, { readonly group: string; readonly resource: string }>> = {
  CloudProfile: { group: "core.gardener.cloud", resource: "cloudprofiles" },
  NamespacedCloudProfile: { group: "core.gardener.cloud", resource: "namespacedcloudprofiles" },
  Shoot: { group: "core.gardener.cloud", resource: "shoots" },
  Cluster: { group: "extensions.gardener.cloud", resource: "clusters" },
};

/** Reading and following; gardengate never writes to the cluster that it guards. */
const FACT_VERBS = ["get", "list", "watch"];

/**
 * The ClusterRole and its binding, derived from the kinds of facts that the webhooks of a role look up. No objects when
 * they look up none. The reviewed objects need no right: they come with the request.
 */
export function rbacObjects(
  webhooks: readonly RegisteredWebhook[],
  options: Pick<RenderOptions, "role" | "name" | "serviceAccount">,
): RbacObjects {
  const kinds = webhooks
    .filter(({ registration }) => registration.role === options.role)
    .flatMap((webhook) => webhook.factKinds);
  const resources = [...new Set(kinds)].map((kind) => FACT_RESOURCES[kind]);
  const groups = [...new Set(resources.map(({ group }) => group))].sort();
  const rules = groups.map((group) => ({
    apiGroups: [group],
    resources: resources
      .filter((resource) => resource.group === group)
      .map(({ resource }) => resource)
      .sort(),
    verbs: FACT_VERBS,
  }));
  return { rules, objects: rules.length === 0 ? [] : [clusterRole(options.name, rules), binding(options)] };
}

const API_GROUP = "rbac.authorization.k8s.io";

function metadata(name: string): Readonly<Record<string, unknown>> {
  return {
    name,
    labels: { "app.kubernetes.io/name": "gardengate" },
    annotations: { "gardengate.dev/generated-by": "gardengate render; do not edit" },
  };
}

function clusterRole(name: string, rules: readonly PolicyRule[]): Readonly<Record<string, unknown>> {
  return { apiVersion: `${API_GROUP}/v1`, kind: "ClusterRole", metadata: metadata(name), rules };
}

function binding({
  name,
  serviceAccount,
}: Pick<RenderOptions, "name" | "serviceAccount">): Readonly<Record<string, unknown>> {
  return {
    apiVersion: `${API_GROUP}/v1`,
    kind: "ClusterRoleBinding",
    metadata: metadata(name),
    roleRef: { apiGroup: API_GROUP, kind: "ClusterRole", name },
    subjects: [{ kind: "ServiceAccount", namespace: serviceAccount.namespace, name: serviceAccount.name }],
  };
}
