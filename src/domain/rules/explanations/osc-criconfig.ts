import type { Explanations } from "./explanation.ts";

/** OSC-V-01 to 10: metadata, purpose and criConfig. */
export const OSC_CRI_CONFIG = {
  "OSC-V-01": {
    what: "`metadata.name` is missing or is no DNS subdomain (lower-case letters, digits, `-` and `.`, at most 253), `metadata.namespace` is missing, or an update changes name, namespace or `metadata.deletionTimestamp`. The API server sees to it as well; the rule is for objects that have not been sent to one.",
    why: "gardenlet, the OS controllers and the Secrets of the nodes find each other by these names.",
    example: `
      # metadata: { name: Pool_Blue, namespace: shoot--acme--lab }
      type: gardenlinux
      purpose: reconcile`,
    fix: "Give the object the name and the namespace that gardenlet gives it.",
  },
  "OSC-V-02": {
    what: "`purpose` is missing, empty, or neither `provision` nor `reconcile`.",
    why: "The OS controllers render a `provision` OSC into user data of machines, and gardener-node-agent applies a `reconcile` OSC to nodes; nobody would do anything with another one.",
    example: `
      type: gardenlinux
      purpose: bootstrap`,
    fix: "Write `provision` or `reconcile`.",
  },
  "OSC-V-03": {
    what: "The key `type` is missing. An empty text is there. The same holds for keys that other parts cannot do without: `inPlaceUpdates.operatingSystemVersion` and `inPlaceUpdates.kubelet`, and in the status `cloudConfig.secretRef` and `inPlaceUpdates.osUpdate.command`.",
    why: "The schema of the API server demands them; `type` chooses the OS controller.",
    example: `
      purpose: reconcile
      inPlaceUpdates: { kubelet: 1.33.4 }`,
    fix: "Set `type` to the name of the pool's machine image, and the other keys where their parents are set.",
  },
  "OSC-V-04": {
    what: "`criConfig` is there without `name`, or with a name other than `containerd`.",
    why: "containerd is the only CRI that Gardener configures.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig: { name: docker }`,
    fix: "Write `name: containerd`.",
  },
  "OSC-V-05": {
    what: "`criConfig.cgroupDriver` is neither `cgroupfs` nor `systemd`.",
    why: "There are no others; gardener-node-agent would write a configuration that kubelet and containerd do not agree on.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig: { name: containerd, cgroupDriver: Systemd }`,
    fix: "Write `systemd`, or leave the field out to leave containerd's own setting alone.",
  },
  "OSC-V-06": {
    what: "`criConfig.containerd` is set in an OSC with the purpose `provision`. Nothing below it is looked at then.",
    why: "gardener-node-agent configures containerd, and it reads `reconcile` OSCs only.",
    example: `
      type: gardenlinux
      purpose: provision
      criConfig:
        name: containerd
        containerd: { sandboxImage: registry.k8s.io/pause:3.10 }`,
    fix: "Configure containerd in the `reconcile` OSC of the pool. What a node needs before gardener-node-agent runs has to be among the `files`.",
  },
  "OSC-V-07": {
    what: "`criConfig.containerd.sandboxImage` is missing or empty.",
    why: "Each pod begins with a container of that image.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          registries: [{ upstream: quay.io, hosts: [{ url: "https://mirror.example" }] }]`,
    fix: "Name a pause image such as `registry.k8s.io/pause:3.10`.",
  },
  "OSC-V-08": {
    what: "`criConfig.containerd.sandboxImage` is no image reference of the form `[host[:port]/]repository[:tag][@digest]`: it has a scheme or blanks, upper-case letters in the repository, or a digest of another length.",
    why: "containerd could not pull it, and no pod of the pool would start again.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd: { sandboxImage: "https://registry.k8s.io/pause:3.10" }`,
    fix: "Write the reference as `crictl pull` would take it.",
    except: "An image without tag and digest is only warned of, as it changes without anybody changing the OSC.",
  },
  "OSC-V-09": {
    what: "`criConfig.cgroupDriver` is set in an OSC with the purpose `provision`.",
    why: "No component reads it there, so whoever set it expects something that does not happen.",
    example: `
      type: gardenlinux
      purpose: provision
      criConfig: { name: containerd, cgroupDriver: systemd }`,
    fix: "Set it in the `reconcile` OSC of the pool.",
  },
  "OSC-V-10": {
    what: "The key `cri` is there. Documents of Gardener print it so; the field of the API is `criConfig`. The API server drops the key before it asks a webhook, so that this is found in files only.",
    why: "Nothing of what stands below it would ever reach a node.",
    example: `
      type: gardenlinux
      purpose: reconcile
      cri: { name: containerd, cgroupDriver: systemd }`,
    fix: "Rename the key to `criConfig`.",
  },
} as const satisfies Explanations;
