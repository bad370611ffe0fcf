import type { Explanations } from "./explanation.ts";

/** CAP-CP-45 to 47, 50, 51, 53 to 56 and 58: `capabilityFlavors` of the image versions of a CloudProfile. */
export const FLAVORS = {
  "CAP-CP-45": {
    what: "The profile defines several architectures, and an image version has no `capabilityFlavors`.",
    why: "Nobody could tell which architectures the image is built for. Where one architecture is defined, an omitted list stands for it.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64, arm64] }
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0 }]`,
    fix: "Add one flavor per image that the provider has, at least one per architecture.",
  },
  "CAP-CP-46": {
    what: "The profile defines several architectures, and a flavor names none.",
    why: "An omitted capability stands for all values, and no image is built for two architectures.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64, arm64] }
      - { name: tpm, values: [v2, v1] }
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, capabilityFlavors: [{ tpm: [v2] }] }]`,
    fix: "Add `architecture` with one value to the flavor.",
  },
  "CAP-CP-47": {
    what: "The capability `architecture` of a flavor has more than one entry, a repeated one included.",
    why: "A flavor stands for one image, which is built for one architecture.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64, arm64] }
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, capabilityFlavors: [{ architecture: [amd64, arm64] }] }]`,
    fix: "Split the flavor into one per architecture.",
  },
  "CAP-CP-50": {
    what: "A flavor names a capability that `machineCapabilities` does not define.",
    why: "An undefined capability takes no part in matching, so a misspelt restriction would restrict nothing.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, capabilityFlavors: [{ gpu: [h100] }] }]`,
    fix: "Correct the name, or define the capability.",
  },
  "CAP-CP-51": {
    what: "A flavor names a value that the definition of the capability does not list.",
    why: "No machine type can have the value, so the flavor would match less than its author meant, or nothing.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: nic, values: [fast, slow] }
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, capabilityFlavors: [{ nic: [fast, turbo] }] }]`,
    fix: "Use a defined value, or add the value to the definition.",
  },
  "CAP-CP-53": {
    what: "An image version has `capabilityFlavors`, but the profile has no `machineCapabilities`.",
    why: "Flavors have a meaning only by the definitions; without them they would be ignored.",
    example: `
      machineCapabilities: []
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, capabilityFlavors: [{ architecture: [amd64] }] }]`,
    fix: "Define the capabilities in `machineCapabilities`, or use `architectures` instead of flavors.",
  },
  "CAP-CP-54": {
    what: "Two flavors of one image version are equal once omitted capabilities are filled in with all defined values. Order and repetitions of values do not count. The finding stands at the later one and names the earlier.",
    why: "Gardener stores it, but the provider extension cannot choose between the two: no node of a pool that both fit is ever created.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64, arm64] }
      - { name: nic, values: [fast, slow] }
      machineImages:
      - name: gardenlinux
        versions:
        - version: 7.0.0
          capabilityFlavors:
          - { architecture: [amd64], nic: [fast, slow] }
          - { architecture: [amd64] }`,
    fix: "Remove one of the two, or make them differ in the capability for which there are two images.",
    except:
      "It is only a warning where images are mapped by region (aws, alicloud, openstack), because these extensions copy flavors that differ by their regions alone into the profile.",
  },
  "CAP-CP-55": {
    what: "A capability of a flavor is an empty list or `null`. For `architecture` with several architectures, CAP-CP-46 says it already.",
    why: "An empty list is not an omitted one: it has no value in common with any machine type, so nobody ever gets this flavor.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2, v1] }
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, capabilityFlavors: [{ tpm: [] }] }]`,
    fix: "Remove the capability to allow all of its values, or list those that the image supports.",
  },
  "CAP-CP-56": {
    what: "A capability of a flavor lists a value twice. For `architecture`, CAP-CP-47 says it already.",
    why: "It changes nothing, so one of the two was probably meant to be another value.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2, v1] }
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, capabilityFlavors: [{ tpm: [v2, v2] }] }]`,
    fix: "Remove the repetition, or correct it.",
  },
  "CAP-CP-58": {
    what: "A flavor is compatible with no machine type of the profile.",
    why: "Its image is built and kept for nobody; often a machine type lacks a value, or the flavor has a wrong one.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2, v1] }
      machineTypes:
      - { name: m5.large, capabilities: { tpm: [v2] } }
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, capabilityFlavors: [{ tpm: [v2] }, { tpm: [v1] }] }]`,
    fix: "Correct the flavor or the machine types, or remove the flavor.",
  },
} as const satisfies Explanations;
