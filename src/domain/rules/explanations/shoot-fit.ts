import type { Explanations } from "./explanation.ts";

/** CAP-SH-30 to 34: what gardengate says about pools beyond Gardener. */
export const SHOOT_FIT = {
  "CAP-SH-30": {
    what: "A pool that changes neither machine type, architecture, image, version nor profile does not fit its profile any more.",
    why: "Someone tightened the profile. gardengate only warns, since to refuse every write would trap the shoot; Gardener, where its own check runs, refuses all the same.",
    example: `
      # since the shoot was created, gardenlinux 7.0.0 has got the only flavor { tpm: [v1] }
      provider:
        workers:
        - name: worker
          machine: { type: m5.large, image: { name: gardenlinux, version: 7.0.0 } }`,
    fix: "Move the pool to something that fits; the message lists what does.",
  },
  "CAP-SH-31": {
    what: "The machine type or image version of an unchanged pool is no longer in the profile.",
    why: "The pool runs on, but gets no new nodes. With capabilities, a missing machine type also makes gardener-apiserver fail at the next write.",
    example: `
      # m5.large was removed from the profile
      provider:
        workers:
        - name: worker
          machine: { type: m5.large, image: { name: gardenlinux, version: 7.0.0 } }`,
    fix: "Move the pool to what the profile has, or have the entry restored.",
  },
  "CAP-SH-32": {
    what: "The profile defines several architectures, the machine type tells its own in the field `architecture` alone, and no flavor of that architecture is compatible with it.",
    why: "Gardener does not look at the field when it matches capabilities, so a flavor of another architecture counts as fit, and the machine does not boot.",
    example: `
      # m7g.large: architecture: arm64, capabilities: { nic: [slow] }
      # flavors of gardenlinux 7.0.0:
      # { architecture: [amd64], nic: [slow] } and { architecture: [arm64], nic: [fast] }
      provider:
        workers:
        - name: worker
          machine: { type: m7g.large, image: { name: gardenlinux, version: 7.0.0 } }`,
    fix: "Choose from what the message lists; in the profile, declare the architecture as capability (CAP-CP-34).",
    isAboutChange: true,
  },
  "CAP-SH-33": {
    what: "For a new or changed pool, the providerConfig of the profile has no image in the shoot's region whose flavor is compatible with the machine type.",
    why: "The profile promises what the provider does not have: except for aws this is found out only when nodes are created.",
    example: `
      # the providerConfig maps gardenlinux 7.0.0 in eu-west-1 only
      region: us-east-1
      provider:
        workers:
        - name: worker
          machine: { type: m5.large, image: { name: gardenlinux, version: 7.0.0 } }`,
    fix: "Choose another version or region, or have the image added to the providerConfig.",
    except: "Where the extension refuses such pools itself (aws), it always denies.",
    isAboutChange: true,
  },
  "CAP-SH-34": {
    what: "For a new or changed pool, the best provider flavors are equal once omitted capabilities are filled in. The message names the entries.",
    why: "The provider extension refuses to choose between them, and creates no nodes.",
    example: `
      # provider flavors of gardenlinux 7.0.0: { architecture: [amd64] } twice, with different images
      provider:
        workers:
        - name: worker
          machine: { type: m5.large, image: { name: gardenlinux, version: 7.0.0 } }`,
    fix: "Use another version until the profile is corrected; there it is CAP-CP-54 and CAP-PC-14.",
    isAboutChange: true,
  },
} as const satisfies Explanations;
