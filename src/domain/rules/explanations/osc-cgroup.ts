import type { Explanations } from "./explanation.ts";

/** OSC-V-62, 63 and POL-01, 02: the cgroup driver, and policies. */
export const OSC_CGROUP = {
  "OSC-V-62": {
    what: "The cgroup driver of kubelet is another one than `criConfig.cgroupDriver`. Kubelet's is that of the flag `--cgroup-driver` in `kubelet.service`, else `cgroupDriver` in `/var/lib/kubelet/config/kubelet`, else `cgroupfs`. A file that cannot be read is not judged.",
    why: "With containerd 1.7 no pod would start. containerd 2 tells kubelet its own driver, which hides the mistake until one of the two changes.",
    example: `
      type: ubuntu
      purpose: reconcile
      criConfig: { name: containerd, cgroupDriver: systemd }
      files:
      - path: /var/lib/kubelet/config/kubelet
        content:
          inline:
            encoding: ""
            data: |
              kind: KubeletConfiguration
              cgroupDriver: cgroupfs`,
    fix: "Write the same driver on both sides: `systemd`, unless the nodes have cgroup v1.",
    except:
      "It is only a warning where `criConfig.cgroupDriver` is not set while kubelet uses `systemd`, and for runtimes that plugins add: those of type `io.containerd.runc.v2` need `SystemdCgroup` in their `options` to be as the driver.",
  },
  "OSC-V-63": {
    what: "An update changes the cgroup driver of containerd or of kubelet; what is not set counts as `cgroupfs`. The policy that decides about the driver permits the change to its own driver with `change: always`, or with `change: whenHibernated` while the shoot is hibernated; never for pools that are updated in place.",
    why: "gardener-node-agent would change all nodes of the pool at once and restart containerd and kubelet, which then cannot recreate the pods that run. Nothing on the node stops it.",
    example: `
      # stored: criConfig: { name: containerd, cgroupDriver: cgroupfs }
      type: ubuntu
      purpose: reconcile
      criConfig: { name: containerd, cgroupDriver: systemd }`,
    fix: "Keep the driver. For another one make new nodes: a change of the Shoot that replaces them, or another pool, comes with an OSC of its own, whose driver is free.",
    except:
      "It is only a warning where the guard of the cgroup driver is switched off, and where a policy permits the change for hibernated shoots but the Cluster is not known.",
    isAboutChange: true,
  },
  "POL-01": {
    what: "The OSC already says something else than a policy with `conflict: deny` wants: another entry for the same registry, another setting of the same plugin table, another file or unit.",
    why: "The operator wants to hear of it rather than have either side lose silently.",
    example: `
      # A policy with conflict: deny wants the host https://mirror.corp.example for docker.io.
      type: ubuntu
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries:
          - upstream: docker.io
            hosts: [{ url: https://cache.team.example }]`,
    fix: "Remove it from whatever writes it into the OSC, such as an extension of the shoot, or choose another `conflict` for the policy.",
  },
  "POL-02": {
    what: "A policy sets the cgroup driver, but `/var/lib/kubelet/config/kubelet` cannot be read: its content is not base64, not UTF-8, or no `KubeletConfiguration` in block-style YAML. JSON, several documents, anchors and tags are not read. An update of an OSC whose stored file is not readable either is a warning.",
    why: "Only containerd would get the policy's driver, and kubelet would disagree with it.",
    example: `
      # policy: cgroupDriver: { driver: systemd }
      type: ubuntu
      purpose: reconcile
      criConfig: { name: containerd, containerd: { sandboxImage: "registry.k8s.io/pause:3.10" } }
      files:
      - path: /var/lib/kubelet/config/kubelet
        content: { inline: { encoding: "", data: '{ "kind": "KubeletConfiguration" }' } }`,
    fix: "Write the file as Gardener does: YAML, one setting on each line.",
  },
} as const satisfies Explanations;
