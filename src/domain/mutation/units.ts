import { at, type FieldPath } from "../field/path.ts";
import { jsonEqual } from "../json/equal.ts";
import type { DropIn } from "../osc/types.ts";
import type { DesiredUnit, Policy } from "../policies/types.ts";
import { type Claim, claims, precededBy } from "./claims.ts";
import { leaveConflicting, replacesConflicting } from "./conflict.ts";
import type { Mutation, MutationStep } from "./mutation.ts";
import { appendToUnit, entriesAt, listedIn, UNITS, type UnitEntries, unitEntries } from "./unit-entries.ts";

/** A unit that a policy wants, and who wanted what of it before. */
interface UnitWish {
  readonly policy: Policy;
  readonly unit: DesiredUnit;
  readonly claim: Claim;
}

/**
 * Completes units of the OSC by what policies want of them: file paths and drop-ins that are missing are added, other
 * members are set. Units that are missing are added; there is never a second one of a name.
 * Source: OperatingSystemConfig contract, section 3.2 and P9 of section 8.
 */
export const unitsStep: MutationStep = (mutation) => {
  const claim = claims();
  for (const policy of mutation.subject.policies) {
    for (const unit of policy.units) {
      ensureUnit(mutation, { policy, unit, claim });
    }
  }
};

type DesiredDropIn = DesiredUnit["dropIns"][number];

function ensureUnit(mutation: Mutation, wish: UnitWish): void {
  const { unit } = wish;
  const present = unitEntries(mutation.editor, unit.name);
  if (present === undefined) {
    addUnit(mutation, wish);
    return;
  }
  ensureFilePaths(mutation, wish, present);
  ensureDropIns(mutation, wish, present);
  ensureMembers(mutation, wish, present);
}

/** Adds a unit, unless nothing is left of what it was to have. */
function addUnit(mutation: Mutation, wish: UnitWish): void {
  const { policy, unit } = wish;
  const entry = newEntry(mutation, wish);
  if (Object.keys(entry).length > 1 || unit.dropIns.length + unit.filePaths.length === 0) {
    mutation.editor.append(UNITS, [entry]);
    mutation.changed(policy, "units", unit.name);
  }
}

/** The unit as it is added, with nothing in it that is not wanted. */
function newEntry(mutation: Mutation, wish: UnitWish): Readonly<Record<string, unknown>> {
  const { name } = wish.unit;
  const filePaths = availableFilePaths(mutation, wish, [...new Set(wish.unit.filePaths)]);
  for (const dropIn of wish.unit.dropIns) {
    wish.claim(dropInKey(name, dropIn.name), wish.policy, dropIn.content);
  }
  const dropIns = wish.unit.dropIns.filter((dropIn) => !isLeftToExtension(mutation, wish, dropIn));
  const members = scalarMembers(wish.unit);
  for (const [member, value] of members) {
    wish.claim(memberKey(name, member), wish.policy, value);
  }
  return {
    ...Object.fromEntries([["name", name], ...members]),
    ...(dropIns.length === 0 ? {} : { dropIns }),
    ...(filePaths.length === 0 ? {} : { filePaths }),
  };
}

function ensureFilePaths(mutation: Mutation, wish: UnitWish, present: UnitEntries): void {
  const { editor } = mutation;
  const listed = listedIn(editor, present, "filePaths");
  const wanted = [...new Set(wish.unit.filePaths)].filter((path) => !listed.has(path));
  const missing = availableFilePaths(mutation, wish, wanted);
  appendToUnit(editor, present, "filePaths", missing);
  if (missing.length > 0) {
    mutation.changed(wish.policy, "units", `${wish.unit.name} filePaths`);
  }
}

/** A unit that names a file which is not in the OSC makes it invalid; a file may be missing where it was left out. */
function availableFilePaths(
  mutation: Mutation,
  { policy, unit }: UnitWish,
  wanted: readonly string[],
): readonly string[] {
  if (wanted.length === 0) {
    return wanted;
  }
  const { editor, subject } = mutation;
  const inSpec = entriesAt(editor, ["spec", "files"]).map((file) => editor.get(at(file, "path")));
  const known = new Set([...inSpec, ...subject.osc.status.extensionFiles.map(({ path }) => path)]);
  for (const path of wanted.filter((candidate) => !known.has(candidate))) {
    mutation.skipped(policy, "units", `${unit.name} ${path}`, "this file is not in the OSC");
  }
  return wanted.filter((path) => known.has(path));
}

function ensureDropIns(mutation: Mutation, wish: UnitWish, present: UnitEntries): void {
  for (const dropIn of wish.unit.dropIns) {
    ensureDropIn(mutation, wish, present, dropIn);
  }
}

function ensureDropIn(mutation: Mutation, wish: UnitWish, present: UnitEntries, dropIn: DesiredDropIn): void {
  const { policy, unit, claim } = wish;
  const { editor } = mutation;
  const subject = `${unit.name} ${dropIn.name}`;
  const first = claim(dropInKey(unit.name, dropIn.name), policy, dropIn.content);
  if (first !== undefined) {
    mutation.skipped(policy, "units", subject, precededBy(first));
    return;
  }
  const there = present.paths
    .flatMap((path) => entriesAt(editor, at(path, "dropIns")))
    .find((path) => editor.get(at(path, "name")) === dropIn.name);
  if (there === undefined) {
    addDropIn(mutation, wish, present, dropIn);
  } else if (
    editor.get(at(there, "content")) !== dropIn.content &&
    replacesConflicting(mutation, { policy, part: "units", subject, path: there })
  ) {
    guardDropIn(mutation, there);
    editor.set(at(there, "content"), dropIn.content);
    mutation.changed(policy, "units", subject);
  }
}

/** By the names of the unit and of the drop-in. */
function guardDropIn({ editor }: Mutation, dropIn: FieldPath): void {
  editor.guard(at(dropIn.slice(0, -2), "name"));
  editor.guard(at(dropIn, "name"));
}

function addDropIn(mutation: Mutation, wish: UnitWish, present: UnitEntries, dropIn: DesiredDropIn): void {
  if (!isLeftToExtension(mutation, wish, dropIn)) {
    appendToUnit(mutation.editor, present, "dropIns", [dropIn]);
    mutation.changed(wish.policy, "units", `${wish.unit.name} ${dropIn.name}`);
  }
}

/** Whether the extension of the operating system brings a drop-in of this name, to which it is left then. */
function isLeftToExtension(mutation: Mutation, { policy, unit }: UnitWish, wanted: DesiredDropIn): boolean {
  const units = mutation.subject.osc.status.extensionUnits;
  const index = units.findIndex(({ name, dropIns }) => name === unit.name && dropIns.some(isNamed(wanted)));
  const content = units[index]?.dropIns.find(isNamed(wanted))?.content;
  if (index >= 0 && content !== wanted.content) {
    const path = ["status", "extensionUnits", index];
    const why = "the extension of the operating system brings this drop-in";
    leaveConflicting(mutation, { policy, part: "units", subject: `${unit.name} ${wanted.name}`, path }, why);
  }
  return index >= 0;
}

function isNamed({ name }: DesiredDropIn): (dropIn: DropIn) => boolean {
  return (dropIn) => dropIn.name === name;
}

/** Sets what is not set, and what is set otherwise where the policy replaces. */
function ensureMembers(mutation: Mutation, { policy, unit, claim }: UnitWish, present: UnitEntries): void {
  const { editor } = mutation;
  for (const [member, value] of scalarMembers(unit)) {
    const subject = `${unit.name} ${member}`;
    const first = claim(memberKey(unit.name, member), policy, value);
    if (first !== undefined) {
      mutation.skipped(policy, "units", subject, precededBy(first));
      continue;
    }
    const setter = present.paths.findLast((path) => (editor.get(at(path, member)) ?? undefined) !== undefined);
    const path = at(setter ?? present.last, member);
    const isSettled = setter !== undefined && jsonEqual(editor.get(path), value);
    const isFree = setter === undefined;
    if (!isSettled && (isFree || replacesConflicting(mutation, { policy, part: "units", subject, path }))) {
      editor.guard(at(setter ?? present.last, "name"));
      editor.set(path, value);
      mutation.changed(policy, "units", subject);
    }
  }
}

/** `command`, `enable` and `content`, as far as the policy sets them, in this order of the alphabet. */
function scalarMembers({ entry }: DesiredUnit): readonly (readonly [string, unknown])[] {
  return Object.entries(entry)
    .filter(([member, value]) => !LISTS_AND_NAME.has(member) && value !== undefined && value !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

const LISTS_AND_NAME: ReadonlySet<string> = new Set(["name", "dropIns", "filePaths"]);

function dropInKey(unit: string, dropIn: string): string {
  return JSON.stringify([unit, "dropIns", dropIn]);
}

function memberKey(unit: string, member: string): string {
  return JSON.stringify([unit, member]);
}
