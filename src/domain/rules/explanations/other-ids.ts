import type { RuleId } from "../catalogue.ts";

/** An id of the contracts under which no finding is ever shown. */
export interface OtherId {
  /** Why not, as a sentence. */
  readonly note: string;
  /** The rules that say it instead. */
  readonly rules: readonly RuleId[];
}

/**
 * The ids of the contracts that are another name of a rule, or no rule.
 * Source: capabilities contract, sections 3 to 5; OperatingSystemConfig contract, section 5.2.
 */
export const OTHER_IDS: ReadonlyMap<string, OtherId> = new Map<string, OtherId>([
  [
    "CAP-CP-12",
    { note: "Of definitions with the same name the last one counts for all other rules.", rules: ["CAP-CP-02"] },
  ],
  [
    "CAP-CP-84",
    {
      note: "Every update is checked as a whole, so a name or value that is removed but still used shows up where it is used.",
      rules: ["CAP-CP-24", "CAP-CP-25", "CAP-CP-50", "CAP-CP-51"],
    },
  ],
  [
    "CAP-NCP-05",
    {
      note: "A NamespacedCloudProfile has no field for machineCapabilities; the API server drops it on arrival.",
      rules: [],
    },
  ],
  [
    "CAP-NCP-25",
    {
      note: "The providerConfig of a NamespacedCloudProfile is checked by the rules for providers.",
      rules: ["CAP-PC-30", "CAP-PC-31", "CAP-PC-32", "CAP-PC-33", "CAP-PC-34"],
    },
  ],
  [
    "CAP-SH-01",
    {
      note: "Gardener refuses a new shoot that names its profile in two ways, then fills both fields itself, so a shoot that reaches gardengate may have both.",
      rules: [],
    },
  ],
  [
    "CAP-SH-21",
    { note: "The shape of the CRI of a pool goes by the ids of the CRI contract.", rules: ["CRI-V-01", "CRI-V-02"] },
  ],
  ["CRI-V-03", { note: "The CRI that an image version offers is a matter of the profile.", rules: ["CAP-SH-18"] }],
  [
    "CRI-V-04",
    { note: "The container runtimes that an image version offers are a matter of the profile.", rules: ["CAP-SH-18"] },
  ],
  ["CRI-V-05", { note: "The CRI is one of the things that a pool with in-place updates keeps.", rules: ["CAP-SH-20"] }],
  ["CRI-V-06", { note: "An image version without CRI is found with its other mistakes.", rules: ["CAP-CP-68"] }],
  ["CRI-V-07", { note: "A repeated or unknown CRI is found with a missing one.", rules: ["CAP-CP-68"] }],
  ["CRI-V-08", { note: "Container runtime types of image versions are checked with the CRI.", rules: ["CAP-CP-69"] }],
]);
