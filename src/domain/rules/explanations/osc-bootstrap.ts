import type { Explanations } from "./explanation.ts";

/** OSC-V-54 to 61, 64 and 65: bootstrap, updates, sizes. */
export const OSC_BOOTSTRAP = {
  "OSC-V-54": {
    what: "An update changes `type` or `purpose`; or `class` or `criConfig.name` from one value to another, while these two may be added and removed.",
    why: "OS controller and Worker were made for what the OSC was when it was created.",
    example: `
      # stored: purpose: reconcile
      type: gardenlinux
      purpose: provision`,
    fix: "Create another OSC. gardenlet does so for a pool with another machine image.",
  },
  "OSC-V-55": {
    what: "An update changes `spec` of an OSC that is being deleted. An absent list is the same as an empty one; apart from that an absent field differs from its default, such as `op: add`.",
    why: "The OS controller is cleaning up after what it has rendered.",
    example: `
      # stored: the same without the unit; both with metadata.deletionTimestamp
      type: gardenlinux
      purpose: reconcile
      units: [{ name: kubelet.service }]`,
    fix: "Change finalizers and annotations only, or wait for the deletion.",
  },
  "OSC-V-56": {
    what: 'The content of a file has `<<BOOTSTRAP_TOKEN>>` or `<<MACHINE_NAME>>`, and not both `encoding: ""` and `transmitUnencoded: true`.',
    why: "machine-controller-manager replaces the placeholders in the text of the user data. Base64 hides them, and the machine never joins.",
    example: `
      type: gardenlinux
      purpose: provision
      files:
      - path: /var/lib/gardener-node-agent/credentials/bootstrap-token
        content: { inline: { encoding: "", data: <<BOOTSTRAP_TOKEN>> } }`,
    fix: 'Set `encoding: ""` and `transmitUnencoded: true`; OS controllers look at one or the other.',
  },
  "OSC-V-57": {
    what: "A file with `transmitUnencoded: true` comes from base64, a Secret or an image; or its text has `$`, a backslash, a backtick, or a line that is `EOF`. In a `reconcile` OSC the flag has no effect, which is a warning.",
    why: "OS controllers write such text into a here-document of bash, where the shell would change it, or run it.",
    example: `
      type: gardenlinux
      purpose: provision
      files:
      - path: /etc/profile.d/greeting.sh
        content: { inline: { encoding: "", data: "echo hello $USER" }, transmitUnencoded: true }`,
    fix: "Leave `transmitUnencoded` out; only files with placeholders need it.",
    except: "In a `reconcile` OSC it is only a warning.",
  },
  "OSC-V-58": {
    what: "A `provision` OSC whose name begins with `gardener-node-agent-` lacks the unit `gardener-node-init.service`, or below `/var/lib/gardener-node-agent` the file `credentials/bootstrap-token` with exactly `<<BOOTSTRAP_TOKEN>>`, `machine-name` with exactly `<<MACHINE_NAME>>`, `init.sh`, `cluster-ca.crt` or `config-*.yaml`.",
    why: "The machine would start and never join the shoot.",
    example: `
      # metadata.name: gardener-node-agent-worker-0f1e2d3c4b5a6978-init
      type: gardenlinux
      purpose: provision`,
    fix: "Leave in place what gardenlet has written.",
  },
  "OSC-V-59": {
    what: "A `reconcile` OSC whose name begins with `gardener-node-agent-` lacks the unit `kubelet.service` or `gardener-node-agent.service`, or the file `/var/lib/kubelet/config/kubelet`, `/opt/bin/kubelet` or `/opt/bin/gardener-node-agent`.",
    why: "gardener-node-agent removes from all nodes of the pool at once what is not there any more.",
    example: `
      # metadata.name: gardener-node-agent-worker-0f1e2d3c4b5a6978-original
      type: gardenlinux
      purpose: reconcile`,
    fix: "Leave in place what gardenlet has written.",
  },
  "OSC-V-60": {
    what: "The user data that a `provision` OSC is rendered to has more bytes than a machine can have: 16384 unless configured otherwise for the provider. From 87.5 % on it is a warning. An amount for what OS extensions add is included.",
    why: "The provider would refuse to create machines.",
    example: `
      # and 14 KiB of further files
      type: gardenlinux
      purpose: provision
      files:
      - path: /etc/containerd/certs.d/_default/hosts.toml
        content: { inline: { encoding: "", data: 'server = "https://depot.air.example"' } }`,
    fix: "Leave out what the first pull of a node does not need; the `reconcile` OSC has room.",
    except: "Below the limit it is only a warning.",
  },
  "OSC-V-61": {
    what: "The Secret through which nodes get a `reconcile` OSC would have more than 1048576 bytes. From 80 % on it is a warning, and so are files that come from other Secrets, of which the size is not known.",
    why: "The API server would refuse the Secret, and the nodes would not get any change any more.",
    example: `
      # and 1 MiB of further files
      type: gardenlinux
      purpose: reconcile
      files: [{ path: /etc/motd, content: { secretRef: { name: motd, dataKey: text } } }]`,
    fix: "Leave out files, or let nodes get large ones from an image with `imageRef`.",
    except: "Below the limit it is only a warning.",
  },
  "OSC-V-64": {
    what: "A file in `status.extensionFiles` comes from a `secretRef`.",
    why: "gardenlet puts the content of Secrets in for `spec.files` alone, and nodes cannot read the Secret themselves.",
    example: `
      # below status, as: extensionFiles
      files: [{ path: /etc/motd, content: { secretRef: { name: motd, dataKey: text } } }]`,
    fix: "Let the OS extension put the content inline.",
  },
  "OSC-V-65": {
    what: "A policy changes `inPlaceUpdates`; or, for a pool whose nodes are updated in place, `cpuManagerPolicy`, `kubeReserved` or the thresholds `memory.available`, `imagefs.available`, `imagefs.inodesFree`, `nodefs.available` and `nodefs.inodesFree` of `evictionHard` in the kubelet's configuration file.",
    why: "A node applies such a change only when machine-controller-manager has made it ready, which happens for changes of the Shoot alone: the pool would take no change at all any more.",
    example: `
      # a policy adds evictionHard to the kubelet's configuration of a pool with AutoInPlaceUpdate
      type: gardenlinux
      purpose: reconcile
      inPlaceUpdates: { operatingSystemVersion: 1592.1.0, kubelet: 1.33.4 }
      files:
      - path: /var/lib/kubelet/config/kubelet
        content: { inline: { encoding: "", data: "evictionHard: { memory.available: 1Gi }" } }`,
    fix: "Set the fields in the Shoot, and take the file out of the policy.",
    isAboutChange: true,
  },
} as const satisfies Explanations;
