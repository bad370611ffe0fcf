import { OSC_RULES } from "./osc-catalogue.ts";
import { PROVIDER_RULES } from "./provider-catalogue.ts";

/**
 * Who enforces a rule besides gardengate, which decides what may be switched:
 * `G` gardener-apiserver and `P` the provider extension refuse it too, so it always denies;
 * `W` only gardengate checks it: it denies what an update introduces, and can be lowered to a warning or switched off;
 * `Ww` is only ever a warning, and can be switched off.
 */
export type RuleMark = "G" | "P" | "W" | "Ww";

/** One rule of the contract: its mark, and what it demands in one sentence. */
export interface Rule {
  readonly mark: RuleMark;
  readonly title: string;
  /** Set for the rules that protect what living shoots use; `rules.inUse` of the configuration switches them together. */
  readonly group?: "inUse";
}

/**
 * Every rule that gardengate knows, by the id that findings, logs and metrics carry.
 * Source: the capabilities contract, sections 3 to 5, and the CRI rules of the OperatingSystemConfig contract, section 5.
 */
export const RULES = {
  "WIRE-01": { mark: "G", title: "the object fits the schema of its API version" },

  "CAP-CP-01": { mark: "G", title: "machineCapabilities need the feature gate CloudProfileCapabilities" },
  "CAP-CP-02": { mark: "G", title: "capability names are unique" },
  "CAP-CP-03": { mark: "G", title: "the capability name prefix gardener- is reserved" },
  "CAP-CP-04": { mark: "G", title: "the capability architecture is mandatory" },
  "CAP-CP-05": { mark: "G", title: "architecture values are amd64 or arm64" },
  "CAP-CP-06": { mark: "G", title: "capability names are not empty" },
  "CAP-CP-07": { mark: "G", title: "capability names are qualified names without prefix" },
  "CAP-CP-08": { mark: "G", title: "a capability defines at least one value" },
  "CAP-CP-09": { mark: "G", title: "capability values are not empty" },
  "CAP-CP-10": { mark: "G", title: "capability values are qualified names without prefix" },
  "CAP-CP-11": { mark: "W", title: "capability values are unique within their definition" },

  "CAP-CP-20": { mark: "G", title: "a profile has at least one machine type" },
  "CAP-CP-21": { mark: "G", title: "machine type names are set, well-formed and unique" },
  "CAP-CP-22": { mark: "G", title: "without machineCapabilities a machine type names its architecture" },
  "CAP-CP-23": { mark: "G", title: "machine type capabilities need machineCapabilities" },
  "CAP-CP-24": { mark: "G", title: "machine type capabilities are defined in machineCapabilities" },
  "CAP-CP-25": { mark: "G", title: "machine type capability values are defined in machineCapabilities" },
  "CAP-CP-26": { mark: "G", title: "a machine type has one architecture" },
  "CAP-CP-27": { mark: "G", title: "the architecture field and capability of a machine type agree" },
  "CAP-CP-28": { mark: "G", title: "the architecture field of a machine type is amd64 or arm64" },
  "CAP-CP-29": { mark: "W", title: "with several architectures a machine type names its own" },
  "CAP-CP-30": { mark: "W", title: "the architecture field of a machine type is a defined architecture" },
  "CAP-CP-31": { mark: "W", title: "a capability of a machine type is not an empty list" },
  "CAP-CP-32": { mark: "W", title: "capability values of a machine type are unique" },
  "CAP-CP-33": { mark: "Ww", title: "a usable machine type fits some active image version" },
  "CAP-CP-34": { mark: "Ww", title: "a machine type declares its architecture as capability" },

  "CAP-CP-40": { mark: "G", title: "a profile has at least one machine image" },
  "CAP-CP-41": { mark: "G", title: "machine image names are set, well-formed and unique" },
  "CAP-CP-42": { mark: "G", title: "a machine image has at least one version" },
  "CAP-CP-43": { mark: "G", title: "a machine image has an update strategy" },
  "CAP-CP-44": { mark: "G", title: "machine image versions are set, semantic and unique" },
  "CAP-CP-45": { mark: "G", title: "with several architectures an image version has capability flavors" },
  "CAP-CP-46": { mark: "G", title: "with several architectures a flavor names its architecture" },
  "CAP-CP-47": { mark: "G", title: "a flavor has one architecture" },
  "CAP-CP-48": { mark: "G", title: "the architectures field and the flavors of an image version agree" },
  "CAP-CP-49": { mark: "G", title: "entries of an image version's architectures field are supported" },
  "CAP-CP-50": { mark: "G", title: "flavor capabilities are defined in machineCapabilities" },
  "CAP-CP-51": { mark: "G", title: "flavor capability values are defined in machineCapabilities" },
  "CAP-CP-52": { mark: "G", title: "without machineCapabilities an image version names its architectures" },
  "CAP-CP-53": { mark: "G", title: "capability flavors need machineCapabilities" },
  "CAP-CP-54": { mark: "W", title: "the flavors of an image version differ from each other" },
  "CAP-CP-55": { mark: "W", title: "a capability of a flavor is not an empty list" },
  "CAP-CP-56": { mark: "W", title: "capability values of a flavor are unique" },
  "CAP-CP-57": { mark: "Ww", title: "the architectures field names every architecture of the flavors" },
  "CAP-CP-58": { mark: "Ww", title: "a flavor fits some machine type of the profile" },
  "CAP-CP-59": { mark: "Ww", title: "a profile stays well below the size limit of etcd" },

  "CAP-CP-60": { mark: "G", title: "classifications are preview, supported, deprecated or expired" },
  "CAP-CP-61": { mark: "G", title: "a version expires by date, not by classification" },
  "CAP-CP-62": { mark: "G", title: "lifecycle stages need the feature gate VersionClassificationLifecycle" },
  "CAP-CP-63": { mark: "G", title: "lifecycle excludes classification and expirationDate" },
  "CAP-CP-64": { mark: "G", title: "lifecycle stages are known, unique and in order" },
  "CAP-CP-65": { mark: "G", title: "lifecycle stages start in order" },
  "CAP-CP-66": { mark: "G", title: "one version per minor is supported" },
  "CAP-CP-67": { mark: "G", title: "a version does not become unavailable again" },
  "CAP-CP-68": { mark: "G", title: "an image version lists the CRI containerd once" },
  "CAP-CP-69": { mark: "G", title: "container runtime types are well-formed and unique" },
  "CAP-CP-70": { mark: "G", title: "kubelet version constraints are parsable" },
  "CAP-CP-71": { mark: "G", title: "the minimum version for in-place updates is a semantic version" },
  "CAP-CP-72": { mark: "G", title: "the latest Kubernetes version does not expire" },

  "CAP-CP-75": { mark: "G", title: "a bastion section names a machine type or a machine image" },
  "CAP-CP-76": { mark: "G", title: "the bastion's machine type is in the profile" },
  "CAP-CP-77": { mark: "G", title: "the bastion's machine image and version are in the profile" },
  "CAP-CP-78": { mark: "G", title: "the bastion has a supported image version of its architecture" },
  "CAP-CP-79": { mark: "W", title: "the bastion's machine type and image fit by their capabilities" },

  "CAP-CP-80": { mark: "G", title: "an image version stays while a shoot or a NamespacedCloudProfile uses it" },
  "CAP-CP-81": { mark: "G", title: "a machine image stays while a NamespacedCloudProfile lists it" },
  "CAP-CP-82": { mark: "G", title: "a new machine image is not one that a NamespacedCloudProfile has defined" },
  "CAP-CP-83": { mark: "G", title: "a capability or value stays while a NamespacedCloudProfile names it" },
  "CAP-CP-85": { mark: "W", title: "an architecture stays while a NamespacedCloudProfile uses it" },
  "CAP-CP-86": { mark: "W", title: "a machine type stays while a shoot uses it", group: "inUse" },
  "CAP-CP-87": {
    mark: "W",
    title: "machine types and image versions that a shoot uses together stay compatible",
    group: "inUse",
  },
  "CAP-CP-88": {
    mark: "W",
    title: "custom image versions of children say their architecture before there are several",
  },
  "CAP-CP-89": { mark: "W", title: "NamespacedCloudProfiles stay valid under their changed parent" },
  "CAP-CP-90": { mark: "Ww", title: "the order of capabilities and values, which is preference, stays" },
  "CAP-CP-91": { mark: "Ww", title: "a new capability or value is declared or excluded by every element" },

  "CAP-NCP-01": { mark: "G", title: "the parent of a NamespacedCloudProfile is a CloudProfile" },
  "CAP-NCP-02": { mark: "G", title: "a NamespacedCloudProfile names its parent" },
  "CAP-NCP-03": { mark: "G", title: "the parent of a NamespacedCloudProfile does not change" },
  "CAP-NCP-04": { mark: "G", title: "the parent CloudProfile exists" },
  "CAP-NCP-06": { mark: "G", title: "a custom machine image has at least one version" },
  "CAP-NCP-07": { mark: "G", title: "a custom machine image is valid by the parent's machineCapabilities" },
  "CAP-NCP-08": { mark: "G", title: "a custom machine image has an update strategy" },
  "CAP-NCP-09": { mark: "G", title: "a custom version of a parent image is valid by the parent's machineCapabilities" },
  "CAP-NCP-10": { mark: "G", title: "a custom image version lists its CRI and is validly classified" },
  "CAP-NCP-11": { mark: "G", title: "an override of an image version sets nothing but its expiration date" },
  "CAP-NCP-12": { mark: "G", title: "an override of an image version sets an expiration date" },
  "CAP-NCP-13": { mark: "G", title: "the expiration date of an expired override does not change" },
  "CAP-NCP-14": { mark: "G", title: "of a version that the parent has by now only the expiration date changes" },
  "CAP-NCP-15": { mark: "G", title: "the update strategy of an image that the parent has does not change" },
  "CAP-NCP-16": { mark: "G", title: "machine types are valid by the parent's machineCapabilities" },
  "CAP-NCP-17": { mark: "G", title: "the rendered profile is a valid one" },
  "CAP-NCP-18": { mark: "Ww", title: "under a legacy parent capabilities other than the architecture are dropped" },
  "CAP-NCP-19": {
    mark: "W",
    title: "machine types and flavors of a NamespacedCloudProfile obey the stricter rules too",
  },
  "CAP-NCP-20": { mark: "W", title: "an override of an image version has no lifecycle, which would be ignored" },
  "CAP-NCP-21": { mark: "Ww", title: "an override of a machine type repeats the parent's restrictions" },
  "CAP-NCP-22": { mark: "G", title: "an image version stays while a shoot depends on it" },
  "CAP-NCP-23": { mark: "W", title: "machine types and flavors stay fit for the pools that use them", group: "inUse" },
  "CAP-NCP-24": { mark: "G", title: "Kubernetes versions of the parent are only given another expiration date" },
  "CAP-NCP-26": { mark: "G", title: "names, versions and architectures of machine images are well-formed" },

  "CAP-SH-02": { mark: "G", title: "a shoot refers to a profile" },
  "CAP-SH-03": { mark: "G", title: "the profile reference has a known kind" },
  "CAP-SH-04": { mark: "G", title: "from Kubernetes 1.34 on cloudProfileName is gone" },
  "CAP-SH-05": { mark: "G", title: "the referenced profile exists" },
  "CAP-SH-06": { mark: "G", title: "a shoot stays with the root of its profile" },
  "CAP-SH-07": { mark: "G", title: "a profile switch keeps what the shoot uses" },
  "CAP-SH-08": { mark: "G", title: "shoot and profile are of the same provider type" },
  "CAP-SH-10": { mark: "G", title: "the architecture of a pool is amd64 or arm64" },
  "CAP-SH-11": { mark: "G", title: "a pool names its machine type" },
  "CAP-SH-12": { mark: "G", title: "the machine type is in the profile" },
  "CAP-SH-13": {
    mark: "G",
    title: "the machine type is usable, available in the pool's zones and of its architecture",
  },
  "CAP-SH-14": { mark: "G", title: "a pool names its machine image and version" },
  "CAP-SH-15": { mark: "G", title: "the machine image version is in the profile" },
  "CAP-SH-16": {
    mark: "G",
    title: "the machine image version is active, of the pool's architecture and fit for its update strategy",
  },
  "CAP-SH-17": { mark: "G", title: "one flavor of the machine image version fits the machine type" },
  "CAP-SH-18": { mark: "G", title: "the machine image version offers the pool's CRI and container runtimes" },
  "CAP-SH-19": { mark: "G", title: "the kubelet version satisfies the constraint of the machine image version" },
  "CAP-SH-20": { mark: "G", title: "an in-place updated pool keeps machine type, image and CRI" },
  "CAP-SH-30": { mark: "Ww", title: "an unchanged pool fits its profile" },
  "CAP-SH-31": { mark: "Ww", title: "machine type and image version of an unchanged pool are still in the profile" },
  "CAP-SH-32": { mark: "W", title: "machine type and image fit under the machine type's own architecture" },
  "CAP-SH-35": { mark: "G", title: "a shoot in deletion is let through" },

  "CRI-V-01": { mark: "G", title: "the CRI of a pool is containerd" },
  "CRI-V-02": { mark: "G", title: "container runtime types of a pool are set and unique" },

  ...PROVIDER_RULES,
  ...OSC_RULES,
} as const satisfies Readonly<Record<string, Rule>>;

/** The id of a rule, as in `[CAP-SH-17]`. */
export type RuleId = keyof typeof RULES;

/** The rule behind an id. */
export function ruleOf(id: RuleId): Rule {
  return RULES[id];
}

/** Tells whether a text is the id of a rule; for ids that come from the configuration. */
export function isRuleId(text: string): text is RuleId {
  return Object.hasOwn(RULES, text);
}
