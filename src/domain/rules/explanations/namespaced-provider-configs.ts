import type { Explanations } from "./explanation.ts";

/** CAP-PC-30 to 34: `spec.providerConfig` of a NamespacedCloudProfile. */
export const NAMESPACED_PROVIDER_CONFIGS = {
  "CAP-PC-30": {
    what: "A NamespacedCloudProfile has an image or version that its parent does not have, and its providerConfig does not list it. An override of a version of the parent needs no entry.",
    why: "Shoots can choose the version, but the provider cannot start machines with it.",
    example: `
      # the parent does not have own-linux
      machineImages: [{ name: own-linux, updateStrategy: minor, versions: [{ version: 1.0.0 }] }]
      providerConfig:
        machineImages: []`,
    fix: "Add the image and version with their references.",
  },
  "CAP-PC-31": {
    what: "The providerConfig of a NamespacedCloudProfile lists a version that its parent has.",
    why: "It would replace the image that the parent vouches for under the same name.",
    example: `
      # the parent has gardenlinux 7.0.0
      providerConfig:
        machineImages: [{ name: gardenlinux, versions: [{ version: 7.0.0, image: global/images/own }] }]`,
    fix: "Remove the entry. For an image of your own define a custom version or image.",
  },
  "CAP-PC-32": {
    what: "The providerConfig of a NamespacedCloudProfile lists an image or version that is not in its `machineImages`.",
    why: "The entry is a leftover or misspelt, and would be merged into the configuration of the parent.",
    example: `
      machineImages: [{ name: own-linux, updateStrategy: minor, versions: [{ version: 1.0.0 }] }]
      providerConfig:
        machineImages: [{ name: own-linux, versions: [{ version: 1.0.1, image: global/images/own }] }]`,
    fix: "Add the version to `machineImages`, or remove the entry.",
  },
  "CAP-PC-33": {
    what: "With capabilities and images by region (aws, alicloud, openstack), one flavor of a custom version has an image in a region in which another flavor has none.",
    why: "Which machine types can be used would depend on the region, without anything in the profile saying so.",
    example: `
      # parent of type aws that defines architecture [amd64, arm64]
      machineImages:
      - name: own-linux
        updateStrategy: minor
        versions: [{ version: 1.0.0, cri: [{ name: containerd }], architectures: [amd64, arm64] }]
      providerConfig:
        machineImages:
        - name: own-linux
          versions:
          - version: 1.0.0
            capabilityFlavors:
            - capabilities: { architecture: [amd64] }
              regions: [{ name: eu-west-1, ami: ami-1 }]
            - capabilities: { architecture: [arm64] }
              regions: [{ name: eu-west-1, ami: ami-2 }, { name: us-east-1, ami: ami-3 }]`,
    fix: "Add the missing images, or remove the region from the other flavors.",
  },
  "CAP-PC-34": {
    what: "The providerConfig of a NamespacedCloudProfile sets what belongs to its parent: for azure `cloudConfiguration`, `countUpdateDomains` or `countFaultDomains`, for openstack anything but `machineImages`.",
    why: "These settings concern the whole landscape, and are not merged.",
    example: `
      # parent of type openstack
      providerConfig:
        keystoneURL: https://keystone.example.org`,
    fix: "Remove the field; have it changed in the parent if need be.",
  },
} as const satisfies Explanations;
