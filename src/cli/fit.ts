import {
  type FitQuestion,
  type MachineTypeOffers,
  machineTypesFor,
  offersFor,
  type VersionOffers,
} from "../domain/maintenance/offers.ts";
import { regionObstacleIn } from "../domain/maintenance/region-obstacle.ts";
import type { CompiledImageVersion, CompiledMachineType } from "../domain/profiles/compile.ts";
import { machineTypeText } from "../domain/profiles/explain-fit.ts";
import {
  CLOUD_PROFILE,
  type KnownProfiles,
  NAMESPACED_CLOUD_PROFILE,
  type ResolvedProfile,
} from "../domain/shoots/profile-reference.ts";
import { classificationAt } from "../domain/versions/classification.ts";
import type { ProfileReference } from "../domain/workers/types.ts";
import { EXIT_FAILED, EXIT_OK } from "./arguments.ts";
import type { FitOptions } from "./fit-options.ts";
import { type FitSubjectFound, findSubject, placeProblems } from "./fit-subject.ts";
import { fitText } from "./fit-text.ts";
import { defaultedProfiles, knownProfile } from "./known-profile.ts";
import { type ChoiceReport, choiceReport } from "./provider-choice.ts";
import { momentText } from "./report-options.ts";

/** Why something is not offered. */
interface RejectionReport {
  /** Each the end of a sentence that begins with what is rejected. */
  readonly reasons: readonly string[];
  /** The first capability of which no flavor shares a value with the machine type; null where that is not the reason. */
  readonly capability: string | null;
}

/** An image version in a report. */
export interface VersionReport {
  readonly image: string;
  readonly version: string;
  readonly classification: string;
}

/** A machine type in a report. */
export interface MachineTypeReport {
  readonly machineType: string;
  readonly architecture: string;
}

/** Something offered; `providerFlavor` is null where region or images of the provider are not known. */
type Offered<T> = T & { readonly providerFlavor: ChoiceReport | null };

/** What was asked. */
interface FitAsked {
  /** RFC 3339. */
  readonly at: string;
  readonly profile: { readonly kind: string; readonly namespace: string | null; readonly name: string };
  /** Whether the profile was rendered from an older state of its NamespacedCloudProfile. */
  readonly isProfileStale: boolean;
  readonly region: string | null;
  readonly zones: readonly string[];
  readonly cri: string | null;
  readonly containerRuntimes: readonly string[];
  readonly kubelet: string | null;
}

/** What is printed, as JSON or as text. */
export type FitReport = FitAsked &
  (
    | {
        readonly machineType: MachineTypeReport & { readonly capabilities: string };
        /** Why the machine type itself cannot be had. */
        readonly obstacles: readonly string[];
        readonly versions: {
          readonly offered: readonly Offered<VersionReport & { readonly isPreselected: boolean }>[];
          readonly rejected: readonly (VersionReport & RejectionReport)[];
        };
      }
    | {
        readonly imageVersion: VersionReport & { readonly architectures: readonly string[] };
        /** Why the version itself cannot be had. */
        readonly obstacles: readonly string[];
        readonly machineTypes: {
          readonly offered: readonly Offered<MachineTypeReport>[];
          readonly rejected: readonly (MachineTypeReport & RejectionReport)[];
        };
      }
  );

/**
 * Tells what goes with a machine type or an image version. The exit code is 0 unless profile, region, zone, machine type
 * or image version are not known; then `problems` says which.
 */
export function tellFit(
  options: FitOptions,
  known: KnownProfiles,
  now: number,
): { readonly code: number; readonly text: string; readonly problems: readonly string[] } {
  const { profile: name, namespace } = options;
  const reference = { kind: namespace === undefined ? CLOUD_PROFILE : NAMESPACED_CLOUD_PROFILE, name };
  const resolved = knownProfile(reference, namespace ?? "", defaultedProfiles(known));
  if (typeof resolved === "string") {
    return { code: EXIT_FAILED, text: "", problems: [resolved] };
  }
  const owner = `${reference.kind} ${JSON.stringify(name)}`;
  const found = findSubject(resolved.profile, options.subject, owner);
  const problems = [...placeProblems(resolved.profile, options, owner), ...(typeof found === "string" ? [found] : [])];
  if (typeof found === "string" || problems.length > 0) {
    return { code: EXIT_FAILED, text: "", problems };
  }
  const report = fitReport({ options, reference, resolved, now }, found);
  const text = options.output === "json" ? `${JSON.stringify(report, undefined, 2)}\n` : fitText(report);
  return { code: EXIT_OK, text, problems };
}

interface FitContext {
  readonly options: FitOptions;
  readonly reference: ProfileReference;
  readonly resolved: ResolvedProfile;
  readonly now: number;
}

function fitReport(context: FitContext, found: FitSubjectFound): FitReport {
  const { options, resolved, now } = context;
  const { profile } = resolved;
  const question: FitQuestion = {
    profile,
    region: options.region ?? "",
    zones: options.zones,
    cri: options.cri,
    kubeletVersion: options.kubelet,
    regionObstacle: options.region === undefined ? undefined : regionObstacleIn(profile, options.region),
    now,
  };
  return found.kind === "machineType"
    ? { ...askedReport(context), ...versionsReport(question, found.machineType) }
    : { ...askedReport(context), ...machineTypesReport(question, found.imageVersion) };
}

function askedReport({ options, reference, resolved, now }: FitContext): FitAsked {
  const { namespace, region, zones, cri, kubelet } = options;
  return {
    at: momentText(now),
    profile: { kind: reference.kind, namespace: namespace ?? null, name: reference.name },
    isProfileStale: resolved.isStale,
    region: region ?? null,
    zones,
    cri: cri?.name ?? null,
    containerRuntimes: cri?.containerRuntimes.map(({ type }) => type) ?? [],
    kubelet: kubelet ?? null,
  };
}

function versionsReport(question: FitQuestion, machineType: CompiledMachineType) {
  const { profile, region, now } = question;
  const { offered, preselected, rejected, machineTypeObstacles }: VersionOffers = offersFor(question, machineType);
  return {
    machineType: { ...typeReport(machineType), capabilities: machineTypeText(profile, machineType) },
    obstacles: machineTypeObstacles,
    versions: {
      offered: offered.map((version) => ({
        ...versionReport(version, now),
        isPreselected: version === preselected,
        providerFlavor: choiceReport(profile, machineType, version, region),
      })),
      rejected: rejected.map(({ version, reasons, capability }) => ({
        ...versionReport(version, now),
        reasons,
        capability: capability ?? null,
      })),
    },
  };
}

function machineTypesReport(question: FitQuestion, version: CompiledImageVersion) {
  const { profile, region, now } = question;
  const { offered, rejected, versionObstacles }: MachineTypeOffers = machineTypesFor(question, version);
  return {
    imageVersion: { ...versionReport(version, now), architectures: version.architectures },
    obstacles: versionObstacles,
    machineTypes: {
      offered: offered.map((machineType) => ({
        ...typeReport(machineType),
        providerFlavor: choiceReport(profile, machineType, version, region),
      })),
      rejected: rejected.map(({ machineType, reasons, capability }) => ({
        ...typeReport(machineType),
        reasons,
        capability: capability ?? null,
      })),
    },
  };
}

function typeReport({ name, architecture }: CompiledMachineType): MachineTypeReport {
  return { machineType: name, architecture };
}

function versionReport({ image, version, written }: CompiledImageVersion, now: number): VersionReport {
  return { image, version, classification: classificationAt(written, now) };
}
