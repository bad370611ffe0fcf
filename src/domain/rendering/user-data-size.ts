import type { OperatingSystemConfig } from "../osc/types.ts";
import { renderBash } from "./bash.ts";
import { renderIgnition } from "./ignition.ts";
import type { SecretContents } from "./provisioned-files.ts";

/**
 * Bytes of the user data that a provision OSC becomes: those of the larger of the two renderings, and what OS extensions
 * add. Before the provider's own encoding.
 * Source: OperatingSystemConfig contract, section 6.5.
 */
export function userDataBytes(osc: OperatingSystemConfig, osOverheadBytes: number, secrets?: SecretContents): number {
  const renderings = [renderBash(osc, secrets), renderIgnition(osc, secrets)];
  return Math.max(...renderings.map((text) => Buffer.byteLength(text))) + osOverheadBytes;
}
