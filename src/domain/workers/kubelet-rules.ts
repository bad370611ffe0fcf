import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import type { CompiledImageVersion } from "../profiles/compile.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { imageText, kubeletVersion, type Pool, poolText } from "./pool.ts";

/** Whether an image version admits the kubelet version of a pool. */
export function admitsKubelet(pool: Pool, { kubeletConstraint }: CompiledImageVersion): boolean {
  return kubeletConstraint === undefined || kubeletConstraint.admits(kubeletVersion(pool));
}

/**
 * CAP-SH-19: the kubelet version of the pool, its own or the shoot's, satisfies the constraint of the image version.
 * Source: gardener plugin/pkg/shoot/validator, validateKubeletVersion.
 */
export function kubeletFindings(pool: Pool): readonly Finding[] {
  const { imageVersion, worker } = pool;
  if (imageVersion === undefined || admitsKubelet(pool, imageVersion)) {
    return [];
  }
  const detail = `${poolText(pool)}: machine image ${imageText(imageVersion)} needs a kubelet version ${
    imageVersion.written.kubeletVersionConstraint ?? ""
  }, the pool runs ${kubeletVersion(pool)}`;
  return [
    finding("CAP-SH-19", invalid(at(pool.path, "machine", "image"), imageText(imageVersion), detail), worker.name),
  ];
}
