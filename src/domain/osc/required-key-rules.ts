import { required } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import type { OperatingSystemConfig } from "./types.ts";

/** A key that has to be there, whatever its value. */
interface RequiredKey {
  readonly path: FieldPath;
  readonly isMissing: boolean;
  readonly detail: string;
}

/**
 * OSC-V-03: `type` is there, and so are the keys that parts of an OSC cannot do without and no other rule is about. An
 * empty text is there. FieldError: Required.
 * Source: OperatingSystemConfig contract, sections 1.2, 1.4 and 2.
 */
export function requiredKeyFindings(osc: OperatingSystemConfig): readonly Finding[] {
  return [...specKeys(osc), ...statusKeys(osc)]
    .filter(({ isMissing }) => isMissing)
    .map(({ path, detail }) => finding("OSC-V-03", required(path, detail), ...path.map(String)));
}

function* specKeys({ spec: { type, inPlaceUpdates } }: OperatingSystemConfig): Iterable<RequiredKey> {
  yield {
    path: ["spec", "type"],
    isMissing: type === undefined,
    detail: "name the operating system, which is the machine image of the pool; it may be empty",
  };
  if (inPlaceUpdates !== undefined) {
    const path = ["spec", "inPlaceUpdates"];
    const { operatingSystemVersion, kubelet } = inPlaceUpdates;
    yield {
      path: [...path, "operatingSystemVersion"],
      isMissing: operatingSystemVersion === undefined,
      detail: "give the version of the machine image",
    };
    yield { path: [...path, "kubelet"], isMissing: kubelet === undefined, detail: "give the version of the kubelet" };
  }
}

function* statusKeys({ status: { cloudConfig, inPlaceUpdates } }: OperatingSystemConfig): Iterable<RequiredKey> {
  if (cloudConfig !== undefined) {
    yield {
      path: ["status", "cloudConfig", "secretRef"],
      isMissing: cloudConfig.secretRef === undefined,
      detail: "name the Secret with the user data",
    };
  }
  if (inPlaceUpdates?.osUpdate !== undefined) {
    yield {
      path: ["status", "inPlaceUpdates", "osUpdate", "command"],
      isMissing: inPlaceUpdates.osUpdate.command === undefined,
      detail: "give the command that updates the operating system",
    };
  }
}
