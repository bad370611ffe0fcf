import type { Explanations } from "./explanation.ts";

/** CAP-CP-40 to 44, 48, 49, 52, 57 and 59: `spec.machineImages` of a CloudProfile, but for flavors and life cycles. */
export const MACHINE_IMAGES = {
  "CAP-CP-40": {
    what: "`machineImages` is empty.",
    why: "A shoot with workers could not name any.",
    example: "machineImages: []",
    fix: "List at least one machine image with a version.",
  },
  "CAP-CP-41": {
    what: "The name of a machine image is empty, malformed, or that of an earlier entry. The grammar is that of capability names.",
    why: "Shoots and providerConfig refer to images by name.",
    example: `
      machineImages:
      - { name: gardenlinux, versions: [{ version: 7.0.0 }] }
      - { name: gardenlinux, versions: [{ version: 7.1.0 }] }`,
    fix: "Give each image one entry, with all its versions.",
  },
  "CAP-CP-42": {
    what: "A machine image has no versions.",
    why: "A pool runs a version of an image; an image without any cannot be chosen.",
    example: `
      machineImages:
      - { name: gardenlinux, versions: [] }`,
    fix: "Add a version, or remove the image.",
  },
  "CAP-CP-43": {
    what: "`updateStrategy` of a machine image is missing, empty or unknown. If the field is left out of a CloudProfile, the API server writes `major`.",
    why: "Maintenance has to know how far it may move a pool whose version expires.",
    example: `
      machineImages:
      - { name: gardenlinux, updateStrategy: latest, versions: [{ version: 7.0.0 }] }`,
    fix: "Use `patch`, `minor` or `major`.",
  },
  "CAP-CP-44": {
    what: "A version of a machine image is empty, no semantic version, or listed twice. A leading `v`, one or two numbers instead of three and leading zeros are accepted (`20.04`, `v1.2`); a numeric pre-release part with a leading zero (`1.2.3-01`) and surrounding blanks are not. One version that cannot be parsed is reported at its place and once more for the list.",
    why: "Maintenance orders versions; shoots name them as they are written here, character by character.",
    example: `
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0 }, { version: 7.0.0 }, { version: latest }]`,
    fix: "Write each version once, as MAJOR.MINOR.PATCH.",
  },
  "CAP-CP-48": {
    what: "The field `architectures` of an image version names an architecture that none of its flavors names. Where no flavor names one, the field is compared with `machineCapabilities`.",
    why: "The field is read by clients that do not know capabilities; it would promise an image that does not exist.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64, arm64] }
      machineImages:
      - name: gardenlinux
        versions:
        - version: 7.0.0
          architectures: [amd64, arm64]
          capabilityFlavors: [{ architecture: [amd64] }]`,
    fix: "Remove the field, which the API server then fills from the flavors, or add the missing flavor.",
  },
  "CAP-CP-49": {
    what: "An entry of `architectures` of an image version is not among the defined architectures or, without `machineCapabilities`, is neither `amd64` nor `arm64`.",
    why: "No machine type of the profile can have it.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, architectures: [arm64] }]`,
    fix: "Remove the entry, or define the architecture in `machineCapabilities`.",
  },
  "CAP-CP-52": {
    what: "In a profile without `machineCapabilities`, an image version has no `architectures`. If the field is left out, the API server writes `[amd64]`.",
    why: "Without capabilities the field is all that tells which machines can boot the image.",
    example: `
      # as it may come in a file that is reviewed offline
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, architectures: [] }]`,
    fix: "List the architectures that the image is built for.",
  },
  "CAP-CP-57": {
    what: "The field `architectures` of an image version is set, but leaves out an architecture that its flavors have.",
    why: "Clients that read the field, such as dashboards that do not know capabilities, do not offer the image for the missing architecture.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64, arm64] }
      machineImages:
      - name: gardenlinux
        versions:
        - version: 7.0.0
          architectures: [amd64]
          capabilityFlavors: [{ architecture: [amd64] }, { architecture: [arm64] }]`,
    fix: "Complete the field, or remove it, which makes the API server fill it from the flavors.",
  },
  "CAP-CP-59": {
    what: "The spec takes more than 80 % of the 1.5 MiB that etcd stores for one object.",
    why: "At the limit every write fails, that of a new machine image version included, and a NamespacedCloudProfile holds a complete copy in its status.",
    example: "machineImages: [] # imagine 1.2 MiB of versions and flavors",
    fix: "Remove image versions that have expired and machine types that nobody uses; leave out what defaulting fills in.",
  },
} as const satisfies Explanations;
