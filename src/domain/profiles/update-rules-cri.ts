import { forbidden } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { type Users, usersOfRuntime } from "../usage/profile-usage.ts";
import { usersText } from "../usage/users-text.ts";
import { findImageVersion } from "./compile.ts";
import type { Cri, MachineImageVersion } from "./types.ts";
import { placeOf, type UsedProfile } from "./update-rules-combinations.ts";
import { MACHINE_IMAGES, type ProfileUpdate } from "./update-rules-review.ts";

/** The CRI of every pool: Gardener supports no other, and sets it where it is left out. */
const CONTAINERD = "containerd";

/** What an image version does not offer any more: the CRI, or one of its container runtimes. */
interface Withdrawal {
  readonly image: string;
  readonly version: string;
  /** Undefined for the CRI itself. */
  readonly runtime: string | undefined;
}

/** A withdrawal, and all who lose by it. */
interface Loss extends Withdrawal {
  readonly users: Users[];
}

/**
 * CRI-V-24: an image version goes on to offer the CRI and the container runtimes that living shoots use, also through
 * children. Where shoots are not known, every withdrawal is worth a warning. FieldError: Forbidden.
 *
 * Source: OperatingSystemConfig contract, section 5.3.
 */
export function* criUpdateRules(update: ProfileUpdate, profiles: readonly UsedProfile[]): Iterable<Finding> {
  const { machineImages } = update.spec;
  for (const loss of losses(profiles)) {
    const detail = `${offerText(loss)} is used by ${usersText(loss.users)}; keep it, and remove it when nothing uses it any more`;
    const found = placeOf(machineImages, loss.image, loss.version);
    yield finding("CRI-V-24", forbidden(pathOf(found, loss), detail), ...namesOf(loss));
  }
  for (const { withdrawal, place } of update.isUsageUnknown === true ? withdrawals(update) : []) {
    const detail = `${offerText(withdrawal)} is withdrawn, and shoots are not known; make sure that none uses it`;
    const error = forbidden(pathOf(place, withdrawal), detail);
    yield { ...finding("CRI-V-24", error, ...namesOf(withdrawal)), mark: "Ww" };
  }
}

function losses(profiles: readonly UsedProfile[]): Iterable<Loss> {
  const found = new Map<string, Loss>();
  for (const profile of profiles) {
    for (const [key, loss] of lossesIn(profile)) {
      const known = found.get(key);
      if (known === undefined) {
        found.set(key, loss);
      } else {
        known.users.push(...loss.users);
      }
    }
  }
  return found.values();
}

function* lossesIn({ usage, before, after }: UsedProfile): Iterable<readonly [key: string, loss: Loss]> {
  for (const [, use] of usage.imageVersions) {
    const [image = "", version = ""] = use.names;
    const [old, now] = [before, after].map((profile) => findImageVersion(profile, image, version)?.written);
    for (const runtime of withdrawn(old, now)) {
      const users = runtime === undefined ? use.users : usersOfRuntime(usage, image, version, runtime);
      if (users !== undefined) {
        yield [JSON.stringify([image, version, runtime]), { image, version, runtime, users: [users] }];
      }
    }
  }
}

/**
 * What a version that stays does not offer any more; undefined stands for the CRI, with which its runtimes go. A version
 * without any CRI has lost more than that (CAP-CP-68), or is what a child says of one that the profile removes (CAP-CP-80).
 */
function withdrawn(
  old: Pick<MachineImageVersion, "cri"> | undefined,
  now: Pick<MachineImageVersion, "cri"> | undefined,
): readonly (string | undefined)[] {
  const before = old?.cri.find(isContainerd);
  if (before === undefined || now === undefined || now.cri.length === 0) {
    return [];
  }
  const after = now.cri.find(isContainerd);
  const offered = new Set(after?.containerRuntimes.map(({ type }) => type));
  return after === undefined
    ? [undefined]
    : [...new Set(before.containerRuntimes.map(({ type }) => type))].filter((type) => !offered.has(type));
}

function isContainerd({ name }: Cri): boolean {
  return name === CONTAINERD;
}

type Place = NonNullable<ReturnType<typeof placeOf>>;

/** Everything that the update withdraws, whoever uses it. */
function* withdrawals({
  spec,
  old,
}: ProfileUpdate): Iterable<{ readonly withdrawal: Withdrawal; readonly place: Place }> {
  const before = new Map(
    old.machineImages.flatMap(({ name, versions }) =>
      versions.map((written) => [JSON.stringify([name, written.version]), written] as const),
    ),
  );
  for (const [i, { name: image, versions }] of spec.machineImages.entries()) {
    for (const [j, written] of versions.entries()) {
      const { version } = written;
      const place = { written, place: [i, "versions", j] };
      const gone = withdrawn(before.get(JSON.stringify([image, version])), written);
      yield* gone.map((runtime) => ({ withdrawal: { image, version, runtime }, place }));
    }
  }
}

function offerText({ image, version, runtime }: Withdrawal): string {
  const what = runtime === undefined ? `CRI ${CONTAINERD}` : `container runtime ${JSON.stringify(runtime)}`;
  return `${what} of version ${JSON.stringify(version)} of machine image ${JSON.stringify(image)}`;
}

function namesOf({ image, version, runtime }: Withdrawal): readonly string[] {
  return runtime === undefined ? [image, version, CONTAINERD] : [image, version, CONTAINERD, runtime];
}

/** The list that it was in; a version of a child alone has no place in the profile. */
function pathOf(found: Place | undefined, { runtime }: Withdrawal): FieldPath {
  if (found === undefined) {
    return MACHINE_IMAGES;
  }
  const path = at(MACHINE_IMAGES, ...found.place, "cri");
  return runtime === undefined ? path : at(path, found.written.cri.findIndex(isContainerd), "containerRuntimes");
}
