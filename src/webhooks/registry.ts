import type { Webhook } from "./contract.ts";
import { shootValidation } from "./validate-shoot.ts";

/** The table of contents: every webhook that is built, in the order in which manifests list them. */
export const WEBHOOKS: readonly Webhook[] = [shootValidation];
