import type { Capabilities, CapabilityDefinition } from "../../../src/domain/capabilities/types.ts";
import { pathText } from "../../../src/domain/field/path.ts";
import type {
  CloudProfileSpec,
  MachineImage,
  MachineImageVersion,
  MachineType,
} from "../../../src/domain/profiles/types.ts";
import { type CloudProfileReview, validateCloudProfile } from "../../../src/domain/profiles/validate-cloud-profile.ts";
import { ruleOf } from "../../../src/domain/rules/catalogue.ts";
import { compareFindings, type Finding } from "../../../src/domain/rules/finding.ts";
import { cloudProfileSpec, imageVersion, machineType } from "../../support/profiles.ts";

/** Some moment, in milliseconds since the epoch. */
export const NOW = 1_000_000;

function definition(name: string, ...values: readonly string[]): CapabilityDefinition {
  return { name, values };
}

/** One architecture, and a second capability. */
export const D1 = [definition("architecture", "amd64"), definition("tpm", "v2", "v1")];

/** Two architectures, and two more capabilities. */
export const D2 = [
  definition("architecture", "amd64", "arm64"),
  definition("tpm", "v2", "v1"),
  definition("nic", "fast", "slow"),
];

/** A machine type or flavor as it is written in a manifest. */
export function capabilities(written: Readonly<Record<string, readonly string[]>>): Capabilities {
  return new Map(Object.entries(written));
}

const AMD = capabilities({ architecture: ["amd64"] });

interface Shorthand {
  /** Of the only machine type, `m`. */
  readonly type?: Partial<MachineType>;
  /** Of the only version, 1.0.0 of the image `os`. */
  readonly version?: Partial<MachineImageVersion>;
  /** Versions of the image `os`, instead of one. */
  readonly versions?: readonly Partial<MachineImageVersion>[];
  readonly spec?: Partial<CloudProfileSpec>;
}

/** A profile with one machine type and one image version, valid in any mode unless a part says otherwise. */
export function profile(definitions: readonly CapabilityDefinition[], parts: Shorthand = {}): CloudProfileSpec {
  const legacy = definitions.length === 0;
  const several = (definitions.find(({ name }) => name === "architecture")?.values.length ?? 0) > 1;
  const sound = { architectures: legacy ? ["amd64"] : [], capabilityFlavors: several ? [AMD] : [] };
  const versions = parts.versions ?? [parts.version ?? {}];
  return cloudProfileSpec({
    machineCapabilities: definitions,
    machineTypes: [
      machineType({
        architecture: legacy ? "amd64" : undefined,
        capabilities: several ? AMD : new Map(),
        ...parts.type,
      }),
    ],
    machineImages: [
      image(
        "os",
        versions.map((version) => imageVersion({ ...sound, ...version })),
      ),
    ],
    kubernetesVersions: [{ version: "1.34.2", classification: undefined, expirationDate: undefined, lifecycle: [] }],
    ...parts.spec,
  });
}

/** A machine image with the default update strategy. */
export function image(name: string, versions: readonly MachineImageVersion[]): MachineImage {
  return { name, updateStrategy: "major", versions };
}

/** The findings about a profile, in document order. */
export function findingsOf(spec: CloudProfileSpec, parts: Partial<CloudProfileReview> = {}): readonly Finding[] {
  const featureGates = { CloudProfileCapabilities: true, VersionClassificationLifecycle: true };
  return validateCloudProfile({ spec, old: undefined, featureGates, now: NOW, ...parts }).toSorted(compareFindings);
}

/** A finding as `CAP-CP-24 NotSupported spec.machineTypes[0].capabilities "gpu"`; warnings end in `(warning)`. */
export function line({ rule, error, mark }: Finding): string {
  const isWarning = (mark ?? ruleOf(rule).mark) === "Ww";
  return [
    rule,
    error.type.replace("FieldValue", ""),
    pathText(error.path),
    ...("badValue" in error ? [JSON.stringify(error.badValue)] : []),
    ...(isWarning ? ["(warning)"] : []),
  ].join(" ");
}

/** The findings about a profile as lines. */
export function linesOf(spec: CloudProfileSpec, parts: Partial<CloudProfileReview> = {}): readonly string[] {
  return findingsOf(spec, parts).map(line);
}
