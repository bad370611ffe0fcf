import type { CompiledImageVersion, CompiledProfile } from "../profiles/compile.ts";
import { classificationAt } from "../versions/classification.ts";
import { candidatesOf, highest } from "./highest.ts";

/**
 * The version that a dashboard selects before the user does: of the first image in the profile that has a supported
 * version on offer, the highest that is neither deprecated nor a preview. Undefined where there is no such image.
 *
 * Source: capabilities contract, section 7.3.
 */
export function preselectedVersion(
  profile: CompiledProfile,
  offered: readonly CompiledImageVersion[],
  now: number,
): CompiledImageVersion | undefined {
  const classificationOf = ({ written }: CompiledImageVersion): string => classificationAt(written, now);
  const supported = new Set(
    offered.filter((version) => classificationOf(version) === "supported").map(({ image }) => image),
  );
  const first = [...profile.machineImages.keys()].find((image) => supported.has(image));
  const preferred = offered.filter((version) => {
    const classification = classificationOf(version);
    return version.image === first && classification !== "deprecated" && classification !== "preview";
  });
  return highest(candidatesOf(preferred))?.version;
}
