import type { Explanations } from "./explanation.ts";

/** CAP-CP-01 to 11: `spec.machineCapabilities`, the vocabulary of a profile. */
export const VOCABULARY = {
  "CAP-CP-01": {
    what: "`machineCapabilities` is set while the feature gate `CloudProfileCapabilities` is off.",
    why: "A gardener-apiserver without the gate takes no capability into account; what the profile says about machines would not be honoured.",
    example: `
      # featureGates: { CloudProfileCapabilities: false }
      machineCapabilities:
      - { name: architecture, values: [amd64] }`,
    fix: "Remove `machineCapabilities`, or switch the gate on: first in Gardener, then in `featureGates` of the configuration of gardengate.",
  },
  "CAP-CP-02": {
    what: "Two definitions have the same name. Uses of the capability are judged by the last of them.",
    why: "Which values are allowed, and in which order they are preferred, would depend on which of the definitions is read.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: nic, values: [fast] }
      - { name: nic, values: [slow] }`,
    fix: "Merge the definitions into one, with the preferred value first.",
  },
  "CAP-CP-03": {
    what: "The name of a capability starts with `gardener-`. `gardener` alone and `Gardener-zone` are allowed.",
    why: "Gardener keeps the prefix for capabilities of its own; one that is defined by hand could mean something else in a later release.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: gardener-rollout, values: [early, late] }`,
    fix: "Choose a name without the prefix.",
  },
  "CAP-CP-04": {
    what: "`machineCapabilities` has definitions, but none that is named `architecture`.",
    why: "Every image is built for an architecture and every machine has one, so nothing can be matched without it.",
    example: `
      machineCapabilities:
      - { name: tpm, values: [v2, v1] }`,
    fix: "Define `architecture` with the values that the landscape offers, as a rule first in the list, since the order of definitions is preference.",
  },
  "CAP-CP-05": {
    what: "A value of `architecture` is neither `amd64` nor `arm64`. Case counts.",
    why: "These are the architectures that Gardener builds its components for.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64, AMD64, riscv64] }`,
    fix: "Use `amd64` and `arm64` only, in lower case.",
  },
  "CAP-CP-06": {
    what: "The name of a capability is empty.",
    why: "Nothing could refer to it.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: "", values: [fast, slow] }`,
    fix: "Name the capability, or remove the definition.",
  },
  "CAP-CP-07": {
    what: "The name of a capability is longer than 63 characters, has other characters than letters, digits, `-`, `_` and `.`, or does not begin and end with a letter or digit. A prefix with `/` is not allowed.",
    why: "Names are shown in messages and used as keys by the provider extensions, which need them to be simple.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: vendor.io/tpm, values: [v2] }`,
    fix: "Leave the prefix out, and shorten the name if need be: `vendor.io-tpm`, or `tpm`.",
  },
  "CAP-CP-08": {
    what: "A definition has no values.",
    why: "An omitted capability stands for all defined values. With none of them, nothing could match anything.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: nic, values: [] }`,
    fix: "List the values, the preferred one first, or remove the definition.",
  },
  "CAP-CP-09": {
    what: "A value of a capability is the empty text.",
    why: "An empty value cannot be told from a forgotten one.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: nic, values: [fast, ""] }`,
    fix: "Name the value, or remove it.",
  },
  "CAP-CP-10": {
    what: "A value is longer than 63 characters, has other characters than letters, digits, `-`, `_` and `.`, or does not begin and end with a letter or digit.",
    why: "Values obey the grammar of names, for the same reasons.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2_, -v1] }`,
    fix: "Rename the value, such as `v2` instead of `v2_`, in the definition and wherever it is used.",
  },
  "CAP-CP-11": {
    what: "A value is listed twice in one definition.",
    why: "Gardener accepts it, but counts entries: `architecture: [amd64, amd64]` makes it ask for flavors and architectures everywhere, as if there were two of them.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2, v2] }`,
    fix: "List each value once.",
  },
} as const satisfies Explanations;
