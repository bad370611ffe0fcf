import type { Explanations } from "./explanation.ts";

/**
 * CRI-V-20 to 26: CRI and container runtimes of pools. Pools of a stored shoot are judged by them where they change their
 * CRI, machine image or Kubernetes version.
 */
export const CRI_CONSTRAINTS = {
  "CRI-V-20": {
    what: "The CRI of a pool, or one of its container runtimes, is not among those that `osSupport` of the policies lists for the machine image. An entry with `cri: []` is an operating system that cannot be configured with any: pools with container runtimes are refused, and with `strict: true` all pools, since every pool has `containerd` by default.",
    why: "What an image can do is in no Gardener object. Its profile may offer more than works, and nodes would come up without the runtime.",
    example: `
      # policy: osSupport: [{ image: gardenlinux, containerRuntimes: [kata] }]
      provider:
        workers:
        - name: worker
          machine: { type: m5.large, image: { name: gardenlinux, version: 7.0.0 } }
          cri: { name: containerd, containerRuntimes: [{ type: gvisor }] }`,
    fix: "Choose one of the image versions that the message lists, or leave the container runtime out. Operators correct the table.",
  },
  "CRI-V-21": {
    what: "The shoot enables the extension `registry-cache` or `registry-mirror`, and `cri.name` of a pool is not `containerd`.",
    why: "Both write mirrors for containerd; nodes of the pool would go on pulling from the origin.",
    example: `
      extensions: [{ type: registry-cache }]
      provider:
        workers: [{ name: worker, cri: { name: docker } }]`,
    fix: "Use `containerd` in all pools, or set `disabled: true` for the extension.",
  },
  "CRI-V-22": {
    what: "An update changes `cri.name` of a pool whose nodes are not updated in place.",
    why: "The CRI is part of the hash by which Gardener tells old nodes from new ones, so that all nodes are replaced.",
    example: `
      # stored: cri.name is docker
      provider:
        workers: [{ name: worker, cri: { name: containerd } }]`,
    fix: "Nothing, if that is what you want; container runtimes alone do not replace nodes.",
  },
  "CRI-V-23": {
    what: "An update removes a container runtime from a pool.",
    why: "Pods with its RuntimeClass find no node in this pool any more, also to be restarted. What its installer wrote into the containerd configuration stays on nodes that exist.",
    example: `
      # stored: containerRuntimes: [{ type: gvisor }]
      provider:
        workers: [{ name: worker, cri: { name: containerd } }]`,
    fix: "Move the pods to another pool or runtime first. To get rid of the settings, replace the nodes.",
  },
  "CRI-V-24": {
    what: "An update of a CloudProfile withdraws `containerd` or a container runtime from an image version while a shoot uses it, also through a NamespacedCloudProfile.",
    why: "Gardener lets it pass, and refuses the next change of such a pool that touches its CRI or image.",
    example: `
      # stored: with containerRuntimes: [{ type: gvisor }], which shoot garden-dev/botany uses
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, cri: [{ name: containerd }] }]`,
    fix: "Withdraw it in a new image version, and let this one expire.",
    except: "Where shoots are not watched, everything that is withdrawn is a warning.",
    isAboutChange: true,
  },
  "CRI-V-25": {
    what: "By `osSupport` of the policies the machine image of a pool uses cgroup v1, and the pool's kubelet is of version 1.38 or later.",
    why: "These kubelets do not run on cgroup v1, and those from 1.35 on only where they are told not to fail.",
    example: `
      # policy: osSupport: [{ image: gardenlinux, cgroup: v1 }]
      kubernetes: { version: 1.38.0 }
      provider:
        workers:
        - name: worker
          machine: { type: m5.large, image: { name: gardenlinux, version: 7.0.0 } }`,
    fix: "Choose an image version with cgroup v2.",
    except:
      "From 1.35 to 1.37 it is a warning, unless `setsFailCgroupV1` says that the image sets `--fail-cgroupv1=false`.",
  },
  "CRI-V-26": {
    what: "A pool asks for a container runtime that a policy in mode `enforce` configures in containerd, too: `gvisor` as `runsc`, `kata` in its variants, others by their own names. Selectors of the policy about projects, seeds and labels are taken to match.",
    why: "The extension edits the same file on the nodes, and skips what is there already or repeats it, so that the outcome depends on who comes first.",
    example: `
      # a policy adds the plugin settings of runtime runsc
      provider:
        workers:
        - name: worker
          machine: { type: m5.large, image: { name: gardenlinux, version: 7.0.0 } }
          cri: { name: containerd, containerRuntimes: [{ type: gvisor }] }`,
    fix: "Leave the runtime to its extension, or out of the pool; operators exclude the pool from the policy.",
  },
} as const satisfies Explanations;
