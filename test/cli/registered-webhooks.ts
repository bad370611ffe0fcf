import type { RegisteredWebhook } from "../../src/cli/webhook-entries.ts";
import type { Registration } from "../../src/webhooks/contract.ts";
import { WEBHOOKS } from "../../src/webhooks/registry.ts";
import { TEST_SETTINGS } from "../support/test-app.ts";

const SHOOTS: Registration = {
  name: "shoots.validate.gardengate.dev",
  path: "/validate/shoots",
  type: "validating",
  role: "garden",
  target: { group: "core.gardener.cloud", version: "v1beta1", resource: "shoots", kind: "Shoot", scope: "Namespaced" },
  operations: ["CREATE", "UPDATE"],
  passes: { inDeletion: true, unchangedSpec: true },
  failurePolicy: "Fail",
  timeoutSeconds: 5,
  sideEffects: "None",
};

const CLOUD_PROFILES: Registration = {
  ...SHOOTS,
  name: "cloudprofiles.validate.gardengate.dev",
  path: "/validate/cloudprofiles",
  target: {
    group: "core.gardener.cloud",
    version: "v1beta1",
    resource: "cloudprofiles",
    kind: "CloudProfile",
    scope: "Cluster",
  },
};

const OSC_MUTATION: Registration = {
  ...SHOOTS,
  name: "operatingsystemconfigs.mutate.gardengate.dev",
  path: "/mutate/operatingsystemconfigs",
  type: "mutating",
  role: "seed",
  target: {
    group: "extensions.gardener.cloud",
    version: "v1alpha1",
    resource: "operatingsystemconfigs",
    kind: "OperatingSystemConfig",
    scope: "Namespaced",
  },
  passes: { inDeletion: true, unchangedSpec: false },
  namespaceLabels: { "gardener.cloud/role": "shoot" },
  reinvocationPolicy: "IfNeeded",
};

const OSC_VALIDATION: Registration = {
  ...OSC_MUTATION,
  name: "operatingsystemconfigs.validate.gardengate.dev",
  path: "/validate/operatingsystemconfigs",
  type: "validating",
  passes: { inDeletion: false, unchangedSpec: false },
};

/** Registrations of every shape, independent of what is built at present. */
export const REGISTERED: readonly RegisteredWebhook[] = [
  { registration: SHOOTS, factKinds: ["NamespacedCloudProfile", "CloudProfile"] },
  { registration: OSC_MUTATION, factKinds: ["Cluster"] },
  { registration: OSC_VALIDATION, factKinds: ["Cluster"] },
  { registration: CLOUD_PROFILES, factKinds: ["CloudProfile"] },
];

/** The webhooks that are built, under the default configuration. */
export const BUILT: readonly RegisteredWebhook[] = WEBHOOKS.map(({ registration, factKinds }) => ({
  registration,
  factKinds: factKinds(TEST_SETTINGS),
}));
