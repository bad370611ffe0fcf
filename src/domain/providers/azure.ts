import { ARCHITECTURE, type Capabilities } from "../capabilities/types.ts";
import { forbidden, required } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { azureReferenceRules, REFERENCES } from "./azure-references.ts";
import type { Provider, ProviderReview } from "./provider.ts";
import {
  CORE_IMAGES,
  PROVIDER_CONFIG,
  type ProviderConfig,
  type ProviderImageVersion,
  versionText,
} from "./provider-config.ts";
import { ofArchitecture } from "./region-references.ts";
import type { ConfigSchema, FieldShapes } from "./schema.ts";

/** The capability that stands for `acceleratedNetworking`. Source: provider-azure pkg/azure/types.go. */
export const NETWORKING = "azure-networking";
/** What every image serves. */
export const BASIC = "basic";
/** What only images with `acceleratedNetworking: true` serve. */
export const ACCELERATED = "accelerated";

const image = {
  urn: "optionalText",
  id: "optionalText",
  communityGalleryImageID: "optionalText",
  sharedGalleryImageID: "optionalText",
  skipMarketplaceAgreement: "optionalFlag",
} satisfies FieldShapes;

const domainCounts = { list: { region: "text", count: "integer" } } as const;

const schema: ConfigSchema = {
  config: {
    countUpdateDomains: domainCounts,
    countFaultDomains: domainCounts,
    machineTypes: { list: { name: "text", acceleratedNetworking: "optionalFlag" } },
    cloudConfiguration: { optionalObject: { name: "text" } },
  },
  version: { ...image, architecture: "optionalText", acceleratedNetworking: "optionalFlag" },
  flavor: image,
  references: REFERENCES,
  regions: undefined,
};

/**
 * Microsoft Azure: one image for all regions, by one of four kinds of references; in the flat shape one entry per
 * architecture, of which only some serve accelerated networking.
 * Source: provider-azure pkg/apis/azure/v1alpha1/types_cloudprofile.go, pkg/apis/azure/validation/cloudprofile.go.
 */
export const azure: Provider = {
  type: "azure",
  schema,
  isRegionScoped: () => false,
  flatFlavors: (version) => [{ capabilities: flatCapabilities(version), regions: undefined }],
  referenceRules: azureReferenceRules,
  mixedFields: ({ references, architecture, acceleratedNetworking }) => [
    ...(references.size > 0 ? [["image"]] : []),
    ...(architecture === undefined ? [] : [["architecture"]]),
    ...(acceleratedNetworking === undefined ? [] : [["acceleratedNetworking"]]),
  ],
  allowsFlatShape: true,
  listsArchitecturesApart: true,
  legacyCheck: "architectures",
  imagesPath: CORE_IMAGES,
  comparesSoundConfigsOnly: true,
  checksNamespacedEntries: true,
  fillsArchitecture: true,
  refusesUnservedPools: false,
  extraRules: networkingRules,
  extraNamespacedRules: namespacedRules,
};

/** Source: provider-azure pkg/apis/azure/helper/helper.go, convertLegacyVersionsToCapabilityFlavors. */
function flatCapabilities({ architecture, acceleratedNetworking }: ProviderImageVersion): Capabilities {
  const networking = acceleratedNetworking === true ? [BASIC, ACCELERATED] : [BASIC];
  return new Map([
    [ARCHITECTURE, ofArchitecture(architecture).get(ARCHITECTURE) ?? []],
    [NETWORKING, networking],
  ]);
}

/**
 * CAP-PC-23: the extension writes `azure-networking: [basic]` into the flavors of such entries before the profile is
 * validated, so it must be defined. One finding for the whole profile.
 * Source: provider-azure pkg/admission/mutator/cloudprofile.go, convertVersionsToCapabilityFlavors.
 */
function* networkingRules({ vocabulary, config }: ProviderReview): Iterable<Finding> {
  if (!vocabulary.isCapabilityMode || vocabulary.valuesOf(NETWORKING)?.includes(BASIC)) {
    return;
  }
  const concerned = config.machineImages.flatMap(({ name, versions }) =>
    versions.filter(isUnaccelerated).map(({ version }) => versionText(name, version)),
  );
  const [first] = concerned;
  if (first !== undefined) {
    const others = concerned.length > 1 ? ` and ${concerned.length - 1} more` : "";
    const detail = `define capability ${NETWORKING} with value ${BASIC}, which the provider adds to ${first}${others}, or set acceleratedNetworking there`;
    yield finding("CAP-PC-23", required(["spec", "machineCapabilities"], detail), NETWORKING);
  }
}

function isUnaccelerated({ capabilityFlavors, references, acceleratedNetworking }: ProviderImageVersion): boolean {
  return capabilityFlavors.length === 0 && references.size > 0 && acceleratedNetworking !== true;
}

const PARENTS_OWN = ["cloudConfiguration", "countFaultDomains", "countUpdateDomains"];

/** CAP-PC-34. */
function* namespacedRules({ otherFields }: ProviderConfig): Iterable<Finding> {
  for (const field of PARENTS_OWN.filter((name) => otherFields.has(name))) {
    const error = forbidden(at(PROVIDER_CONFIG, field), "only the parent CloudProfile may set it; remove the field");
    yield finding("CAP-PC-34", error, field);
  }
}
