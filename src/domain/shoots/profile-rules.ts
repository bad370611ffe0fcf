import { forbidden, invalid, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { findImageVersion } from "../profiles/compile.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { parseImageVersion } from "../versions/image-version.ts";
import type { ProfileReference, ShootSpec, Worker } from "../workers/types.ts";
import { CLOUD_PROFILE, NAMESPACED_CLOUD_PROFILE, type ResolvedProfile } from "./profile-reference.ts";

const SPEC: FieldPath = ["spec"];
const REFERENCE: FieldPath = at(SPEC, "cloudProfile");
const KINDS: readonly string[] = [CLOUD_PROFILE, NAMESPACED_CLOUD_PROFILE];

/**
 * The rules of the reference itself: it is there (CAP-SH-02), of a known kind (CAP-SH-03), and not made through the
 * field that Kubernetes 1.34 retires (CAP-SH-04).
 * Source: gardener pkg/api/core/validation/shoot.go, ValidateCloudProfileReference.
 */
export function referenceFindings(spec: ShootSpec, reference: ProfileReference | undefined): readonly Finding[] {
  const findings: Finding[] = [];
  if (spec.cloudProfileName && isAtLeast134(spec.kubernetesVersion)) {
    const detail = "is gone from Kubernetes 1.34 on; use spec.cloudProfile.name instead";
    findings.push(finding("CAP-SH-04", forbidden(at(SPEC, "cloudProfileName"), detail)));
  }
  if (!reference?.name) {
    findings.push(
      finding("CAP-SH-02", required(at(REFERENCE, "name"), "name a CloudProfile or NamespacedCloudProfile")),
    );
  } else if (!KINDS.includes(reference.kind)) {
    findings.push(finding("CAP-SH-03", notSupported(at(REFERENCE, "kind"), reference.kind, KINDS), reference.kind));
  }
  return findings;
}

function isAtLeast134(kubernetesVersion: string): boolean {
  const version = parseImageVersion(kubernetesVersion);
  return version !== undefined && (version.major > 1n || (version.major === 1n && version.minor >= 34n));
}

/**
 * A reference that leads nowhere: the profile, or the parent that a NamespacedCloudProfile has to be rendered from, does
 * not exist (CAP-SH-05).
 */
export function unresolvedFinding({ kind, name }: ProfileReference, missingParent: string | undefined): Finding {
  const place = kind === NAMESPACED_CLOUD_PROFILE ? " in the namespace of the shoot" : "";
  const detail =
    missingParent === undefined
      ? `there is no ${kind} of this name${place}`
      : `is not rendered yet, and its parent CloudProfile ${JSON.stringify(missingParent)} does not exist`;
  return finding("CAP-SH-05", invalid(at(REFERENCE, "name"), name, detail), name);
}

/**
 * The rules of a reference that was looked up: the profile is of the shoot's provider type (CAP-SH-08). A
 * NamespacedCloudProfile whose rendered status lags behind is used as it is, with a warning.
 * Source: capabilities contract, section 5.1.
 */
export function resolutionFindings(
  spec: ShootSpec,
  reference: ProfileReference,
  resolved: ResolvedProfile,
): readonly Finding[] {
  const path = at(REFERENCE, "name");
  const { providerType } = resolved.profile;
  if (spec.providerType !== providerType) {
    const detail = `${reference.kind} ${JSON.stringify(reference.name)} is of provider type ${JSON.stringify(providerType)}`;
    return [finding("CAP-SH-08", invalid(at(SPEC, "provider", "type"), spec.providerType, detail), reference.name)];
  }
  if (resolved.isStale) {
    const detail = "is being rendered anew; the shoot was judged by its previous state";
    return [{ ...finding("CAP-SH-05", invalid(path, reference.name, detail), reference.name), mark: "Ww" }];
  }
  return [];
}

/** A shoot that moves from one profile to another. */
export interface ProfileSwitch {
  readonly spec: ShootSpec;
  readonly from: { readonly reference: ProfileReference; readonly resolved: ResolvedProfile };
  readonly to: { readonly reference: ProfileReference; readonly resolved: ResolvedProfile };
}

/**
 * The rules of a switch between profiles: both have the same root (CAP-SH-06), and the new one has what the pools use:
 * machine types, image versions that the old one had, and volume types (CAP-SH-07).
 * Source: gardener pkg/utils/gardener/cloudprofile.go, ValidateCloudProfileChanges.
 */
export function switchFindings(change: ProfileSwitch): readonly Finding[] {
  const { from, to } = change;
  if (from.resolved.root !== to.resolved.root) {
    const detail = `cannot change from ${profileText(from)} to ${profileText(to)}; both have to have the same CloudProfile at their root`;
    return [finding("CAP-SH-06", invalid(REFERENCE, to.reference.name, detail), to.reference.name)];
  }
  return change.spec.workers.flatMap((worker) =>
    lostBy(change, worker).map((lost) => {
      const detail = `worker pool ${JSON.stringify(worker.name)} uses ${lost}, which the new profile does not have`;
      return finding("CAP-SH-07", invalid(REFERENCE, to.reference.name, detail), worker.name, lost);
    }),
  );
}

function profileText({ reference, resolved }: ProfileSwitch["from"]): string {
  const root = reference.kind === CLOUD_PROFILE ? "" : ` (root ${JSON.stringify(resolved.root)})`;
  return `${reference.kind} ${JSON.stringify(reference.name)}${root}`;
}

function lostBy({ from, to }: ProfileSwitch, { machine, volumeType }: Worker): readonly string[] {
  const lost: string[] = [];
  const [before, now] = [from.resolved.profile, to.resolved.profile];
  if (!now.machineTypes.has(machine.type)) {
    lost.push(`machine type ${JSON.stringify(machine.type)}`);
  }
  const [image, version] = [machine.image?.name ?? "", machine.image?.version ?? ""];
  if (findImageVersion(before, image, version) !== undefined && findImageVersion(now, image, version) === undefined) {
    lost.push(`machine image ${image}:${version}`);
  }
  if (volumeType !== undefined && !now.spec.volumeTypes.some(({ name }) => name === volumeType)) {
    lost.push(`volume type ${JSON.stringify(volumeType)}`);
  }
  return lost;
}
