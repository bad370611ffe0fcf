import type { Explanations } from "./explanation.ts";

/** CAP-CP-75 to 79: `spec.bastion` of a CloudProfile. */
export const BASTION = {
  "CAP-CP-75": {
    what: "`bastion` is there, but names neither a machine type nor a machine image.",
    why: "An empty section says nothing, and was probably meant to say something.",
    example: "bastion: {}",
    fix: "Name a machine type, a machine image or both, or remove the section.",
  },
  "CAP-CP-76": {
    what: "The machine type of the bastion is not in `machineTypes`.",
    why: "The provider could not start the bastion, which is found out when somebody needs SSH access.",
    example: `
      machineTypes: [{ name: m5.large }]
      bastion: { machineType: { name: t3.micro } }`,
    fix: "Name a machine type of the profile, or add it.",
  },
  "CAP-CP-77": {
    what: "The machine image of the bastion, or the version that it names, is not in `machineImages`.",
    why: "The provider could not start the bastion.",
    example: `
      machineImages: [{ name: gardenlinux, versions: [{ version: 7.0.0 }] }]
      bastion: { machineImage: { name: gardenlinux, version: 6.0.0 } }`,
    fix: "Name an image and version of the profile, or leave the version out.",
  },
  "CAP-CP-78": {
    what: "No version of the bastion's image, or not the named one, is explicitly classified as `supported` and built for the architecture of the bastion's machine type. A version without classification does not count.",
    why: "Only such versions are used for bastions. With capabilities, Gardener takes a version as built for every defined architecture, so a bastion of the wrong architecture passes and then does not boot.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64, arm64] }
      machineTypes: [{ name: m7g.large, capabilities: { architecture: [arm64] } }]
      machineImages:
      - name: gardenlinux
        versions:
        - { version: 7.0.0, classification: supported, capabilityFlavors: [{ architecture: [amd64] }] }
      bastion: { machineType: { name: m7g.large }, machineImage: { name: gardenlinux } }`,
    fix: "Classify a version of that architecture as `supported`, or choose another machine type or image.",
    except:
      "Where Gardener accepts the version and only its architecture is wrong, gardengate alone refuses it, and `rules.strict: warn` makes that a warning.",
  },
  "CAP-CP-79": {
    what: "With capabilities, no supported version of the bastion's image has a flavor that is compatible with the bastion's machine type.",
    why: "The architecture fits, but another capability does not: the provider finds no image for the bastion. Gardener does not compare the two.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2, v1] }
      machineTypes: [{ name: m5.large, capabilities: { tpm: [v1] } }]
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, classification: supported, capabilityFlavors: [{ tpm: [v2] }] }]
      bastion: { machineType: { name: m5.large }, machineImage: { name: gardenlinux } }`,
    fix: "Choose a machine type or image that fit each other, or add a flavor.",
  },
} as const satisfies Explanations;
