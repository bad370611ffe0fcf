import type { Explanations } from "./explanation.ts";

/**
 * CAP-CP-80 to 91: what an update of a CloudProfile does to the shoots and NamespacedCloudProfiles that depend on it. A
 * shoot in deletion does not count.
 */
export const PROFILE_UPDATES = {
  "CAP-CP-80": {
    what: "An update removes an image version that a worker pool runs, or that a NamespacedCloudProfile of this parent lists.",
    why: "The pool could not get new nodes, and an override would be left without what it overrides.",
    example: `
      # stored: versions 7.0.0 and 7.1.0; shoot garden-dev/botany runs 7.0.0
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.1.0 }]`,
    fix: "Set an `expirationDate` instead, and remove the version when nothing uses it any more.",
  },
  "CAP-CP-81": {
    what: "An update removes a machine image that a NamespacedCloudProfile of this parent lists.",
    why: "Its overrides would become versions of a custom image, which nobody wrote.",
    example: `
      # stored: gardenlinux and fedora; NamespacedCloudProfile garden-dev/own overrides fedora
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0 }]`,
    fix: "Remove the image from the NamespacedCloudProfiles first.",
  },
  "CAP-CP-82": {
    what: "An update adds a machine image whose name a NamespacedCloudProfile of this parent defines already. To add a version to an image that both have is allowed; the version of the NamespacedCloudProfile stays in force.",
    why: "Two images of different makers would be mixed under one name.",
    example: `
      # NamespacedCloudProfile garden-dev/own defines an image talosx
      machineImages:
      - name: talosx
        versions: [{ version: 1.0.0 }]`,
    fix: "Use another name, or have the image removed from the NamespacedCloudProfile.",
  },
  "CAP-CP-83": {
    what: "An update removes a capability or a value that a flavor or machine type of a NamespacedCloudProfile of this parent names. Gardener does not ask if all of these profiles name no capability but `architecture`; that gap is CAP-CP-85.",
    why: "The NamespacedCloudProfile would use a word that is not defined any more.",
    example: `
      # stored: nic has values [fast, slow]
      # NamespacedCloudProfile garden-dev/own has a machine type with nic: [slow]
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: nic, values: [fast] }`,
    fix: "Change the NamespacedCloudProfiles first.",
  },
  "CAP-CP-85": {
    what: "An update removes a value of `architecture` that a NamespacedCloudProfile of this parent still uses, in a flavor, a machine type or a legacy field.",
    why: "Gardener lets it pass where these profiles name no other capability. The machine types and images concerned are then of an architecture that does not exist, and every later write to the NamespacedCloudProfile is refused.",
    example: `
      # stored: architecture has values [amd64, arm64]
      # NamespacedCloudProfile garden-dev/own has a machine type for arm64
      machineCapabilities:
      - { name: architecture, values: [amd64] }`,
    fix: "Change the NamespacedCloudProfiles first.",
    isAboutChange: true,
  },
  "CAP-CP-86": {
    what: "An update removes a machine type that a worker pool uses. Up to five shoots are named.",
    why: "Gardener allows it. With capabilities the next write to such a shoot makes gardener-apiserver fail, and its pool gets no new nodes.",
    example: `
      # stored: machine types m5.large and m6.large; shoot garden-dev/botany has a pool of m5.large
      machineTypes: [{ name: m6.large }]`,
    fix: "Mark the machine type `usable: false`, which keeps it from new pools, and remove it when nothing uses it any more.",
    isAboutChange: true,
  },
  "CAP-CP-87": {
    what: "An update of capabilities or flavors makes a machine type and an image version incompatible that a worker pool uses together. The finding stands at the element that changed and names up to five shoots.",
    why: "Gardener allows it, and from then on refuses every write to these shoots, of labels and finalizers too: they cannot even be deleted.",
    example: `
      # stored: capabilityFlavors: [{}]
      # shoot garden-dev/botany runs 7.0.0 on a machine type with tpm: [v1]
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2, v1] }
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, capabilityFlavors: [{ tpm: [v2] }] }]`,
    fix: "Add a new image version with the narrower flavors, let the old one expire, and wait until no shoot runs it.",
    isAboutChange: true,
  },
  "CAP-CP-88": {
    what: "An update defines a second architecture while a NamespacedCloudProfile of this parent has a custom image version with neither flavors nor `architectures`.",
    why: "Such a version was built for the one architecture that there was. With two it is invalid (CAP-CP-45), and so is every later write to the NamespacedCloudProfile.",
    example: `
      # stored: architecture has values [amd64]
      machineCapabilities:
      - { name: architecture, values: [amd64, arm64] }`,
    fix: "Have `architectures: [amd64]` added to these versions first.",
    isAboutChange: true,
  },
  "CAP-CP-89": {
    what: "A NamespacedCloudProfile, rendered with the new state of its parent, breaks a rule for machine types, machine images or flavors. The finding names the profile and that rule.",
    why: "Gardener renders it anew without asking these rules. The shoots that refer to it are judged by a profile that could not be written.",
    example: `
      # stored: no machineCapabilities
      # NamespacedCloudProfile garden-dev/own has a custom version for arm64
      machineCapabilities:
      - { name: architecture, values: [amd64] }`,
    fix: "Change the NamespacedCloudProfile first, so that it is valid with both states of the parent.",
  },
  "CAP-CP-90": {
    what: "An update changes the order of capability definitions, or of the values of one.",
    why: "The order is preference. Where several flavors fit a machine type, the provider extension may pick another image from now on, and new nodes differ from old ones.",
    example: `
      # stored: tpm has values [v2, v1]
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v1, v2] }`,
    fix: "Nothing, if the new preference is meant; else restore the order.",
  },
  "CAP-CP-91": {
    what: "An update defines a further capability or value, and some machine types or flavors do not name that capability. The warning names them.",
    why: "What does not name a capability has all its values, so each of them now claims the new one too, whether the machine or image supports it or not.",
    example: `
      # stored: tpm has values [v2]
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2, v3] }
      machineTypes: [{ name: m5.large }]`,
    fix: "Name the capability, with the values that hold, on the machine types and flavors that do not support everything.",
  },
} as const satisfies Explanations;
