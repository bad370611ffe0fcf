import type { Explanations } from "./explanation.ts";

/** OSC-V-44 to 53: files. */
export const OSC_FILES = {
  "OSC-V-44": {
    what: "A file has no `path`. It is asked of `status.extensionFiles` as well, as are the other rules about files unless they are about one purpose.",
    why: "Nobody knows where to write it.",
    example: `
      type: gardenlinux
      purpose: reconcile
      files: [{ path: "", content: { inline: { encoding: "", data: hello } } }]`,
    fix: "Set the path.",
  },
  "OSC-V-45": {
    what: "`path` of a file is not absolute, not clean (`//`, `/./`, `/../`, a slash at the end), longer than 4096 bytes, or has quotes, `$`, backslashes, backticks or control characters. The path that development builds of Gardener write for their configuration is excepted.",
    why: "OS controllers put the path into shell scripts, and two spellings of one path are two files for gardener-node-agent.",
    example: `
      type: gardenlinux
      purpose: reconcile
      files: [{ path: /etc//motd, content: { inline: { encoding: "", data: hello } } }]`,
    fix: "Write the path plainly, such as `/etc/motd`.",
  },
  "OSC-V-46": {
    what: "`content` of a file has none of `inline`, `secretRef` and `imageRef`, or more than one of them.",
    why: "It would not be known what to write.",
    example: `
      type: gardenlinux
      purpose: reconcile
      files:
      - path: /etc/motd
        content:
          inline: { encoding: "", data: hello }
          imageRef: { image: "registry.example/motd:v1", filePathInImage: /motd }`,
    fix: "Keep one of them.",
  },
  "OSC-V-47": {
    what: "The content of a file lacks a part: `data` or the key `encoding` of `inline`, `name` or `dataKey` of `secretRef`, `image` or `filePathInImage` of `imageRef`. Or `encoding` is something else than the empty text and `b64`.",
    why: "The file could not be written; there is no compression.",
    example: `
      type: gardenlinux
      purpose: reconcile
      files: [{ path: /etc/motd, content: { inline: { encoding: gzip, data: H4sIAAAA } } }]`,
    fix: 'Set what is missing. For clear text write `encoding: ""`, which has to be there, for everything else `b64`.',
  },
  "OSC-V-48": {
    what: "`data` of a file with the encoding `b64` is no standard base64 with padding. Line breaks in it do not count.",
    why: "Gardener takes anything, and then every node refuses the whole OSC.",
    example: `
      type: gardenlinux
      purpose: reconcile
      files: [{ path: /etc/motd, content: { inline: { encoding: b64, data: "a$b=" } } }]`,
    fix: "Encode the content anew, as `base64 -w0` does; the alphabet for URLs is not understood.",
  },
  "OSC-V-49": {
    what: "`hostName` of a file is no DNS-1123 subdomain: lower-case letters, digits, `-` and `.`, at most 253 of them.",
    why: "No node has such a name.",
    example: `
      type: gardenlinux
      purpose: reconcile
      files:
      - path: /etc/motd
        hostName: Node_1
        content: { inline: { encoding: "", data: hello } }`,
    fix: "Write the name of the host as the node has it.",
  },
  "OSC-V-50": {
    what: "The same path stands twice in `spec.files` and `status.extensionFiles` together, unless all files of the path have a `hostName` and these differ.",
    why: "One file would overwrite the other.",
    example: `
      type: gardenlinux
      purpose: reconcile
      files:
      - { path: /etc/motd, content: { inline: { encoding: "", data: hello } } }
      - { path: /etc/motd, content: { inline: { encoding: "", data: world } } }`,
    fix: "Leave one out; if it is another webhook's, let its owner choose another path.",
    except:
      "Gardener compares a file with the first one of its path alone; that a later host is repeated only gardengate checks, which tolerates it where it was stored already.",
  },
  "OSC-V-51": {
    what: "`permissions` of a file are no integer from 0 to 4095, or one of the numbers that look like permissions in octal: 400, 440, 444, 600, 640, 644, 660, 664, 700, 750, 755, 775 and 777.",
    why: "JSON knows decimal numbers only: 755 is 01363, a file that its owner cannot read, with the sticky bit.",
    example: `
      type: gardenlinux
      purpose: reconcile
      files:
      - path: /opt/bin/run
        permissions: 755
        content: { inline: { encoding: "", data: "#!/bin/sh" } }`,
    fix: "Write the number that the message names: 420 for 0644, 493 for 0755, 384 for 0600.",
  },
  "OSC-V-52": {
    what: "A file of a `provision` OSC has an `imageRef` or a `hostName`.",
    why: "OS controllers crash on the one, and write the other on every machine.",
    example: `
      type: gardenlinux
      purpose: provision
      files:
      - path: /opt/bin/tool
        content: { imageRef: { image: "registry.example/tool:v1", filePathInImage: /tool } }`,
    fix: "Put the content inline, or the file into the `reconcile` OSC.",
  },
  "OSC-V-53": {
    what: "A file of a `reconcile` OSC has the path `/etc/containerd/config.toml`.",
    why: "gardener-node-agent patches this file for sandbox image, registries and cgroup driver; it would be overwritten without them.",
    example: `
      type: gardenlinux
      purpose: reconcile
      files:
      - path: /etc/containerd/config.toml
        content: { inline: { encoding: "", data: "version = 2" } }`,
    fix: "Use `criConfig.containerd.plugins`, or a drop-in below `/etc/containerd/conf.d` for containerd 2.",
  },
} as const satisfies Explanations;
