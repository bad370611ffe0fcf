import type { Explanations } from "./explanation.ts";

/** CAP-SH-10 to 20: what a worker pool asks of its profile; of the first chain of rules (12, 13, 15 to 17) one speaks. */
export const SHOOT_POOLS = {
  "CAP-SH-10": {
    what: "`machine.architecture` of a pool or, where it is left out, the architecture of its machine type is neither `amd64` nor `arm64`.",
    why: "Gardener supports no other.",
    example: `
      provider:
        workers: [{ name: worker, machine: { type: m5.large, architecture: ppc64le } }]`,
    fix: "Leave the field out; it follows from the machine type.",
  },
  "CAP-SH-11": {
    what: "`machine.type` of a pool is empty.",
    why: "There is no default machine type.",
    example: `
      provider:
        workers: [{ name: worker, machine: { type: "" } }]`,
    fix: "Name a machine type of the profile.",
  },
  "CAP-SH-12": {
    what: "`machine.type` of a new pool, or of one that changes its type or architecture, is not in the profile.",
    why: "The provider would not know which machines to start.",
    example: `
      provider:
        workers:
        - name: worker
          machine: { type: m5.lrage, image: { name: gardenlinux, version: 7.0.0 } }`,
    fix: "Choose one of the machine types that the message lists: usable, available in the pool's zones, of its architecture.",
  },
  "CAP-SH-13": {
    what: "The machine type of a new pool, or of one that changes its type or architecture, is marked `usable: false`, is not available in a zone of the pool, or is of another architecture than the pool. All reasons are told at once.",
    why: "The pool would not get nodes, or not in every zone.",
    example: `
      # m7g.large has architecture arm64
      provider:
        workers:
        - name: worker
          machine:
            type: m7g.large
            architecture: amd64
            image: { name: gardenlinux, version: 7.0.0 }`,
    fix: "Choose one of the machine types that the message lists, or change zones or architecture.",
  },
  "CAP-SH-14": {
    what: "A pool has no machine image, or one without name or version. On a real API server Gardener has filled them in by then.",
    why: "There is nothing to judge, nor to boot.",
    example: `
      provider:
        workers:
        - name: worker
          machine: { type: m5.large, image: { name: gardenlinux } }`,
    fix: "Name image and version.",
  },
  "CAP-SH-15": {
    what: "The machine image version of a new pool, or of one that changes its image or architecture, is not in the profile. Names and versions are compared character by character: `7.0` is not `7.0.0`.",
    why: "The provider would not know which image to boot.",
    example: `
      # the profile has gardenlinux 7.0.0
      provider:
        workers:
        - name: worker
          machine: { type: m5.large, image: { name: GardenLinux, version: 7.0.0 } }`,
    fix: "Choose one of the versions that the message lists.",
  },
  "CAP-SH-16": {
    what: "The machine image version of a new pool, or of one that changes its image or architecture, is not built for the pool's architecture, is expired or not available yet, or does not support the pool's in-place updates. An existing pool may move to an expired version that is not lower than its present one.",
    why: "The pool would not get nodes, or nodes without security updates.",
    example: `
      # gardenlinux 6.0.0 expired on 2025-12-31
      provider:
        workers:
        - name: new
          machine: { type: m5.large, image: { name: gardenlinux, version: 6.0.0 } }`,
    fix: "Choose one of the versions that the message lists.",
  },
  "CAP-SH-17": {
    what: "No flavor of the machine image version is compatible with the machine type: for each flavor there is a capability of which the two have no value in common. The message names the first per flavor.",
    why: "No image of the provider boots on these machines.",
    example: `
      # m5.large has tpm: [v2]
      # flavors of gardenlinux 7.0.0: { tpm: [v1] }, { architecture: [arm64] }
      provider:
        workers:
        - name: worker
          machine: { type: m5.large, image: { name: gardenlinux, version: 7.0.0 } }`,
    fix: "Choose an image version for the machine type, or a machine type for the image version, from those that the message lists.",
  },
  "CAP-SH-18": {
    what: "The machine image version does not offer the CRI of the pool, or one of its container runtimes. It is not asked of a pool that keeps CRI and image, nor where the image is refused for another reason.",
    why: "The runtime would not be on the nodes, and its pods could not be started.",
    example: `
      # gardenlinux 7.0.0 offers gvisor
      provider:
        workers:
        - name: worker
          machine: { type: m5.large, image: { name: gardenlinux, version: 7.0.0 } }
          cri: { name: containerd, containerRuntimes: [{ type: kata }] }`,
    fix: "Ask for what the message says is offered, or choose another version.",
  },
  "CAP-SH-19": {
    what: "The kubelet version of the pool, its own or the shoot's, is outside the `kubeletVersionConstraint` of the machine image version.",
    why: "The image was not built for that kubelet.",
    example: `
      # gardenlinux 7.0.0 has kubeletVersionConstraint: "< 1.33"
      kubernetes: { version: 1.33.4 }
      provider:
        workers:
        - name: worker
          machine: { type: m5.large, image: { name: gardenlinux, version: 7.0.0 } }`,
    fix: "Choose another image version first, then the Kubernetes version.",
  },
  "CAP-SH-20": {
    what: "An existing pool changes between rolling and in-place updates; or, while it is updated in place, changes machine type, image name or CRI, or goes back to a lower image version. A new pool asks for in-place updates while the feature gate `InPlaceNodeUpdates` is off.",
    why: "Nodes that are updated in place are kept; what would need new nodes cannot change.",
    example: `
      # stored: machine: { type: m5.large }
      provider:
        workers: [{ name: worker, updateStrategy: AutoInPlaceUpdate, machine: { type: m6.large } }]`,
    fix: "Add a pool with the new state and remove the old one.",
  },
} as const satisfies Explanations;
