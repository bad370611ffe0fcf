import type { OperatingSystemConfig } from "../osc/types.ts";
import { renderBash } from "./bash.ts";
import { isMemoryOne, renderCloudInit } from "./cloud-init.ts";
import { renderIgnition } from "./ignition.ts";
import type { SecretContents } from "./provisioned-files.ts";

const IGNITION_TYPES: readonly string[] = ["coreos", "flatcar"];
const CLOUD_INIT_TYPES: readonly string[] = ["ubuntu"];

/**
 * The user data of a provision OSC in the form of its operating system, without what the OS extension adds of its own.
 * Source: OperatingSystemConfig contract, section 6.
 */
export function renderUserData(osc: OperatingSystemConfig, secrets?: SecretContents): string {
  const { type = "" } = osc.spec;
  if (IGNITION_TYPES.includes(type)) {
    return renderIgnition(osc, secrets);
  }
  return CLOUD_INIT_TYPES.includes(type) || isMemoryOne(type)
    ? renderCloudInit(osc, secrets)
    : renderBash(osc, secrets);
}
