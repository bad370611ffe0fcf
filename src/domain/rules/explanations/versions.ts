import type { Explanations } from "./explanation.ts";

/** CAP-CP-60 to 67 and 70 to 72: how far versions are in their life, and what they say about other versions. */
export const VERSIONS = {
  "CAP-CP-60": {
    what: "`classification` of an image version is none of `preview`, `supported`, `deprecated` and `expired`. `unavailable` is a state that cannot be written.",
    why: "Maintenance and dashboards choose versions by these words.",
    example: `
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, classification: stable }]`,
    fix: "Use one of the words.",
  },
  "CAP-CP-61": {
    what: "An image version without `lifecycle` has the classification `expired`.",
    why: "A version expires at a moment that its users can see coming. On creation the API server drops such versions without a word.",
    example: `
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, classification: expired }]`,
    fix: "Set `expirationDate` and classify the version as `deprecated`.",
  },
  "CAP-CP-62": {
    what: "An image version has a `lifecycle` while the feature gate `VersionClassificationLifecycle` is off, as it is unless switched on.",
    why: "A gardener-apiserver without the gate does not know the stages.",
    example: `
      # featureGates: { VersionClassificationLifecycle: false }
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, lifecycle: [{ classification: supported }] }]`,
    fix: "Use `classification` and `expirationDate`, or switch the gate on: first in Gardener, then in `featureGates` of the configuration of gardengate.",
  },
  "CAP-CP-63": {
    what: "An image version has a `lifecycle` beside `classification` or `expirationDate`.",
    why: "Both say how far the version is in its life, and may say different things.",
    example: `
      machineImages:
      - name: gardenlinux
        versions:
        - version: 7.0.0
          expirationDate: "2027-06-30T00:00:00Z"
          lifecycle: [{ classification: supported }]`,
    fix: "Keep one of the two ways; the expiration becomes a stage `expired` with a `startTime`.",
  },
  "CAP-CP-64": {
    what: "A stage of a `lifecycle` is unknown, listed twice, or follows a later one. The order is `preview`, `supported`, `deprecated`, `expired`.",
    why: "A version goes through its stages once and in one direction.",
    example: `
      machineImages:
      - name: gardenlinux
        versions:
        - version: 7.0.0
          lifecycle:
          - { classification: deprecated }
          - { classification: supported, startTime: "2027-01-01T00:00:00Z" }`,
    fix: "List the stages in order, each at most once; any may be left out.",
  },
  "CAP-CP-65": {
    what: "A stage of a `lifecycle` after the first has no `startTime`, or starts before the one before it.",
    why: "The stage in force is the last that has started, which needs times that do not go back.",
    example: `
      machineImages:
      - name: gardenlinux
        versions:
        - version: 7.0.0
          lifecycle: [{ classification: supported }, { classification: deprecated }]`,
    fix: "Give every stage but the first a `startTime`, not earlier than that of the stage before.",
  },
  "CAP-CP-66": {
    what: "Two versions of an image with the same major and minor number are classified as `supported`. One that has expired still counts; one without classification does not.",
    why: "Within a minor, `supported` marks the one patch that shoots are meant to run.",
    example: `
      machineImages:
      - name: gardenlinux
        versions:
        - { version: 6.1.0, classification: supported }
        - { version: 6.1.1, classification: supported }`,
    fix: "Classify the older version as `deprecated`, or leave its classification out.",
  },
  "CAP-CP-67": {
    what: "An update makes an image version unavailable that was not: no stage of its new `lifecycle` has started.",
    why: "Shoots may run the version by now; only a version that nobody could choose yet may have all its stages ahead.",
    example: `
      # stored: lifecycle: [{ classification: supported }]
      machineImages:
      - name: gardenlinux
        versions:
        - version: 7.0.0
          lifecycle: [{ classification: supported, startTime: "2030-01-01T00:00:00Z" }]`,
    fix: "Keep a stage that has started, or let the version expire.",
  },
  "CAP-CP-70": {
    what: "`kubeletVersionConstraint` of an image version cannot be parsed. Comparators are separated by comma or blank; `||` separates alternatives; wildcards and ranges such as `1.2 - 1.4` are allowed.",
    why: "Whether a pool may run the version could not be decided.",
    example: `
      machineImages:
      - name: gardenlinux
        versions: [{ version: 7.0.0, kubeletVersionConstraint: ">=1.30<1.34" }]`,
    fix: 'Write it as in `">= 1.30, < 1.34"`.',
  },
  "CAP-CP-71": {
    what: "`inPlaceUpdates.minVersionForUpdate` of an image version is no semantic version.",
    why: "Whether nodes can be updated in place from their version could not be decided.",
    example: `
      machineImages:
      - name: gardenlinux
        versions:
        - version: 7.0.0
          inPlaceUpdates: { supported: true, minVersionForUpdate: any }`,
    fix: "Name the oldest version from which nodes can be updated, such as `6.2.0`.",
  },
  "CAP-CP-72": {
    what: "The latest Kubernetes version of the profile has an `expirationDate`. Image versions may have one, the latest included.",
    why: "After that date there would be no version to which shoots could be updated.",
    example: `
      kubernetes:
        versions:
        - { version: 1.33.4 }
        - { version: 1.34.1, expirationDate: "2027-06-30T00:00:00Z" }`,
    fix: "Remove the date, or add a newer version first.",
  },
} as const satisfies Explanations;
