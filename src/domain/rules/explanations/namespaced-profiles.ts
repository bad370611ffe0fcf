import type { Explanations } from "./explanation.ts";

/** CAP-NCP-01 to 04, 06 to 10, 16 to 19 and 26: NamespacedCloudProfiles, but for what they override. */
export const NAMESPACED_PROFILES = {
  "CAP-NCP-01": {
    what: "`parent.kind` of a NamespacedCloudProfile is not `CloudProfile`.",
    why: "NamespacedCloudProfiles extend CloudProfiles only, not each other.",
    example: "parent: { kind: NamespacedCloudProfile, name: other }",
    fix: "Write `CloudProfile`, and the name of one.",
  },
  "CAP-NCP-02": {
    what: "`parent.name` is empty.",
    why: "A NamespacedCloudProfile is rendered from its parent, and is nothing without it.",
    example: 'parent: { kind: CloudProfile, name: "" }',
    fix: "Name the CloudProfile to extend.",
  },
  "CAP-NCP-03": {
    what: "An update changes `parent`.",
    why: "The shoots that refer to the profile would move to another landscape of machine types and images.",
    example: `
      # stored: parent: { kind: CloudProfile, name: aws }
      parent: { kind: CloudProfile, name: azure }`,
    fix: "Create another NamespacedCloudProfile with the other parent.",
  },
  "CAP-NCP-04": {
    what: "There is no CloudProfile of the name in `parent.name`.",
    why: "There is nothing to render the profile from. The rules that need the parent are not looked at.",
    example: "parent: { kind: CloudProfile, name: asw }",
    fix: "Correct the name; `kubectl get cloudprofiles` lists those that exist.",
  },
  "CAP-NCP-06": {
    what: "A machine image that the parent does not have is listed without versions.",
    why: "An image without versions cannot be chosen. For an image of the parent the list may be empty, as when only the update strategy is overridden.",
    example: `
      machineImages:
      - { name: own-linux, updateStrategy: minor, versions: [] }`,
    fix: "Add a version, or correct the name to that of an image of the parent.",
  },
  "CAP-NCP-07": {
    what: "A machine image that the parent does not have breaks a rule that image versions of CloudProfiles obey, by the capabilities of the parent: CAP-CP-45 to 53 (flavors and architectures), 60 to 66 (classification), 68 or 69 (CRI).",
    why: "The image becomes part of the rendered profile, where these rules hold.",
    example: `
      # the parent defines architecture [amd64, arm64]
      machineImages:
      - name: own-linux
        updateStrategy: minor
        versions: [{ version: 1.0.0, cri: [{ name: containerd }], capabilityFlavors: [{ tpm: [v2] }] }]`,
    fix: "See the rule that the message is about: the text is the same as for CloudProfiles.",
  },
  "CAP-NCP-08": {
    what: "A machine image that the parent does not have comes without `updateStrategy`. The finding stands in the rendered profile, `status.cloudProfileSpec`.",
    why: "Maintenance has to know how far it may move a pool. For CloudProfiles the field is defaulted, for NamespacedCloudProfiles it is not.",
    example: `
      machineImages:
      - name: own-linux
        versions: [{ version: 1.0.0, cri: [{ name: containerd }], architectures: [amd64] }]`,
    fix: "Write `updateStrategy: major`, or `minor` or `patch`.",
  },
  "CAP-NCP-09": {
    what: "A version that the parent does not have, of an image that it has, breaks a rule about flavors and architectures, by the capabilities of the parent: CAP-CP-45 to 51.",
    why: "The version becomes part of the rendered profile, where these rules hold.",
    example: `
      # the parent defines architecture [amd64, arm64] and has gardenlinux, but not 4.9.0
      machineImages:
      - name: gardenlinux
        versions: [{ version: 4.9.0, cri: [{ name: containerd }] }]`,
    fix: "Add flavors, or `architectures`, of which one flavor each is made.",
  },
  "CAP-NCP-10": {
    what: "A version that the parent does not have comes without `cri`, or is classified against CAP-CP-60 to 66. The finding stands in the rendered profile, `status.cloudProfileSpec`.",
    why: "A version that offers no CRI cannot be used by any pool. For CloudProfiles the field is defaulted, for NamespacedCloudProfiles it is not.",
    example: `
      machineImages:
      - name: gardenlinux
        versions: [{ version: 4.9.0, architectures: [amd64] }]`,
    fix: "Write `cri: [{ name: containerd }]`; for the classification see the rule of CloudProfiles.",
  },
  "CAP-NCP-16": {
    what: "The name of a machine type is empty, malformed or repeated (CAP-CP-21), its field `architecture` is unknown (CAP-CP-28), or its capabilities do not go with the definitions of the parent (CAP-CP-24 to 27). The latter stands in the rendered profile, `status.cloudProfileSpec`.",
    why: "Machine types become part of the rendered profile, where these rules hold. A NamespacedCloudProfile has no definitions of its own.",
    example: `
      # the parent defines architecture and tpm
      machineTypes:
      - { name: own.large, cpu: "2", memory: 8Gi, capabilities: { sev: ["on"] } }`,
    fix: "Use the capabilities of the parent, or ask for one to be defined there.",
  },
  "CAP-NCP-17": {
    what: "The rendered profile breaks any other rule for machine types, machine images and versions of CloudProfiles that Gardener enforces. The finding stands in `status.cloudProfileSpec`, whose lists begin with the entries of the parent.",
    why: "Shoots are judged by the rendered profile.",
    example: `
      # the parent's latest Kubernetes version is 1.34.1
      kubernetes:
        versions: [{ version: 1.34.1, expirationDate: "2027-06-30T00:00:00Z" }]`,
    fix: "See the rule that the message is about. If the parent itself breaks it, the parent has to be corrected.",
  },
  "CAP-NCP-18": {
    what: "The parent has no `machineCapabilities`, and a machine type or flavor names a capability other than `architecture`.",
    why: "The profile is brought into the form of its parent: the architecture moves to the legacy field, everything else vanishes without a word.",
    example: `
      # the parent has no machineCapabilities
      machineTypes:
      - { name: own.large, cpu: "2", memory: 8Gi, capabilities: { architecture: [arm64], tpm: [v2] } }`,
    fix: "Remove what is dropped, or define capabilities in the parent.",
  },
  "CAP-NCP-19": {
    what: "A machine type or flavor of the NamespacedCloudProfile breaks a rule that only gardengate has for CloudProfiles: CAP-CP-29 to 32 or 54 to 56.",
    why: "The reasons are those of the rule for CloudProfiles: capabilities that never match, or flavors between which the provider cannot choose.",
    example: `
      # the parent defines architecture [amd64] and tpm [v2, v1]
      machineTypes:
      - { name: own.large, cpu: "2", memory: 8Gi, capabilities: { tpm: [] } }`,
    fix: "See the rule that the message is about: the text is the same as for CloudProfiles.",
    except: "Equal flavors are only a warning where images are mapped by region (aws, alicloud, openstack).",
  },
  "CAP-NCP-26": {
    what: "Whatever the parent is: the name of a machine image (CAP-CP-41), an unknown update strategy (CAP-CP-43), a version (CAP-CP-44), an entry of `architectures` that is neither `amd64` nor `arm64` (CAP-CP-49), a kubelet constraint (CAP-CP-70) or the minimum version of in-place updates (CAP-CP-71) is wrong.",
    why: "These texts are wrong in themselves; the rules hold for overrides and custom versions alike.",
    example: `
      machineImages:
      - name: gardenlinux
        versions: [{ version: latest, expirationDate: "2027-06-30T00:00:00Z" }]`,
    fix: "See the rule of CloudProfiles: the text of the message is the same.",
  },
} as const satisfies Explanations;
