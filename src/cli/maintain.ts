import { errorText, type FieldError } from "../domain/field/error.ts";
import type { FieldPath } from "../domain/field/path.ts";
import { maintainShoot, type ShootMaintenance } from "../domain/maintenance/maintain-shoot.ts";
import { type KnownProfiles, profileReference, type ResolvedProfile } from "../domain/shoots/profile-reference.ts";
import type { Pool } from "../domain/workers/pool.ts";
import type { ProfileReference, ShootSpec } from "../domain/workers/types.ts";
import { metadataMember, type RawObject } from "../wire/admission-review.ts";
import { shootView } from "../wire/shoot.ts";
import { updatesMachineImages } from "../wire/shoot-maintenance.ts";
import { EXIT_FAILED, EXIT_OK } from "./arguments.ts";
import { defaultedProfiles, knownProfile } from "./known-profile.ts";
import { maintainText } from "./maintain-text.ts";
import { momentText, type Output } from "./report-options.ts";

/** An object of a file. */
export interface FileObject {
  readonly object: RawObject;
  /** Where a member of it is written, such as `shoots.yaml:12`. */
  readonly placeOf: (path: FieldPath) => string;
}

/** What files hold, lists taken apart. */
export interface FileObjects {
  readonly objects: readonly FileObject[];
  /** What could not be read, ready to be printed. */
  readonly problems: readonly string[];
}

/** What maintenance is asked about. */
export interface MaintainQuestion {
  readonly files: FileObjects;
  readonly known: KnownProfiles;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly output: Output;
}

/** A version and why it was not chosen; `reason` is the end of a sentence that begins with the version. */
interface UnchosenVersion {
  readonly version: string;
  readonly reason: string;
}

/** What maintenance comes to for a pool. */
export type PoolReport = { readonly name: string; readonly machineType: string; readonly image: string } & (
  | {
      readonly outcome: "maintained";
      readonly architecture: string;
      readonly current: string;
      readonly trigger: "none" | "automatic" | "forced";
      readonly reason: string;
      readonly strategy: "patch" | "minor" | "major";
      readonly target: string | null;
      readonly choice: string | null;
      readonly error: string | null;
      /** By the filter chain, with the first step that each does not pass. */
      readonly filteredOut: readonly (UnchosenVersion & { readonly step: string })[];
      /** By automatic selection. */
      readonly passedOver: readonly UnchosenVersion[];
    }
  /** Maintenance of the shoot stopped here. */
  | { readonly outcome: "aborted"; readonly reason: string }
  | { readonly outcome: "skipped" }
);

/** What maintenance comes to for a shoot. */
export interface ShootReport {
  readonly namespace: string;
  readonly name: string;
  readonly profile: { readonly kind: string; readonly name: string };
  /** Whether the profile was rendered from an older state of its NamespacedCloudProfile. */
  readonly isProfileStale: boolean;
  /** A shoot in deletion is not maintained. */
  readonly isDeleting: boolean;
  readonly autoUpdates: boolean;
  readonly pools: readonly PoolReport[];
}

/** What is printed, as JSON or as text. */
export interface MaintenanceReport {
  /** The moment of the maintenance, RFC 3339. */
  readonly at: string;
  readonly shoots: readonly ShootReport[];
  readonly problems: readonly string[];
}

/**
 * Tells which machine image versions maintenance would choose for the pools of the shoots in files. The exit code is 0
 * unless something cannot be read or a profile is not known.
 */
export function tellMaintenance(question: MaintainQuestion): { readonly code: number; readonly text: string } {
  const report = maintenanceReport(question);
  const text = question.output === "json" ? `${JSON.stringify(report, undefined, 2)}\n` : maintainText(report);
  return { code: report.problems.length > 0 ? EXIT_FAILED : EXIT_OK, text };
}

function maintenanceReport({ files, known, now }: MaintainQuestion): MaintenanceReport {
  const profiles = defaultedProfiles(known);
  const shoots: ShootReport[] = [];
  const problems = [...files.problems];
  for (const file of files.objects) {
    const shoot = readShoot(file, profiles);
    if ("problems" in shoot) {
      problems.push(...shoot.problems);
    } else {
      shoots.push(shootReport(shoot, now));
    }
  }
  const isEmpty = shoots.length === 0 && problems.length === 0;
  return { at: momentText(now), shoots, problems: isEmpty ? ["the input holds no shoot"] : problems };
}

/** A shoot with its profile. */
interface KnownShoot {
  readonly object: RawObject;
  readonly spec: ShootSpec;
  readonly autoUpdates: boolean;
  readonly reference: ProfileReference;
  readonly resolved: ResolvedProfile;
}

function readShoot(
  { object, placeOf }: FileObject,
  known: KnownProfiles,
): KnownShoot | { readonly problems: readonly string[] } {
  const problemAt = (path: FieldPath, message: string) => ({ problems: [`${placeOf(path)}: ${message}`] });
  const misread = (errors: readonly FieldError[]) => ({
    problems: errors.map((error) => `${placeOf(error.path)}: ${errorText(error)}`),
  });
  if (object["apiVersion"] !== SHOOT_VERSION || object["kind"] !== "Shoot") {
    return problemAt(["kind"], `is not a Shoot of ${SHOOT_VERSION}`);
  }
  const [view, autoUpdates] = [shootView(object), updatesMachineImages(object)];
  if (!view.ok) {
    return misread(view.errors);
  }
  if (!autoUpdates.ok) {
    return misread(autoUpdates.errors);
  }
  const { spec } = view.value;
  const reference = profileReference(spec);
  if (reference === undefined) {
    return problemAt(["spec", "cloudProfile"], `${shootText(object)} names no profile`);
  }
  const resolved = knownProfile(reference, metadataText(object, "namespace"), known);
  return typeof resolved === "string"
    ? problemAt(["spec", "cloudProfile", "name"], `${shootText(object)}: ${resolved}`)
    : { object, spec, autoUpdates: autoUpdates.value, reference, resolved };
}

const SHOOT_VERSION = "core.gardener.cloud/v1beta1";

/** How problems name a shoot. */
function shootText(object: RawObject): string {
  const name = [metadataText(object, "namespace"), metadataText(object, "name")].filter((part) => part !== "");
  return name.length === 0 ? "the Shoot" : `Shoot ${name.join("/")}`;
}

function metadataText(object: RawObject, member: string): string {
  const value = metadataMember(object, member);
  return typeof value === "string" ? value : "";
}

function shootReport({ object, spec, autoUpdates, reference, resolved }: KnownShoot, now: number): ShootReport {
  const isDeleting = (metadataMember(object, "deletionTimestamp") ?? null) !== null;
  const { profile, isStale } = resolved;
  return {
    namespace: metadataText(object, "namespace"),
    name: metadataText(object, "name"),
    profile: { kind: reference.kind, name: reference.name },
    isProfileStale: isStale,
    isDeleting,
    autoUpdates,
    pools: isDeleting ? [] : poolReports(maintainShoot({ spec, profile, autoUpdates, now })),
  };
}

function poolReports({ maintained, aborted, skipped }: ShootMaintenance): readonly PoolReport[] {
  return [
    ...maintained.map(maintainedReport),
    ...(aborted === undefined ? [] : [{ ...asked(aborted.pool), outcome: "aborted", reason: aborted.reason } as const]),
    ...skipped.map((pool) => ({ ...asked(pool), outcome: "skipped" }) as const),
  ];
}

function maintainedReport({ pool, filtered, decision }: ShootMaintenance["maintained"][number]): PoolReport {
  const { action, reason, strategy, target, choice, error, passedOver } = decision;
  return {
    ...asked(pool),
    outcome: "maintained",
    architecture: pool.architecture,
    current: pool.worker.machine.image?.version ?? "",
    trigger: action,
    reason,
    strategy,
    target: target?.version ?? null,
    choice: choice ?? null,
    error: error ?? null,
    filteredOut: filtered.dropped.map((each) => ({ ...each, version: each.version.version })),
    passedOver: passedOver.map((each) => ({ ...each, version: each.version.version })),
  };
}

function asked({ worker }: Pool): { readonly name: string; readonly machineType: string; readonly image: string } {
  return { name: worker.name, machineType: worker.machine.type, image: worker.machine.image?.name ?? "" };
}
