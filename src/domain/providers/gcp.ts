import { imageOf, missingImageRules } from "./image-reference.ts";
import type { Provider } from "./provider.ts";
import { CORE_IMAGES } from "./provider-config.ts";
import { ofArchitecture } from "./region-references.ts";

/**
 * Google Cloud: one image for all regions; in the flat shape one entry per architecture.
 * Source: provider-gcp pkg/apis/gcp/v1alpha1/types_cloudprofile.go, pkg/apis/gcp/validation/cloudprofile.go.
 */
export const gcp: Provider = {
  type: "gcp",
  schema: {
    config: {},
    version: { image: "text", architecture: "optionalText" },
    flavor: { image: "text" },
    references: ["image"],
    regions: undefined,
  },
  isRegionScoped: () => false,
  flatFlavors: ({ architecture }) => [{ capabilities: ofArchitecture(architecture), regions: undefined }],
  referenceRules: missingImageRules,
  mixedFields: (version) => [
    ...(imageOf(version) === "" ? [] : [["image"]]),
    ...((version.architecture ?? "") === "" ? [] : [["architecture"]]),
  ],
  allowsFlatShape: true,
  listsArchitecturesApart: true,
  legacyCheck: "architectures",
  imagesPath: CORE_IMAGES,
  comparesSoundConfigsOnly: false,
  checksNamespacedEntries: true,
  fillsArchitecture: true,
  refusesUnservedPools: false,
};
