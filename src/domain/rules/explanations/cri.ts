import type { Explanations } from "./explanation.ts";

/** CAP-CP-68 and 69, CRI-V-01 and 02: container runtime interfaces of image versions and of worker pools. */
export const CRI = {
  "CAP-CP-68": {
    what: "`cri` of an image version is empty, lists a name twice, or names anything but `containerd`. If the field is left out of a CloudProfile, the API server writes `containerd`; for a NamespacedCloudProfile it writes nothing.",
    why: "containerd is the only CRI that Gardener runs, and a version that offers none cannot be used by any pool.",
    example: `
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, cri: [{ name: docker }] }]`,
    fix: "Write `cri: [{ name: containerd }]`, with the container runtimes that the image has beside the default one.",
  },
  "CAP-CP-69": {
    what: "The `type` of a container runtime of an image version is malformed or listed twice. The grammar is that of capability names.",
    why: "Pools name runtimes by type, and Gardener makes a label and a ContainerRuntime of it.",
    example: `
      machineImages:
      - name: gardenlinux
        versions:
        - version: 7.0.0
          cri: [{ name: containerd, containerRuntimes: [{ type: gvisor }, { type: gvisor }] }]`,
    fix: "List each runtime once, by a name such as `gvisor`.",
  },
  "CRI-V-01": {
    what: "`cri.name` of a worker pool is not `containerd`.",
    why: "containerd is the only CRI that Gardener runs; Docker was removed.",
    example: `
      provider:
        workers: [{ name: worker, cri: { name: docker } }]`,
    fix: "Write `containerd`, or leave `cri` out.",
  },
  "CRI-V-02": {
    what: "The `type` of a container runtime of a worker pool is empty or listed twice. gardengate writes the path with `containerRuntimes`, Gardener in lower case.",
    why: "Gardener installs each runtime once per pool, and finds its extension by the type.",
    example: `
      provider:
        workers:
        - name: worker
          cri: { name: containerd, containerRuntimes: [{ type: gvisor }, { type: gvisor }] }`,
    fix: "List each runtime once.",
  },
} as const satisfies Explanations;
