import type { Explanations } from "./explanation.ts";

/** OSC-V-36 to 43: units. */
export const OSC_UNITS = {
  "OSC-V-36": {
    what: "A unit has no `name`, or one of its `dropIns` has no `name` or no `content`. It is asked of `status.extensionUnits` as well, as are the other rules about units.",
    why: "There would be no file to write.",
    example: `
      type: gardenlinux
      purpose: reconcile
      units: [{ name: containerd.service, dropIns: [{ name: 10-limits.conf, content: "" }] }]`,
    fix: "Set what is missing, or leave the entry out.",
  },
  "OSC-V-37": {
    what: "`name` of a unit is no name of a systemd unit: at most 240 letters, digits, and `:_.\\@-`, then a suffix such as `.service` or `.timer`.",
    why: "systemd would not know the unit; and OS controllers put the name between quotes into a shell script, where one with quotes or `$` runs commands.",
    example: `
      type: gardenlinux
      purpose: reconcile
      units: [{ name: my service, content: "[Service]" }]`,
    fix: "Use a name such as `my.service`; systemd escapes other characters as `\\x20`.",
  },
  "OSC-V-38": {
    what: "`name` of a drop-in is no file name of letters, digits and `_.@-` that ends in `.conf`.",
    why: "systemd passes over files with another suffix, and a name with a slash is another place.",
    example: `
      type: gardenlinux
      purpose: reconcile
      units: [{ name: containerd.service, dropIns: [{ name: limits, content: "[Service]" }] }]`,
    fix: "Use a name such as `10-limits.conf`.",
  },
  "OSC-V-39": {
    what: "`command` of a unit is something else than `start`, `restart` or `stop`.",
    why: "gardener-node-agent takes everything but `stop` for a restart, without a word.",
    example: `
      type: gardenlinux
      purpose: reconcile
      units: [{ name: containerd.service, command: reload }]`,
    fix: "Leave `command` out for a restart on changes, or write `stop`.",
  },
  "OSC-V-40": {
    what: "A path in `filePaths` of a unit is that of no file, neither in `spec.files` nor in `status.extensionFiles`. Paths are compared character by character.",
    why: "The unit is restarted when one of these files changes; a file that is not there never does.",
    example: `
      type: gardenlinux
      purpose: reconcile
      units: [{ name: kubelet.service, filePaths: [/var/lib/kubelet/extra_args] }]`,
    fix: "Add the file, or leave its path out.",
  },
  "OSC-V-41": {
    what: "Two units of `spec.units`, or two of `status.extensionUnits`, have the same name.",
    why: "gardener-node-agent merges them: of `content`, `command` and `enable` the later one counts, drop-ins and paths come together. Whoever reads the OSC may take only one of them into account.",
    example: `
      type: gardenlinux
      purpose: reconcile
      units:
      - { name: kubelet.service, enable: true }
      - { name: kubelet.service, enable: false }`,
    fix: "Write one unit.",
  },
  "OSC-V-42": {
    what: "Two drop-ins of a unit have the same name, after the units of that name in spec and status have been merged.",
    why: "One file would overwrite the other.",
    example: `
      type: gardenlinux
      purpose: reconcile
      units:
      - name: containerd.service
        dropIns:
        - { name: 10-limits.conf, content: "[Service]\\nLimitNOFILE=1048576" }
        - { name: 10-limits.conf, content: "[Service]\\nLimitMEMLOCK=67108864" }`,
    fix: "Bring the content together, or give the drop-ins different names.",
  },
  "OSC-V-43": {
    what: "`containerd.service` has a drop-in named `30-env_config.conf`.",
    why: "gardener-node-agent appends its own drop-in of this name, and one would overwrite the other.",
    example: `
      type: gardenlinux
      purpose: reconcile
      units:
      - name: containerd.service
        dropIns: [{ name: 30-env_config.conf, content: "[Service]" }]`,
    fix: "Choose another name.",
  },
} as const satisfies Explanations;
