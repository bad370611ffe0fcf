import type { Rule } from "./catalogue.ts";

/**
 * The rules about `spec.providerConfig`, which maps machine images to those of a provider, and about what shoots find
 * in it. Where a rule has two marks in the contract, its findings carry the other one.
 * Source: capabilities contract, sections 5.4 and 8.2.
 */
export const PROVIDER_RULES = {
  // The extensions refuse it; Gardener itself takes it, and so do landscapes without their admission: a warning.
  "CAP-PC-01": { mark: "Ww", title: "a CloudProfile has a providerConfig" },
  "CAP-PC-02": { mark: "P", title: "a providerConfig has machine images with names and versions" },
  "CAP-PC-03": { mark: "P", title: "a provider version has either capability flavors or the flat shape" },
  "CAP-PC-04": { mark: "P", title: "provider flavors need machineCapabilities" },
  "CAP-PC-05": { mark: "P", title: "with machineCapabilities the provider local maps images by flavor only" },
  "CAP-PC-06": { mark: "P", title: "capabilities of provider flavors are defined in machineCapabilities" },
  "CAP-PC-07": { mark: "P", title: "with several architectures a provider flavor names exactly one" },
  "CAP-PC-08": { mark: "P", title: "a provider flavor refers to its image" },
  "CAP-PC-09": { mark: "W", title: "an openstack flavor has regions or an image" },
  "CAP-PC-10": { mark: "P", title: "regions of a provider flavor do not name an architecture" },
  "CAP-PC-11": { mark: "P", title: "every machine image is in the providerConfig" },
  "CAP-PC-12": { mark: "P", title: "every machine image version is in the providerConfig" },
  "CAP-PC-13": { mark: "P", title: "every flavor has a provider flavor" },
  "CAP-PC-14": { mark: "W", title: "a flavor has one provider flavor only, in each region" },
  "CAP-PC-15": { mark: "W", title: "every provider flavor belongs to a flavor" },
  "CAP-PC-16": { mark: "P", title: "flat provider entries cover the architectures of all flavors" },
  "CAP-PC-17": { mark: "Ww", title: "a flavor with restrictions is mapped by a provider flavor, not by a flat entry" },
  "CAP-PC-18": {
    mark: "P",
    title: "without machineCapabilities provider entries cover all architectures of a version",
  },
  "CAP-PC-19": { mark: "P", title: "architectures of flat provider entries are amd64 or arm64" },
  "CAP-PC-20": { mark: "W", title: "provider images, versions and regions are listed once" },
  "CAP-PC-21": { mark: "Ww", title: "provider images and versions are in the profile" },
  "CAP-PC-22": { mark: "Ww", title: "a provider flavor has an image in every region of the profile" },
  "CAP-PC-23": {
    mark: "W",
    title: "flat azure entries without accelerated networking need the capability azure-networking",
  },
  "CAP-PC-30": { mark: "P", title: "custom images and versions are in the providerConfig" },
  "CAP-PC-31": { mark: "P", title: "a NamespacedCloudProfile does not map versions of its parent anew" },
  "CAP-PC-32": { mark: "P", title: "a NamespacedCloudProfile maps only images and versions of its own" },
  "CAP-PC-33": { mark: "P", title: "the provider flavors of a custom version have images in the same regions" },
  "CAP-PC-34": { mark: "P", title: "a NamespacedCloudProfile leaves provider settings beside images to its parent" },

  "CAP-SH-33": { mark: "W", title: "the provider has an image for the machine type in the shoot's region" },
  "CAP-SH-34": { mark: "W", title: "the provider's choice among its flavors is unique" },
} as const satisfies Readonly<Record<string, Rule>>;
