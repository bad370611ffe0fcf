import type { Webhook } from "./contract.ts";
import { operatingSystemConfigMutation } from "./mutate-operating-system-config.ts";
import { cloudProfileValidation } from "./validate-cloud-profile.ts";
import { namespacedCloudProfileValidation } from "./validate-namespaced-cloud-profile.ts";
import { operatingSystemConfigValidation } from "./validate-operating-system-config.ts";
import { shootValidation } from "./validate-shoot.ts";

/** The table of contents: every webhook that is built, in the order in which manifests list them. */
export const WEBHOOKS: readonly Webhook[] = [
  cloudProfileValidation,
  namespacedCloudProfileValidation,
  shootValidation,
  operatingSystemConfigMutation,
  operatingSystemConfigValidation,
];
