import type { Vocabulary } from "../capabilities/vocabulary.ts";
import type { FieldPath } from "../field/path.ts";
import type { MachineImageVersion, MachineType } from "./types.ts";

/** A machine type, the vocabulary it is judged by, and where it stands. */
export interface MachineTypeSite {
  readonly vocabulary: Vocabulary;
  readonly machineType: MachineType;
  readonly path: FieldPath;
}

/** A version of a machine image, the vocabulary it is judged by, and where it stands. */
export interface ImageVersionSite {
  readonly vocabulary: Vocabulary;
  /** Name of the machine image. */
  readonly image: string;
  readonly version: MachineImageVersion;
  readonly path: FieldPath;
}

/** Names a machine type in a message. */
export function describeMachineType({ machineType }: MachineTypeSite): string {
  return `machine type ${JSON.stringify(machineType.name)}`;
}

/** Names a version of a machine image in a message. */
export function describeImageVersion({ image, version }: ImageVersionSite): string {
  return `version ${JSON.stringify(version.version)} of machine image ${JSON.stringify(image)}`;
}

/** What identifies a version of a machine image in logical keys. */
export function imageVersionNames({ image, version }: ImageVersionSite): readonly [string, string] {
  return [image, version.version];
}
