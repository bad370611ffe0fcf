import type { Capabilities, CapabilityDefinition } from "../capabilities/types.ts";
import { ACCELERATED, azure, BASIC, NETWORKING } from "../providers/azure.ts";
import type { ProviderConfig } from "../providers/provider-config.ts";
import { type Noted, noted } from "./noted.ts";

/** What a legacy providerConfig tells of capabilities beside the architecture. */
export interface Specifics {
  readonly definitions: readonly Noted<CapabilityDefinition>[];
  /** What a machine type has, by its name. */
  readonly ofMachineType: (name: string) => Capabilities;
  /** What an image has for which the providerConfig has no entry. */
  readonly ofUnmapped: Capabilities;
}

const NONE: Specifics = { definitions: [], ofMachineType: () => new Map(), ofUnmapped: new Map() };

/**
 * The capabilities that azure has for `acceleratedNetworking`; nothing for other providers. They are defined even where
 * nothing is accelerated, because the extension writes `azure-networking: [basic]` into flat entries, also into those of
 * NamespacedCloudProfiles. `accelerated` names the machine types with `acceleratedNetworking: true`.
 * Source: capabilities contract, section 8.3 and CAP-PC-23.
 */
export function specificsOf(
  providerType: string,
  config: ProviderConfig | undefined,
  accelerated: ReadonlySet<string>,
): Specifics {
  if (providerType !== azure.type || config === undefined) {
    return NONE;
  }
  const basic: Capabilities = new Map([[NETWORKING, [BASIC]]]);
  const both: Capabilities = new Map([[NETWORKING, [ACCELERATED, BASIC]]]);
  const isTold = accelerated.size > 0 || config.machineImages.some(({ versions }) => versions.some(isAccelerated));
  const note = isTold
    ? `guessed: machine types with accelerated networking also take images without it, as before; check their ${NETWORKING}`
    : `guessed: needed although nothing is accelerated, since the provider adds ${NETWORKING}: [${BASIC}] to flat entries; check that no machine type has accelerated networking`;
  return {
    definitions: [noted({ name: NETWORKING, values: [ACCELERATED, BASIC] }, note)],
    ofMachineType: (name) => (accelerated.has(name) ? both : basic),
    ofUnmapped: basic,
  };
}

function isAccelerated({ acceleratedNetworking }: { readonly acceleratedNetworking: boolean | undefined }): boolean {
  return acceleratedNetworking === true;
}
