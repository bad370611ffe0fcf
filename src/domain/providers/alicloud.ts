import type { Provider } from "./provider.ts";
import { CORE_IMAGES } from "./provider-config.ts";
import { flavorsOfRegions, missingRegionRules, mixedRegions, regionRules } from "./region-references.ts";

const REFERENCE = "id";

/**
 * Alibaba Cloud: one image id per region. The flat shape is always for amd64.
 * Source: provider-alicloud pkg/apis/alicloud/v1alpha1/types_cloudprofile.go, pkg/apis/alicloud/validation/cloudprofile.go.
 */
export const alicloud: Provider = {
  type: "alicloud",
  schema: {
    config: {},
    version: {},
    flavor: {},
    references: [],
    regions: { reference: REFERENCE, hasArchitecture: false },
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
  legacyCheck: "versions",
  imagesPath: CORE_IMAGES,
  comparesSoundConfigsOnly: false,
  checksNamespacedEntries: true,
  fillsArchitecture: false,
  refusesUnservedPools: false,
};
