import { ARCHITECTURE, type Capabilities } from "../capabilities/types.ts";
import type { FieldPath } from "../field/path.ts";
import type { ProfileUsage } from "../usage/profile-usage.ts";
import type { NamespacedCloudProfileFact } from "./facts.ts";
import type { CloudProfileSpec, NamespacedCloudProfileSpec } from "./types.ts";

/** An update of a CloudProfile, and who depends on the profile. */
export interface ProfileUpdate {
  readonly spec: CloudProfileSpec;
  /** The stored profile. */
  readonly old: CloudProfileSpec;
  /** What the shoots use that refer to the profile itself. */
  readonly usage: ProfileUsage;
  /** The NamespacedCloudProfiles whose parent it is, in order of namespace and name. */
  readonly children: readonly ChildProfile[];
  /** Set where nothing is known of shoots, so that what they may lose is worth a warning. */
  readonly isUsageUnknown?: boolean;
}

/** A NamespacedCloudProfile, and what the shoots use that refer to it. */
export interface ChildProfile {
  readonly fact: Pick<NamespacedCloudProfileFact, "namespace" | "name" | "spec">;
  readonly usage: ProfileUsage;
}

/** Where the lists of a CloudProfile stand. */
export const MACHINE_CAPABILITIES: FieldPath = ["spec", "machineCapabilities"];
export const MACHINE_TYPES: FieldPath = ["spec", "machineTypes"];
export const MACHINE_IMAGES: FieldPath = ["spec", "machineImages"];

/** How many children or elements a message names. */
const NAMED = 5;

/** The first of some texts, for messages: `a, b, c, d, e and 7 more`. */
export function firstOfText(texts: readonly string[]): string {
  const rest = texts.length - NAMED;
  return `${texts.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Names NamespacedCloudProfiles in a message; at least one. */
export function childrenText(names: readonly string[]): string {
  return `${names.length === 1 ? "NamespacedCloudProfile" : "NamespacedCloudProfiles"} ${firstOfText(names)}`;
}

/** `namespace/name`. */
export function childName({ fact: { namespace, name } }: ChildProfile): string {
  return `${namespace}/${name}`;
}

/** A machine type or image version of a NamespacedCloudProfile, as far as it names capabilities. */
export interface ChildElement {
  /** For messages. */
  readonly text: string;
  /** Of a machine type one, of an image version one per flavor. */
  readonly capabilities: readonly Capabilities[];
  /** As written in the legacy field. */
  readonly architectures: readonly string[];
}

/** What a NamespacedCloudProfile writes, element by element. */
export function elementsOf({ machineTypes, machineImages }: NamespacedCloudProfileSpec): readonly ChildElement[] {
  return [
    ...machineTypes.map(({ name, capabilities, architecture }) => ({
      text: `machine type ${JSON.stringify(name)}`,
      capabilities: [capabilities],
      architectures: architecture === undefined ? [] : [architecture],
    })),
    ...machineImages.flatMap(({ name, versions }) =>
      versions.map(({ version, capabilityFlavors, architectures }) => ({
        text: `version ${JSON.stringify(version)} of machine image ${JSON.stringify(name)}`,
        capabilities: capabilityFlavors,
        architectures,
      })),
    ),
  ];
}

/** Whether an element names a capability other than the architecture. */
export function namesMoreThanArchitecture({ capabilities }: ChildElement): boolean {
  return capabilities.some((written) => [...written.keys()].some((name) => name !== ARCHITECTURE));
}
