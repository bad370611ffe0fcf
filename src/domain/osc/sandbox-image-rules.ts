import { invalid, required } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { parseImageReference } from "./image-reference.ts";
import type { ContainerdConfig } from "./types.ts";

const PATH: FieldPath = ["spec", "criConfig", "containerd", "sandboxImage"];

/**
 * The sandbox image: OSC-V-07 and 08. FieldError: Required, Invalid.
 * Source: OperatingSystemConfig contract, section 2.1; gardener pkg/api/extensions/validation/operatingsystemconfig.go.
 */
export function sandboxImageFindings({ sandboxImage }: ContainerdConfig): readonly Finding[] {
  if (!sandboxImage) {
    return [finding("OSC-V-07", required(PATH, "name the pause image, without which no pod can start"))];
  }
  const reference = parseImageReference(sandboxImage);
  if (reference === undefined) {
    const detail = "must be [host[:port]/]repository[:tag][@digest], without scheme and blanks";
    return [finding("OSC-V-08", invalid(PATH, sandboxImage, detail), sandboxImage)];
  }
  if (reference.tag !== undefined || reference.digest !== undefined) {
    return NO_FINDINGS;
  }
  const detail = 'has neither tag nor digest and means whatever "latest" is; add one';
  return [{ ...finding("OSC-V-08", invalid(PATH, sandboxImage, detail), sandboxImage), mark: "Ww" }];
}
