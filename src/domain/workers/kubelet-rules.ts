import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { admitsKubelet } from "./image-availability.ts";
import { imageText, kubeletVersion, type Pool, poolText } from "./pool.ts";
import { versionSuggestion } from "./suggestions.ts";

/**
 * CAP-SH-19: the kubelet version of the pool, its own or the shoot's, satisfies the constraint of the image version.
 * Source: gardener plugin/pkg/shoot/validator, validateKubeletVersion.
 */
export function kubeletFindings(pool: Pool): readonly Finding[] {
  const { imageVersion, worker } = pool;
  if (imageVersion === undefined || admitsKubelet(pool, imageVersion)) {
    return NO_FINDINGS;
  }
  const detail = `${poolText(pool)}: machine image ${imageText(imageVersion)} needs a kubelet version ${
    imageVersion.written.kubeletVersionConstraint ?? ""
  }, the pool runs ${kubeletVersion(pool)}; ${versionSuggestion(pool)}`;
  return [
    finding("CAP-SH-19", invalid(at(pool.path, "machine", "image"), imageText(imageVersion), detail), worker.name),
  ];
}
