import { missingImageRules } from "./image-reference.ts";
import type { Provider } from "./provider.ts";
import { PROVIDER_IMAGES } from "./provider-config.ts";

/**
 * The provider local, which Gardener is developed with. With capabilities it knows flavors only; it prints the indexes
 * of the profile's images under its own providerConfig, and leaves core flavors and NamespacedCloudProfiles alone.
 * Source: gardener pkg/provider-local/apis/local/v1alpha1/types_cloudprofile.go, pkg/provider-local/apis/local/validation.
 */
export const local: Provider = {
  type: "local",
  schema: {
    config: { loadBalancer: { object: { image: "text" } } },
    version: { image: "text" },
    flavor: { image: "text" },
    references: ["image"],
    regions: undefined,
  },
  isRegionScoped: () => false,
  flatFlavors: () => [],
  referenceRules: missingImageRules,
  mixedFields: () => [],
  allowsFlatShape: false,
  listsArchitecturesApart: false,
  legacyCheck: "images",
  imagesPath: PROVIDER_IMAGES,
  comparesSoundConfigsOnly: true,
  checksNamespacedEntries: false,
  fillsArchitecture: false,
  refusesUnservedPools: false,
};
