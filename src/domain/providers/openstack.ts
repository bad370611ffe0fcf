import { forbidden, required } from "../field/error.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { imageOf } from "./image-reference.ts";
import type { FlatFlavor, Provider } from "./provider.ts";
import { CORE_IMAGES, PROVIDER_CONFIG, type ProviderConfig, type ProviderImageVersion } from "./provider-config.ts";
import { flavorsOfRegions, mixedRegions, ofArchitecture, regionRules } from "./region-references.ts";
import type { ConfigSchema } from "./schema.ts";

const REFERENCE = "id";

const loadBalancerClass = {
  name: "text",
  purpose: "optionalText",
  floatingSubnetID: "optionalText",
  floatingSubnetTags: "optionalText",
  floatingSubnetName: "optionalText",
  floatingNetworkID: "optionalText",
  subnetID: "optionalText",
} as const;

const floatingPool = {
  name: "text",
  region: "optionalText",
  domain: "optionalText",
  defaultFloatingSubnet: "optionalText",
  nonConstraining: "optionalFlag",
  loadBalancerClasses: { list: loadBalancerClass },
} as const;

const storageClass = {
  name: "text",
  default: "optionalFlag",
  provisioner: "optionalText",
  parameters: "textMap",
  annotations: "textMap",
  labels: "textMap",
  reclaimPolicy: "optionalText",
  volumeBindingMode: "optionalText",
} as const;

const schema: ConfigSchema = {
  config: {
    constraints: {
      object: {
        floatingPools: { list: floatingPool },
        loadBalancerProviders: { list: { name: "text", region: "optionalText" } },
      },
    },
    dnsServers: "texts",
    dhcpDomain: "optionalText",
    keystoneURL: "text",
    keystoneCACert: "optionalText",
    keystoneForceInsecure: "flag",
    keystoneURLs: { list: { region: "text", url: "text", caCert: "optionalText" } },
    requestTimeout: "optionalText",
    rescanBlockStorageOnResize: "optionalFlag",
    ignoreVolumeAZ: "optionalFlag",
    nodeVolumeAttachLimit: "optionalInteger",
    useSNAT: "optionalFlag",
    serverGroupPolicies: "texts",
    resolvConfOptions: "texts",
    storageClasses: { list: storageClass },
  },
  version: { image: "text" },
  flavor: { image: "text" },
  references: ["image"],
  regions: { reference: REFERENCE, hasArchitecture: true },
};

/**
 * OpenStack: an image id per region, or the name of an image that every region has; the name serves regions that are
 * not listed, too.
 * Source: provider-openstack pkg/apis/openstack/v1alpha1/types_cloudprofile.go, pkg/apis/openstack/validation/cloudprofile.go.
 */
export const openstack: Provider = {
  type: "openstack",
  schema,
  isRegionScoped: (reference) => imageOf(reference) === "",
  flatFlavors,
  *referenceRules(reference, site) {
    if (site.shape === "flavor" && reference.regions.length === 0 && imageOf(reference) === "") {
      const error = required(site.path, `give ${site.owner} regions or an image`);
      yield finding("CAP-PC-09", error, ...site.names);
    }
    yield* regionRules(reference.regions, REFERENCE, site);
  },
  mixedFields: (version) => mixedRegions(version).map(() => []),
  allowsFlatShape: true,
  listsArchitecturesApart: false,
  legacyCheck: "architecturesOfRegions",
  imagesPath: CORE_IMAGES,
  comparesSoundConfigsOnly: false,
  checksNamespacedEntries: true,
  fillsArchitecture: true,
  refusesUnservedPools: false,
  extraNamespacedRules: onlyImages,
};

function flatFlavors(version: ProviderImageVersion): readonly FlatFlavor[] {
  if (imageOf(version) === "") {
    return flavorsOfRegions(version);
  }
  return version.regions.length > 0
    ? flavorsOfRegions(version).map((flavor) => ({ ...flavor, regions: undefined }))
    : [{ capabilities: ofArchitecture(undefined), regions: undefined, isUncounted: true }];
}

/** CAP-PC-34. */
function* onlyImages({ otherFields }: ProviderConfig): Iterable<Finding> {
  if (otherFields.size > 0) {
    const detail = `only machineImages may be set here; remove ${[...otherFields].sort().join(", ")}`;
    yield finding("CAP-PC-34", forbidden(PROVIDER_CONFIG, detail), ...[...otherFields].sort());
  }
}
