import { nearestName } from "../domain/field/nearest-name.ts";
import type { CompiledImageVersion, CompiledMachineType, CompiledProfile } from "../domain/profiles/compile.ts";
import { shortList } from "../domain/workers/suggestions.ts";
import type { FitOptions, FitSubject } from "./fit-options.ts";

/** The subject of a question, as the profile has it. */
export type FitSubjectFound =
  | { readonly kind: "machineType"; readonly machineType: CompiledMachineType }
  | { readonly kind: "image"; readonly imageVersion: CompiledImageVersion };

/** Finds a machine type or image version in a profile; a text tells that there is none, and which may be meant. */
export function findSubject(profile: CompiledProfile, subject: FitSubject, owner: string): FitSubjectFound | string {
  const { machineTypes, machineImages } = profile;
  if (subject.kind === "machineType") {
    const machineType = machineTypes.get(subject.name);
    return machineType === undefined
      ? unknown(owner, "machine type", subject.name, [...machineTypes.keys()])
      : { kind: "machineType", machineType };
  }
  const versions = machineImages.get(subject.name);
  if (versions === undefined) {
    return unknown(owner, "machine image", subject.name, [...machineImages.keys()]);
  }
  const imageVersion = versions.get(subject.version);
  return imageVersion === undefined
    ? unknown(`machine image ${JSON.stringify(subject.name)} of ${owner}`, "version", subject.version, [
        ...versions.keys(),
      ])
    : { kind: "image", imageVersion };
}

/** What of region and zones the profile does not have. */
export function placeProblems(
  { spec }: CompiledProfile,
  { region, zones }: Pick<FitOptions, "region" | "zones">,
  owner: string,
): readonly string[] {
  if (region === undefined) {
    return [];
  }
  const known = spec.regions.filter(({ name }) => name === region);
  if (known.length === 0) {
    const names = spec.regions.map(({ name }) => name);
    return [unknown(owner, "region", region, names)];
  }
  const names = known.flatMap((each) => each.zones.map(({ name }) => name));
  const where = `region ${JSON.stringify(region)} of ${owner}`;
  return zones.filter((zone) => !names.includes(zone)).map((zone) => unknown(where, "zone", zone, names));
}

function unknown(owner: string, what: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const hint =
    nearest === undefined ? `known: ${shortList(known) || "none"}` : `did you mean ${JSON.stringify(nearest)}?`;
  return `${owner} has no ${what} ${JSON.stringify(name)}; ${hint}`;
}
