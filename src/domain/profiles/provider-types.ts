/** Provider types that map machine images to one reference per region. Source: capabilities contract, section 8.1. */
const REGION_SCOPED: ReadonlySet<string> = new Set(["aws", "alicloud", "openstack"]);

/** Whether a provider maps machine images per region, so that equal flavors may belong to different regions. */
export function isRegionScoped(providerType: string): boolean {
  return REGION_SCOPED.has(providerType);
}
