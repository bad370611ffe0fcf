import type { Explanations } from "./explanation.ts";

/** CAP-CP-20 to 34: `spec.machineTypes` of a CloudProfile. */
export const MACHINE_TYPES = {
  "CAP-CP-20": {
    what: "`machineTypes` is empty.",
    why: "A shoot with workers could not name any.",
    example: "machineTypes: []",
    fix: "List at least one machine type.",
  },
  "CAP-CP-21": {
    what: "The name of a machine type is empty, malformed, or that of an earlier entry. The grammar is that of capability names.",
    why: "Shoots refer to machine types by name; an ambiguous name would decide by its place in the list.",
    example: `
      machineTypes:
      - { name: m5.large, cpu: "2", memory: 8Gi }
      - { name: m5.large, cpu: "4", memory: 16Gi }`,
    fix: "Give each machine type a name of its own.",
  },
  "CAP-CP-22": {
    what: "In a profile without `machineCapabilities`, the `architecture` of a machine type is the empty text. If the field is left out, the API server writes `amd64`.",
    why: "Without capabilities the field is all that tells which images a machine can boot.",
    example: `
      machineTypes:
      - { name: m5.large, architecture: "" }`,
    fix: "Write `amd64` or `arm64`, or leave the field out.",
  },
  "CAP-CP-23": {
    what: "A machine type has `capabilities`, but the profile has no `machineCapabilities`.",
    why: "Capabilities have a meaning only by their definitions; without them they would be ignored.",
    example: `
      machineCapabilities: []
      machineTypes:
      - { name: m5.large, capabilities: { tpm: [v2] } }`,
    fix: "Define the capabilities in `machineCapabilities`, or remove them from the machine type.",
  },
  "CAP-CP-24": {
    what: "A machine type names a capability that `machineCapabilities` does not define.",
    why: "An undefined capability takes no part in matching, so a misspelt restriction would restrict nothing.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2, v1] }
      machineTypes:
      - { name: m5.large, capabilities: { tmp: [v2] } }`,
    fix: "Correct the name, or define the capability.",
  },
  "CAP-CP-25": {
    what: "A machine type names a value that the definition of the capability does not list.",
    why: "No flavor can have the value, so the machine type would match less than its author meant, or nothing.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2, v1] }
      machineTypes:
      - { name: m5.large, capabilities: { tpm: [v3] } }`,
    fix: "Use a defined value, or add the value to the definition.",
  },
  "CAP-CP-26": {
    what: "The capability `architecture` of a machine type has more than one entry, a repeated one included.",
    why: "A machine has one architecture.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64, arm64] }
      machineTypes:
      - { name: m5.large, capabilities: { architecture: [amd64, arm64] } }`,
    fix: "Keep the one that the machine has.",
  },
  "CAP-CP-27": {
    what: "The field `architecture` of a machine type and its capability `architecture` name different architectures.",
    why: "The field is read by clients that do not know capabilities yet; both would act on different facts.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64, arm64] }
      machineTypes:
      - { name: m7g.large, architecture: amd64, capabilities: { architecture: [arm64] } }`,
    fix: "Write the same in both, or remove the field; the API server fills it from the capability.",
  },
  "CAP-CP-28": {
    what: "The field `architecture` of a machine type is neither `amd64` nor `arm64`.",
    why: "Gardener supports no other.",
    example: `
      machineTypes:
      - { name: m5.large, architecture: x86_64 }`,
    fix: "Write `amd64` for x86-64, `arm64` for AArch64.",
  },
  "CAP-CP-29": {
    what: "The profile defines several architectures, and a machine type names none of them, neither as capability nor in the field `architecture`.",
    why: "Gardener accepts it although its documentation demands one. The machine type is then compatible with flavors of every architecture, but of none when a pool takes its architecture from it.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64, arm64] }
      - { name: nic, values: [fast, slow] }
      machineTypes:
      - { name: m5.large, capabilities: { nic: [slow] } }`,
    fix: "Add `architecture` with the one value that the machine has to its capabilities.",
  },
  "CAP-CP-30": {
    what: "The field `architecture` of a machine type names an architecture that the profile does not define, or not that of the machine type.",
    why: "Gardener compares the field with the capability only if the machine type spells it out. Where a profile defines `amd64` alone, a field `arm64` passes, and the machine is treated as `amd64`.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      machineTypes:
      - { name: m7g.large, architecture: arm64 }`,
    fix: "Remove the field, correct it, or define that architecture in `machineCapabilities`.",
  },
  "CAP-CP-31": {
    what: "A capability of a machine type is an empty list or `null`.",
    why: "An empty list is not an omitted one: it has no value in common with any flavor, so the machine type fits no image at all. Gardener stores it without a word.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2, v1] }
      machineTypes:
      - { name: m5.large, capabilities: { tpm: [] } }`,
    fix: "Remove the capability to allow all of its values, or list those that the machine has.",
  },
  "CAP-CP-32": {
    what: "A capability of a machine type lists a value twice.",
    why: "It changes nothing, so one of the two was probably meant to be another value.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2, v1] }
      machineTypes:
      - { name: m5.large, capabilities: { tpm: [v2, v2] } }`,
    fix: "Remove the repetition, or correct it.",
  },
  "CAP-CP-33": {
    what: "A machine type that is not marked `usable: false` is compatible with no flavor of any image version that is active, that is, neither expired nor unavailable.",
    why: "It is offered to shoot owners, and every shoot that takes it is refused.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64] }
      - { name: tpm, values: [v2, v1] }
      machineTypes:
      - { name: m5.old, capabilities: { tpm: [v1] } }
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, capabilityFlavors: [{ tpm: [v2] }] }]`,
    fix: "Add a flavor that fits, correct the capabilities, or mark the machine type `usable: false`.",
  },
  "CAP-CP-34": {
    what: "The profile defines several architectures, and a machine type tells its own in the field `architecture` alone.",
    why: "The field is deprecated, and Gardener does not look at it when it matches capabilities: it takes the machine type as fit for images of every architecture.",
    example: `
      machineCapabilities:
      - { name: architecture, values: [amd64, arm64] }
      - { name: nic, values: [fast, slow] }
      machineTypes:
      - { name: m7g.large, architecture: arm64, capabilities: { nic: [slow] } }`,
    fix: "Add `architecture: [arm64]` to the capabilities of the machine type.",
  },
} as const satisfies Explanations;
