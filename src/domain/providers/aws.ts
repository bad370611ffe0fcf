import type { Provider } from "./provider.ts";
import { CORE_IMAGES } from "./provider-config.ts";
import { flavorsOfRegions, missingRegionRules, mixedRegions, regionRules } from "./region-references.ts";

const REFERENCE = "ami";

/**
 * Amazon Web Services: one AMI per region, and in the flat shape per architecture.
 * Source: provider-aws pkg/apis/aws/v1alpha1/types_cloudprofile.go, pkg/apis/aws/validation/cloudprofile.go.
 */
export const aws: Provider = {
  type: "aws",
  schema: {
    config: {},
    version: {},
    flavor: {},
    references: [],
    regions: { reference: REFERENCE, hasArchitecture: true },
  },
  isRegionScoped: () => true,
  flatFlavors: flavorsOfRegions,
  *referenceRules(reference, site) {
    yield* missingRegionRules(reference, site);
    yield* regionRules(reference.regions, REFERENCE, site);
  },
  mixedFields: mixedRegions,
  allowsFlatShape: true,
  listsArchitecturesApart: false,
  legacyCheck: "architectures",
  imagesPath: CORE_IMAGES,
  comparesSoundConfigsOnly: false,
  checksNamespacedEntries: true,
  fillsArchitecture: true,
  refusesUnservedPools: true,
};
