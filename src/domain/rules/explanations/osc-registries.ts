import type { Explanations } from "./explanation.ts";

/** OSC-V-11 to 23 and 66: registries. */
export const OSC_REGISTRIES = {
  "OSC-V-11": {
    what: "Two entries of `criConfig.containerd.registries` have the same `upstream`, character by character.",
    why: "An upstream has one directory on a node, and one entry would overwrite the other.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries:
          - { upstream: quay.io, hosts: [{ url: "https://a.example" }] }
          - { upstream: quay.io, hosts: [{ url: "https://b.example" }] }`,
    fix: "Bring the hosts together in one entry, in the order in which they are to be tried.",
  },
  "OSC-V-12": {
    what: "`upstream` of a registry is missing, or is neither `_default` nor `host[:port]`: a lower-case DNS name or IPv4 address, and a port from 1 to 65535 without leading zeros. IPv6 addresses, schemes, paths and wildcards are none.",
    why: "It becomes the name of a directory, by which containerd finds what to do for an image; under another name it would never look.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries: [{ upstream: ghcr.io/acme, hosts: [{ url: "https://mirror.example" }] }]`,
    fix: "Write what stands before the first slash of the image references, such as `ghcr.io`.",
  },
  "OSC-V-13": {
    what: "`server` of a registry is no URL, has another scheme than http and https, or has no host. Like Gardener, gardengate calls the field required where it cannot be read at all; a host and port alone, such as `registry.corp:5000`, are read as a scheme or not at all.",
    why: "containerd asks the server when no host has answered, and would contact nonsense.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries:
          - { upstream: quay.io, server: "quay.io:443", hosts: [{ url: "https://mirror.example" }] }`,
    fix: "Write `https://host[:port]`.",
  },
  "OSC-V-14": {
    what: "`url` of a registry host is missing, is no URL, or has no host. Like Gardener, gardengate calls the field required where it cannot be read.",
    why: "There is nothing to ask.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries: [{ upstream: quay.io, hosts: [{ url: "mirror.example" }] }]`,
    fix: "Write `https://host[:port]`.",
  },
  "OSC-V-15": {
    what: "`url` of a registry host, or `server` of a registry, does not begin with `http://` or `https://` in lower case. Of a server that OSC-V-13 refuses it is not asked.",
    why: "Gardener lets it pass. containerd then puts `https://` before the whole text and contacts a host that does not exist.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries: [{ upstream: quay.io, hosts: [{ url: "HTTPS://mirror.example" }] }]`,
    fix: "Begin with `https://`.",
  },
  "OSC-V-16": {
    what: "`url` of a registry host, or `server` of a registry, has user info, a query, a fragment, or a port outside 1 to 65535.",
    why: "containerd drops user info, query and fragment without a word, so that a mirror which needs credentials refuses every pull; and everybody who can read OSCs can read the password.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries: [{ upstream: quay.io, hosts: [{ url: "https://me:secret@mirror.example" }] }]`,
    fix: "Leave them out. Credentials belong into image pull secrets.",
  },
  "OSC-V-17": {
    what: "Two hosts of one registry have the same `url`, character by character.",
    why: "The file for containerd would have a table twice; containerd cannot read it then, and ignores all mirrors of the upstream and its server.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries:
          - upstream: quay.io
            hosts: [{ url: "https://mirror.example" }, { url: "https://mirror.example" }]`,
    fix: "Remove one of them.",
    except:
      "URLs that differ in the case of scheme and host or in a slash at the end are only warned of, and so is a URL whose path is nothing but a slash, for which containerd asks at `//v2/`.",
  },
  "OSC-V-18": {
    what: "A capability of a registry host is none of `push`, `pull` and `resolve`.",
    why: "Gardener knows no others, `referrers` of newer versions of containerd included.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries:
          - upstream: quay.io
            hosts: [{ url: "https://mirror.example", capabilities: [pull, referrers] }]`,
    fix: "Leave `capabilities` out for `pull` and `resolve`, or write `[pull]` for a mirror that is not trusted to resolve tags.",
  },
  "OSC-V-19": {
    what: "A registry host has the capability `push` and is neither the upstream nor its server; or a capability is repeated.",
    why: "What is pushed from a node would end up in a mirror, where nobody looks for it.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries:
          - upstream: quay.io
            hosts: [{ url: "https://mirror.example", capabilities: [pull, push] }]`,
    fix: "Leave `push` out.",
  },
  "OSC-V-20": {
    what: "An entry of `caCerts` of a registry host is empty, or is an absolute path with empty, `.` or `..` elements. Relative paths begin at the directory of the upstream, `/etc/containerd/certs.d/<upstream>`.",
    why: "If the file is missing, containerd fails every pull of the upstream, without trying another host.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries:
          - upstream: quay.io
            hosts: [{ url: "https://mirror.example", caCerts: [/etc/containerd/../ca.pem] }]`,
    fix: "Write the clean path of a file of the OSC, best below `/etc/containerd/certs.d-ca`: directories of upstreams are removed together with their registries.",
    except:
      "A path that is neither among the files of the OSC nor among those that the operating systems bring along (`caCertificates` of the operator's tables) is only warned of, and so are certificates of a host with http, of which containerd tries https first.",
  },
  "OSC-V-21": {
    what: "`overridePath` of a registry host is true, and its URL has no path.",
    why: "containerd then leaves out `/v2`, which hardly any registry answers to.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries:
          - upstream: quay.io
            hosts: [{ url: "https://mirror.example", overridePath: true }]`,
    fix: "Write the whole path into the URL, such as `https://mirror.example/v2/quay`, or leave `overridePath` out.",
  },
  "OSC-V-22": {
    what: "`readinessProbe` of a registry is true, and there is no host, or one of them is a DNS name or an address outside the networks of the shoot (pods, services, nodes). Where the networks are not known, any address will do.",
    why: "gardener-node-agent waits until all hosts have answered. One that a node cannot reach keeps all nodes of the pool from ever reporting the OSC as applied.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries:
          - { upstream: quay.io, readinessProbe: true, hosts: [{ url: "https://mirror.example" }] }`,
    fix: "Probe only caches that run in the shoot itself, by the IP address of their Service.",
  },
  "OSC-V-23": {
    what: "`files` has `/etc/containerd/certs.d/<upstream>/hosts.toml` for an upstream that is among the registries too.",
    why: "gardener-node-agent would write the file twice, and which text stays is a matter of luck.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries: [{ upstream: quay.io, hosts: [{ url: "https://mirror.example" }] }]
      files:
      - path: /etc/containerd/certs.d/quay.io/hosts.toml
        content: { inline: { encoding: "", data: 'server = "https://quay.io"' } }`,
    fix: "Keep the registry and remove the file. Files are for `provision` OSCs, which cannot have registries.",
  },
  "OSC-V-66": {
    what: "A registry has a `server` and no hosts.",
    why: "containerd 1.x does not accept such a file: it goes to the upstream and ignores the server. Versions from 2.0 on honour it.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          registries: [{ upstream: quay.io, server: "https://mirror.example" }]`,
    fix: "Write the mirror as a host too.",
  },
} as const satisfies Explanations;
