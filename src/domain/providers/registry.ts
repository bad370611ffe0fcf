import { alicloud } from "./alicloud.ts";
import { aws } from "./aws.ts";
import { azure } from "./azure.ts";
import { gcp } from "./gcp.ts";
import { local } from "./local.ts";
import { openstack } from "./openstack.ts";
import type { Provider } from "./provider.ts";

/** The providers that gardengate knows. */
export const PROVIDERS: readonly Provider[] = [aws, azure, gcp, openstack, alicloud, local];

const BY_TYPE: ReadonlyMap<string, Provider> = new Map(PROVIDERS.map((provider) => [provider.type, provider]));

/** The provider of a profile's `spec.type`; undefined for an unknown one, about which gardengate has no opinion. */
export function providerOf(type: string): Provider | undefined {
  return BY_TYPE.get(type);
}
