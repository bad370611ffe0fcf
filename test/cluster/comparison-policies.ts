import type { KubernetesObject } from "./cluster.ts";

/**
 * Admission policies in CEL under names of their own, and bound to one namespace instead of to all of shoots. Everything
 * else is as it was.
 */
export function boundTo(namespace: string, policies: readonly KubernetesObject[]): readonly KubernetesObject[] {
  const namespaceSelector = { matchLabels: { "kubernetes.io/metadata.name": namespace } };
  return policies.map((policy) => {
    const name = `${String(policy.metadata["name"])}.${namespace}`;
    const renamed = { ...policy, metadata: { ...policy.metadata, name } };
    return policy.kind.endsWith("Binding")
      ? { ...renamed, spec: { ...Object(policy["spec"]), policyName: name, matchResources: { namespaceSelector } } }
      : renamed;
  });
}
