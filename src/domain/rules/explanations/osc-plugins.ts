import type { Explanations } from "./explanation.ts";

/** OSC-V-24 to 35, 67 and 68: containerd plugins. */
export const OSC_PLUGINS = {
  "OSC-V-24": {
    what: "`op` of a plugin entry is something else than `add` or `remove`.",
    why: "gardener-node-agent fails the whole OSC on such an entry.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - { op: replace, path: [io.containerd.gc.v1.scheduler], values: { startup_delay: 1s } }`,
    fix: "Leave `op` out to add settings; write `remove` to remove what is at the path.",
  },
  "OSC-V-25": {
    what: "A plugin entry has no `path`, or an empty one.",
    why: "It would be about the table of all plugins.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - values: { snapshotter: native }`,
    fix: "Begin with the URI of the plugin, such as `io.containerd.grpc.v1.cri`, and go on with the keys of the table in it.",
  },
  "OSC-V-26": {
    what: "An element of the `path` of a plugin entry is empty, or begins or ends with a blank, or a key somewhere in its `values` is empty. Of each entry ten of both are reported.",
    why: "Keys are taken as they are: the setting would stand in a table that nobody reads, and with an empty key the file cannot be read any more, so that containerd does not start.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - { path: [io.containerd.gc.v1.scheduler, " thresholds"], values: { pause: 0.05 } }`,
    fix: "Write the key as containerd has it.",
  },
  "OSC-V-27": {
    what: "The first element of the `path` of a plugin entry does not begin with `io.containerd.`, or has fewer than four parts between dots.",
    why: "containerd 1.x does not start with such a key in its table of plugins, on every node of the pool at once.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - { path: [cri, containerd], values: { snapshotter: native } }`,
    fix: "Write the full URI: `io.containerd.grpc.v1.cri` for what older documentation calls `cri`.",
  },
  "OSC-V-28": {
    what: "A plugin entry with `op: remove` has `values`, even empty ones. Null counts as absent.",
    why: "It removes the key at its path as a whole; values would mean nothing.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - { op: remove, path: [io.containerd.gc.v1.scheduler], values: {} }`,
    fix: "Leave `values` out. To remove a single setting, put its name at the end of `path`.",
  },
  "OSC-V-29": {
    what: "`values` of a plugin entry is no object: a text, a list, a number, true or false. A text with JSON in it, as older documentation has it, is none either.",
    why: "gardener-node-agent reads an object, and Gardener refuses everything else.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - path: [io.containerd.grpc.v1.cri, containerd]
            values: '{"snapshotter": "native"}'`,
    fix: "Write the settings as an object, without quotation marks around them.",
  },
  "OSC-V-30": {
    what: "A number with an integral value stands somewhere in `values` of a plugin entry: `5`, `5.0`, `1e2`. Each setting of the table is a mistake of its own; of each entry ten are reported.",
    why: "gardener-node-agent reads every number as a float and writes `5.0`, and containerd refuses to start with a float for an integer, on every node of the pool at once. Nothing heals that by itself. Only true fractions, such as `pause_threshold: 0.05`, arrive as they are.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - { path: [io.containerd.cri.v1.images], values: { max_concurrent_downloads: 6 } }`,
    fix: "Write the setting into a file `/etc/containerd/conf.d/<name>.toml` and name the file in `filePaths` of `containerd.service`; only containerd 2 merges such files.",
  },
  "OSC-V-31": {
    what: "Null stands somewhere in `values` of a plugin entry. Each setting of the table is a mistake of its own; of each entry ten are reported.",
    why: "At the top of `values` it would delete the setting; in a list it makes gardener-node-agent leave an empty `config.toml` on the node, so that containerd loses all its settings.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - { path: [io.containerd.grpc.v1.cri, containerd], values: { snapshotter: null } }`,
    fix: "Leave the setting out. To remove it, use an entry with `op: remove` and its name at the end of `path`.",
  },
  "OSC-V-32": {
    what: "A plugin entry touches what gardener-node-agent sets by itself: the `config_path` of registries, the sandbox image, `SystemdCgroup` of runc, the directory of CNI plugins, in the spelling of either generation. It removes it or something it is in, leads to or through it, holds it in `values`, or replaces a table that it is in. `registry.mirrors`, `registry.configs.<host>.tls` and `systemd_cgroup` must not be touched either.",
    why: "Entries are applied after what gardener-node-agent sets: nodes would lose their mirrors, their pause image, or kubelet and containerd would disagree about cgroups. With the others containerd does not load its CRI plugin beside `config_path`, and the node becomes NotReady.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - { op: remove, path: [io.containerd.grpc.v1.cri, registry] }`,
    fix: "Use `registries`, `sandboxImage` and `cgroupDriver` of the OSC, and make the path of the entry longer, so that it leaves its neighbours alone.",
    except: "The rest of `registry.configs` and `registry.auths` is only warned of: containerd has deprecated it.",
  },
  "OSC-V-33": {
    what: "The `path` of a plugin entry that adds leads to a setting that is no table, or through one.",
    why: "Where it leads to the setting, the setting becomes a table and containerd does not start. Where it leads through it, gardener-node-agent fails the whole OSC.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - { path: [io.containerd.grpc.v1.cri, containerd, snapshotter], values: { name: native } }`,
    fix: "End the path at the table and write the setting under `values`.",
  },
  "OSC-V-34": {
    what: "A value at the top of `values` of a plugin entry is an object, and its key is one of the tables `containerd`, `registry`, `cni`, `runtimes`, `options`, `pinned_images` or `image_decryption`, or the path ends in `runtimes`. Where the path ends in `containerd, runtimes`, no other value may stand there either. Of each entry ten are reported.",
    why: "gardener-node-agent does not merge: the object replaces the whole table, with everything in it that is not repeated. A runtime that is no table keeps containerd from reading its configuration.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - { path: [io.containerd.grpc.v1.cri], values: { image_decryption: { key_model: node } } }`,
    fix: "Put the name of the table at the end of `path`, and its settings under `values`, in an entry of its own.",
  },
  "OSC-V-35": {
    what: "A setting is written where only one generation of containerd's configuration is read, and stands nowhere in the list for the other one. Files of version 1 and 2 have it below `io.containerd.grpc.v1.cri`, those of version 3 and 4 mostly below `io.containerd.cri.v1.images` and `io.containerd.cri.v1.runtime`. Runtimes are translated by gardener-node-agent, and what only one generation has is not asked for, nor what OSC-V-26, OSC-V-32 and OSC-V-33 refuse.",
    why: "containerd ignores what stands in the wrong place, so that nodes with another version of the file do not get the setting. A file keeps its version when containerd is updated.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - { path: [io.containerd.grpc.v1.cri, containerd], values: { discard_unpacked_layers: true } }`,
    fix: "Add an entry with the path that the message has. Policies of gardengate emit both unless they pin a generation.",
  },
  "OSC-V-67": {
    what: "The `path` of a plugin entry lies below what an earlier entry removed, or set to something that is no table, and none between them adds exactly that path. Asked for paths as they are written and as gardener-node-agent translates them.",
    why: "A removed key stays in the way until the file is written. gardener-node-agent fails the whole OSC at the later entry, on every node and on every attempt.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - { op: remove, path: [io.containerd.grpc.v1.cri, containerd, runtimes, nvidia] }
          - path: [io.containerd.grpc.v1.cri, containerd, runtimes, nvidia, options]
            values: { BinaryName: /usr/bin/nvidia-container-runtime }`,
    fix: "Add the removed path again before the deeper one, with or without `values`, or put the deeper entry first.",
  },
  "OSC-V-68": {
    what: "`default_runtime_name` is neither `runc`, nor a runtime that the same list adds and does not remove again, nor in `knownRuntimes` of the policies. For files of version 1 and 2 the runtime has to be added in their spelling. If several entries name the default runtime, the last one counts.",
    why: "containerd does not load its CRI plugin without the default runtime, and the node becomes NotReady.",
    example: `
      type: gardenlinux
      purpose: reconcile
      criConfig:
        name: containerd
        containerd:
          sandboxImage: registry.k8s.io/pause:3.10
          plugins:
          - path: [io.containerd.grpc.v1.cri, containerd]
            values: { default_runtime_name: nvidia }
          - path: [io.containerd.cri.v1.runtime, containerd]
            values: { default_runtime_name: nvidia }`,
    fix: "Add the runtime under `[io.containerd.grpc.v1.cri, containerd, runtimes, <name>]` in the same list, or tell by `knownRuntimes` that the operating system has it.",
  },
} as const satisfies Explanations;
