import type { Explanations } from "./explanation.ts";

/** CAP-NCP-11 to 15 and 20 to 24: what a NamespacedCloudProfile says about entries of its parent, and what uses them. */
export const NAMESPACED_OVERRIDES = {
  "CAP-NCP-11": {
    what: "A new override of an image version of the parent sets more than its `expirationDate`: `classification`, `cri`, `architectures`, `capabilityFlavors`, `kubeletVersionConstraint` or `inPlaceUpdates`.",
    why: "Any of these fields but the last would replace the version of the parent as a whole, with whatever the parent says about it later.",
    example: `
      # the parent has gardenlinux 7.0.0
      machineImages:
      - name: gardenlinux
        versions:
        - version: 7.0.0
          expirationDate: "2027-06-30T00:00:00Z"
          capabilityFlavors: [{ architecture: [amd64] }]`,
    fix: "Keep `version` and `expirationDate` only. What else should differ needs a version, or an image, of another name.",
  },
  "CAP-NCP-12": {
    what: "A new override of an image version of the parent has no `expirationDate`.",
    why: "The date is all that an override can change, so it says nothing; and it would remove the date of the parent.",
    example: `
      # the parent has gardenlinux 7.0.0
      machineImages:
      - { name: gardenlinux, versions: [{ version: 7.0.0 }] }`,
    fix: "Set the date, or remove the version.",
  },
  "CAP-NCP-13": {
    what: "An update moves the `expirationDate` of an override to a moment that has passed, or changes the date of one that has expired to another in the past.",
    why: "The version would expire under its users without notice.",
    example: `
      # stored: the same override with a date in the future
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, expirationDate: "2020-01-01T00:00:00Z" }]`,
    fix: "Choose a date in the future, keep the stored one, or remove the override.",
  },
  "CAP-NCP-14": {
    what: "An update changes more than the `expirationDate` of an image version that the NamespacedCloudProfile had before and that the parent has by now.",
    why: "A custom version may stay as it was when the parent gets a version of the same name, but from then on it is an override.",
    example: `
      # stored: custom version 4.9.0 for amd64; the parent has got a version 4.9.0 since
      machineImages:
      - name: gardenlinux
        versions: [{ version: 4.9.0, cri: [{ name: containerd }], architectures: [amd64, arm64] }]`,
    fix: "Restore the other fields, or remove the version in favour of that of the parent.",
  },
  "CAP-NCP-15": {
    what: "An update changes the `updateStrategy` that the NamespacedCloudProfile gives to an image of the parent.",
    why: "Gardener takes the strategy of such an image as settled when it is first written.",
    example: `
      # stored: updateStrategy: minor; the parent has gardenlinux
      machineImages:
      - { name: gardenlinux, updateStrategy: patch, versions: [] }`,
    fix: "Restore the strategy. To choose another one, remove the image in one update and add it in a second.",
  },
  "CAP-NCP-20": {
    what: "An override of an image version of the parent has a `lifecycle`.",
    why: "Gardener accepts and ignores it: the version lives as the parent says.",
    example: `
      # the parent has gardenlinux 7.0.0
      machineImages:
      - name: gardenlinux
        versions:
        - version: 7.0.0
          expirationDate: "2027-06-30T00:00:00Z"
          lifecycle: [{ classification: deprecated }]`,
    fix: "Remove the `lifecycle`; use `expirationDate`.",
  },
  "CAP-NCP-21": {
    what: "A machine type of the same name as one of the parent leaves out a capability that the parent restricts.",
    why: "It replaces the entry of the parent as a whole, and a capability that is left out has all values: the machine type claims what the parent says it cannot do.",
    example: `
      # the parent has m5.large with tpm: [v2], of [v2, v1]
      machineTypes:
      - { name: m5.large, cpu: "8", memory: 8Gi, capabilities: { architecture: [amd64] } }`,
    fix: "Repeat the capabilities of the parent.",
  },
  "CAP-NCP-22": {
    what: "An update removes an image version that a shoot of the namespace runs by this profile, and the parent does not have it or has it expired.",
    why: "The pool could not get new nodes.",
    example: `
      # stored: custom version 4.9.0 of gardenlinux, which shoot botany runs
      machineImages: []`,
    fix: "Keep the version, with an `expirationDate` if need be, until nothing uses it any more.",
  },
  "CAP-NCP-23": {
    what: "An update removes or replaces a machine type, or changes flavors, so that a worker pool of the namespace loses its machine type, or its machine type and image version stop being compatible. Up to five shoots are named.",
    why: "Gardener allows it, and from then on refuses every write to these shoots, or fails at it.",
    example: `
      # stored: m5.large with tpm: [v2, v1], in place of the parent's with tpm: [v2]
      # shoot botany runs an image with the flavor { tpm: [v1] } on it
      machineTypes: []`,
    fix: "Keep what is used. Offer the new state under a new name, and remove the old one when nothing uses it any more.",
    isAboutChange: true,
  },
  "CAP-NCP-24": {
    what: "A Kubernetes version is classified, is not one of the parent, has no `expirationDate`, or gets one that has passed already.",
    why: "Kubernetes versions come from the parent; a NamespacedCloudProfile can only give them another date.",
    example: `
      # the parent has 1.33.4
      kubernetes:
        versions: [{ version: 1.32.9, expirationDate: "2027-06-30T00:00:00Z" }]`,
    fix: "Name a version of the parent and a date in the future, and nothing else.",
  },
} as const satisfies Explanations;
