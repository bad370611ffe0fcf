import type { Explanations } from "./explanation.ts";

/** CAP-PC-11 to 18, 21 and 22: `spec.providerConfig` of a CloudProfile beside its machine images. */
export const PROVIDER_MAPPINGS = {
  "CAP-PC-11": {
    what: "A machine image of the profile is not in its providerConfig.",
    why: "Shoots can choose the image, but the provider cannot start machines with it.",
    example: `
      machineImages: [{ name: gardenlinux, versions: [{ version: 7.0.0 }] }]
      providerConfig:
        machineImages: []`,
    fix: "Add the image with its versions, or remove it from `machineImages`.",
  },
  "CAP-PC-12": {
    what: "A version of a machine image is not in the providerConfig. Without capabilities, aws, azure, gcp and openstack tell it once per architecture; local is asked only where there are capabilities.",
    why: "Shoots can choose the version, but the provider cannot start machines with it.",
    example: `
      type: gcp
      machineImages:
      - name: gardenlinux
        versions:
        - { version: 7.0.0, architectures: [amd64] }
        - { version: 7.1.0, architectures: [amd64] }
      providerConfig:
        machineImages:
        - { name: gardenlinux, versions: [{ version: 7.0.0, image: global/images/i }] }`,
    fix: "Add the version with its references.",
  },
  "CAP-PC-13": {
    what: "No flavor of the providerConfig equals a flavor of the profile once omitted capabilities are filled in. A version without flavors stands for the one with all values.",
    why: "Equal flavors connect the two lists; a flavor without partner promises an image that does not exist. A provider flavor that spells out all values loses its partner when a value is added.",
    example: `
      type: gcp
      machineCapabilities: [{ name: architecture, values: [amd64, arm64] }]
      machineImages:
      - name: gardenlinux
        versions:
        - { version: 7.0.0, capabilityFlavors: [{ architecture: [amd64] }, { architecture: [arm64] }] }
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions:
          - version: 7.0.0
            capabilityFlavors: [{ capabilities: { architecture: [amd64] }, image: global/images/i }]`,
    fix: "Add a provider flavor with the same capabilities and its image, or remove the flavor from the profile.",
  },
  "CAP-PC-14": {
    what: "Two flavors of the providerConfig equal the same flavor of the profile. Where images are mapped by region, it counts only if they share a region; an openstack flavor with `image` has every region.",
    why: "The extension cannot choose between them, and creates no nodes.",
    example: `
      type: gcp
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2, v1] }
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, capabilityFlavors: [{ architecture: [amd64] }] }]
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions:
          - version: 7.0.0
            capabilityFlavors:
            - { capabilities: { architecture: [amd64] }, image: global/images/a }
            - { capabilities: { tpm: [v1, v2] }, image: global/images/b }`,
    fix: "Remove one of the two, or make them differ, here and in the profile.",
  },
  "CAP-PC-15": {
    what: "A flavor of the providerConfig equals no flavor of the profile once omitted capabilities are filled in. In the flat shape of a NamespacedCloudProfile it is an architecture that the version is not built for.",
    why: "The image is never chosen by what the profile promises, yet it takes part in the choice among provider flavors.",
    example: `
      type: gcp
      machineCapabilities: [{ name: architecture, values: [amd64, arm64] }]
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, capabilityFlavors: [{ architecture: [amd64] }] }]
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions:
          - version: 7.0.0
            capabilityFlavors:
            - { capabilities: { architecture: [amd64] }, image: global/images/a }
            - { capabilities: { architecture: [arm64] }, image: global/images/b }`,
    fix: "Remove the provider flavor, or add the flavor to the profile.",
    except: "In NamespacedCloudProfiles the extensions (but local) refuse it too, so there it always denies.",
  },
  "CAP-PC-16": {
    what: "With capabilities, a version is mapped in the flat shape, and no flat entry is for an architecture that a flavor of the profile has.",
    why: "Pools of that architecture would find no image.",
    example: `
      type: gcp
      machineCapabilities: [{ name: architecture, values: [amd64, arm64] }]
      machineImages:
      - name: gardenlinux
        versions:
        - { version: 7.0.0, capabilityFlavors: [{ architecture: [amd64] }, { architecture: [arm64] }] }
      providerConfig:
        machineImages:
        - { name: gardenlinux, versions: [{ version: 7.0.0, image: global/images/a }] }`,
    fix: "Add an entry for the architecture, or use `capabilityFlavors`.",
  },
  "CAP-PC-17": {
    what: "A flavor of the profile restricts a capability beside the architecture, but its version is mapped in the flat shape.",
    why: "A flat entry claims every value of every capability. The extension may choose its image where the profile says that it does not fit.",
    example: `
      type: gcp
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: nic, values: [fast, slow] }
      machineImages:
      - { name: gardenlinux, versions: [{ version: 7.0.0, capabilityFlavors: [{ nic: [fast] }] }] }
      providerConfig:
        machineImages:
        - { name: gardenlinux, versions: [{ version: 7.0.0, image: global/images/a }] }`,
    fix: "Describe the images of the version by `capabilityFlavors` with the same restrictions.",
  },
  "CAP-PC-18": {
    what: "Without capabilities, an entry of `architectures` of a version has no image in the providerConfig (aws, azure, gcp, and openstack where it is mapped by region).",
    why: "Pools of that architecture would find no image.",
    example: `
      type: aws
      machineImages:
      - { name: gardenlinux, versions: [{ version: 7.0.0, architectures: [amd64, arm64] }] }
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions: [{ version: 7.0.0, regions: [{ name: eu-west-1, ami: ami-1 }] }]`,
    fix: "Add the image, with its `architecture`, or remove the architecture from the version.",
  },
  "CAP-PC-21": {
    what: "A CloudProfile maps a machine image or version that it does not have.",
    why: "The entry is never used: it is a leftover, or misspelt.",
    example: `
      machineImages: [{ name: gardenlinux, versions: [{ version: 7.0.0 }] }]
      providerConfig:
        machineImages: [{ name: gardenlinux, versions: [{ version: 6.9.0 }] }]`,
    fix: "Remove the entry, or correct it.",
  },
  "CAP-PC-22": {
    what: "With capabilities, a flavor of the providerConfig has no image in some region of the profile. Equal flavors may share the regions among them; an openstack flavor with `image` has every region.",
    why: "Shoots in that region can choose the version, but may find no image for their machine type.",
    example: `
      type: aws
      regions: [{ name: eu-west-1 }, { name: us-east-1 }]
      machineCapabilities: [{ name: architecture, values: [amd64] }]
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions:
          - version: 7.0.0
            capabilityFlavors:
            - { capabilities: { architecture: [amd64] }, regions: [{ name: eu-west-1, ami: ami-1 }] }`,
    fix: "Add the images of the missing regions; pools that find none are refused one by one (CAP-SH-33).",
  },
} as const satisfies Explanations;
