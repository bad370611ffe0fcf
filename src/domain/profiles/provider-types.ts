import { providerOf } from "../providers/registry.ts";

/** Whether a provider maps machine images per region, so that equal flavors may belong to different regions. */
export function isRegionScoped(providerType: string): boolean {
  return providerOf(providerType)?.schema.regions !== undefined;
}
