import { forbidden } from "../field/error.ts";
import { type FieldPath, pathText } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import type { Users } from "../usage/profile-usage.ts";
import { usersText } from "../usage/users-text.ts";
import {
  type CompiledImageVersion,
  type CompiledMachineType,
  type CompiledProfile,
  findImageVersion,
} from "./compile.ts";
import { clashText } from "./explain-fit.ts";
import { type Change, type Combination, changedPath, gradeOf, type UsedProfile } from "./update-rules-combinations.ts";
import { MACHINE_TYPES, type ProfileUpdate } from "./update-rules-review.ts";

/** What living shoots lose by an update, and all who lose it. */
interface Loss {
  readonly names: readonly string[];
  readonly path: FieldPath;
  readonly reason: string;
  readonly users: Users[];
}

/**
 * Keeps for living shoots the machine types that they use (CAP-CP-86), and the compatibility of the machine types and
 * image versions that they use together (CAP-CP-87); also for shoots that refer to a child, as far as the child does not
 * define these things itself. Only what is used is looked at. FieldError: Forbidden.
 *
 * Source: capabilities contract, section 3.6.
 */
export function* inUseRules(update: ProfileUpdate, profiles: readonly UsedProfile[]): Iterable<Finding> {
  for (const { names, users } of lostTypes(profiles)) {
    const detail = `machine type ${JSON.stringify(names[0])} is used by ${usersText(users)}; keep it with usable: false, which closes it for new pools, and remove it when nothing uses it any more`;
    yield finding("CAP-CP-86", forbidden(MACHINE_TYPES, detail), ...names);
  }
  for (const { names, path, reason, users } of lostFits(update, profiles)) {
    const [machineType, image, version] = names.map((name) => JSON.stringify(name));
    const detail = `machine type ${machineType} and version ${version} of machine image ${image} would not fit any more (${reason}), but are used together by ${usersText(users)}; make the change in a new image version, let this one expire, and migrate these pools first`;
    yield finding("CAP-CP-87", forbidden(path, detail), ...names);
  }
}

/** CAP-CP-86. */
function lostTypes(profiles: readonly UsedProfile[]): Iterable<Loss> {
  const losses = new Map<string, Loss>();
  for (const { usage, before, after } of profiles) {
    for (const [, { names, users }] of usage.machineTypes) {
      const [machineType = ""] = names;
      if (before.machineTypes.has(machineType) && !after.machineTypes.has(machineType)) {
        addTo(losses, { names, path: MACHINE_TYPES, reason: "", users: [users] });
      }
    }
  }
  return losses.values();
}

/** CAP-CP-87. */
function lostFits(update: ProfileUpdate, profiles: readonly UsedProfile[]): Iterable<Loss> {
  const losses = new Map<string, Loss>();
  for (const profile of profiles) {
    for (const combination of combinationsOf(profile)) {
      const { names, type, version, users } = combination;
      if (gradeOf(profile.after, type.after, version.after) < gradeOf(profile.before, type.before, version.before)) {
        const reason = reasonText(profile.after, type.after, version.after);
        addTo(losses, { names, path: changedPath(update, profile, combination), reason, users: [users] });
      }
    }
  }
  return losses.values();
}

/** Joins what shoots of several profiles lose alike. */
function addTo(losses: Map<string, Loss>, loss: Loss): void {
  const key = JSON.stringify([pathText(loss.path), ...loss.names]);
  const known = losses.get(key);
  if (known === undefined) {
    losses.set(key, loss);
  } else {
    known.users.push(...loss.users);
  }
}

/** Of what is used together, what the profile has before and after. */
function combinationsOf({ usage, before, after }: UsedProfile): readonly Combination[] {
  return [...usage.combinations].flatMap(
    ([
      ,
      {
        names: [machineType = "", image = "", version = ""],
        users,
      },
    ]) => {
      const type = changeOf(before.machineTypes.get(machineType), after.machineTypes.get(machineType));
      const built = changeOf(findImageVersion(before, image, version), findImageVersion(after, image, version));
      return type && built ? [{ names: [machineType, image, version], type, version: built, users }] : [];
    },
  );
}

function changeOf<T>(before: T | undefined, after: T | undefined): Change<T> | undefined {
  return before === undefined || after === undefined ? undefined : { before, after };
}

function reasonText(profile: CompiledProfile, type: CompiledMachineType, version: CompiledImageVersion): string {
  const text = profile.vocabulary.isCapabilityMode ? clashText(profile, type, version) : "";
  return text === "" ? `${type.architecture} is not among ${version.architectures.join(", ") || "none"}` : text;
}
