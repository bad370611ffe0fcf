import type { Registration } from "./contract.ts";

/** The objects of both webhooks for OperatingSystemConfigs, which live in the namespaces of shoots alone. */
export const OSC_TARGET = {
  target: {
    group: "extensions.gardener.cloud",
    version: "v1alpha1",
    resource: "operatingsystemconfigs",
    kind: "OperatingSystemConfig",
    scope: "Namespaced",
  },
  namespaceLabels: { "gardener.cloud/role": "shoot" },
} as const satisfies Partial<Registration>;
