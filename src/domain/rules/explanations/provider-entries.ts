import type { Explanations } from "./explanation.ts";

/** CAP-PC-01 to 10, 19, 20 and 23: `spec.providerConfig` by itself. */
export const PROVIDER_ENTRIES = {
  "CAP-PC-01": {
    what: "A CloudProfile of a provider that gardengate knows has no `providerConfig`.",
    why: "It says which image of the provider stands for which version; without it no machine can be started.",
    example: `
      type: aws
      machineImages: [{ name: gardenlinux, versions: [{ version: 7.0.0 }] }]`,
    fix: "Add a `CloudProfileConfig` of the provider with its `machineImages`.",
  },
  "CAP-PC-02": {
    what: "A providerConfig has no machine images, or one without name, without versions or with an empty version.",
    why: "The entry cannot be found by the name and version that a pool asks for.",
    example: `
      providerConfig:
        machineImages: [{ name: gardenlinux, versions: [] }]`,
    fix: "Name every image and version.",
  },
  "CAP-PC-03": {
    what: "A version of the providerConfig has `capabilityFlavors` beside fields of the flat shape, such as `regions`, `image` or `architecture`.",
    why: "It would be unclear which of the two the images come from.",
    example: `
      type: aws
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions:
          - version: 7.0.0
            regions: [{ name: eu-west-1, ami: ami-1 }]
            capabilityFlavors:
            - { capabilities: { architecture: [amd64] }, regions: [{ name: eu-west-1, ami: ami-1 }] }`,
    fix: "Move the references into the flavors, and remove the flat fields.",
  },
  "CAP-PC-04": {
    what: "A version of the providerConfig has `capabilityFlavors`, but the profile has no `machineCapabilities`.",
    why: "Flavors have a meaning only by the definitions.",
    example: `
      type: gcp
      machineCapabilities: []
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions:
          - version: 7.0.0
            capabilityFlavors: [{ capabilities: { architecture: [amd64] }, image: global/images/i }]`,
    fix: "Define the capabilities in `machineCapabilities`, or use the flat shape.",
  },
  "CAP-PC-05": {
    what: "With `machineCapabilities`, a version of the providerConfig of provider `local` has an `image` of its own.",
    why: "This provider does not read the flat shape where there are capabilities.",
    example: `
      type: local
      machineCapabilities: [{ name: architecture, values: [amd64] }]
      providerConfig:
        machineImages: [{ name: local, versions: [{ version: 1.0.0, image: registry/local:1.0.0 }] }]`,
    fix: "Move the image into an entry of `capabilityFlavors`.",
  },
  "CAP-PC-06": {
    what: "A flavor of the providerConfig names a capability or a value that `machineCapabilities` does not define.",
    why: "It could never equal a flavor of the profile.",
    example: `
      type: gcp
      machineCapabilities: [{ name: architecture, values: [amd64] }]
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions:
          - version: 7.0.0
            capabilityFlavors: [{ capabilities: { gpu: [h100] }, image: global/images/i }]`,
    fix: "Correct the name or value, or define it.",
  },
  "CAP-PC-07": {
    what: "The profile defines several architectures, and a flavor of the providerConfig names none or more than one.",
    why: "An image is built for one architecture.",
    example: `
      type: gcp
      machineCapabilities: [{ name: architecture, values: [amd64, arm64] }]
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions:
          - { version: 7.0.0, capabilityFlavors: [{ capabilities: {}, image: global/images/i }] }`,
    fix: "Name one architecture, and add a flavor for each further one.",
  },
  "CAP-PC-08": {
    what: "A reference to an image is missing or malformed. aws and alicloud need `regions` with `name` and `ami` or `id`, openstack `name` and `id` in each region, gcp and local an `image`, azure exactly one of `urn`, `id`, `communityGalleryImageID` and `sharedGalleryImageID`.",
    why: "No machine could be started from the entry.",
    example: `
      type: azure
      machineCapabilities: [{ name: architecture, values: [amd64] }]
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions:
          - version: 7.0.0
            capabilityFlavors:
            - { capabilities: { architecture: [amd64] }, urn: "a:b:c:d", id: /subscriptions/x }`,
    fix: "Complete the reference; the message tells its format.",
  },
  "CAP-PC-09": {
    what: "A flavor of an openstack providerConfig has neither `regions` nor `image`.",
    why: "The extension accepts it, and finds no image when nodes are created.",
    example: `
      type: openstack
      machineCapabilities: [{ name: architecture, values: [amd64] }]
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions:
          - { version: 7.0.0, capabilityFlavors: [{ capabilities: { architecture: [amd64] } }] }`,
    fix: "Add the regions with their image ids, or the name of an image that every region has.",
  },
  "CAP-PC-10": {
    what: "A region of a flavor in the providerConfig has an `architecture` (aws, openstack).",
    why: "The flavor says it already; the field belongs to the flat shape.",
    example: `
      type: aws
      machineCapabilities: [{ name: architecture, values: [amd64] }]
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions:
          - version: 7.0.0
            capabilityFlavors:
            - capabilities: { architecture: [amd64] }
              regions: [{ name: eu-west-1, ami: ami-1, architecture: amd64 }]`,
    fix: "Remove the field from the region.",
  },
  "CAP-PC-19": {
    what: "`architecture` of a flat entry of the providerConfig, or of one of its regions, is neither `amd64` nor `arm64`.",
    why: "No pool asks for another one.",
    example: `
      type: gcp
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions: [{ version: 7.0.0, architecture: x86_64, image: global/images/i }]`,
    fix: "Write `amd64` or `arm64`; left out, it means `amd64`.",
  },
  "CAP-PC-20": {
    what: "A providerConfig lists an image twice, a version of an image twice, or a region of a flavor twice. Flat entries of azure and gcp may repeat a version with another architecture.",
    why: "The extension uses one of the two without a word.",
    example: `
      type: gcp
      providerConfig:
        machineImages:
        - name: gardenlinux
          versions:
          - { version: 7.0.0, image: global/images/a }
          - { version: 7.0.0, image: global/images/b }`,
    fix: "Keep the right one, or merge the entries.",
  },
  "CAP-PC-23": {
    what: "In an azure profile with capabilities, a flat entry without `acceleratedNetworking: true` stands where `machineCapabilities` lacks the capability `azure-networking` or its value `basic`.",
    why: "The extension adds `azure-networking: [basic]` to the flavors of such versions before the profile is validated; Gardener then refuses a capability that the author has never written (CAP-CP-50 or 51).",
    example: `
      type: azure
      machineCapabilities: [{ name: architecture, values: [amd64] }]
      providerConfig:
        machineImages: [{ name: gardenlinux, versions: [{ version: 7.0.0, urn: "a:b:c:d" }] }]`,
    fix: "Define `azure-networking` with the values `accelerated` and `basic`, describe the images by `capabilityFlavors`, or set `acceleratedNetworking: true` where it holds.",
  },
} as const satisfies Explanations;
