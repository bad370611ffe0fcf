import { assertNever } from "../assert-never.ts";
import { invalid } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { imageText, type Pool, poolText } from "../workers/pool.ts";
import { chooseProviderFlavor, entryPaths } from "./choose-flavor.ts";
import type { CompiledProviderFlavor, CompiledProviderFlavors } from "./compile-flavors.ts";
import { shortList } from "./coverage-rules.ts";
import type { Provider } from "./provider.ts";

/**
 * Whether the provider will find one image for a new or changed pool: CAP-SH-33 where none fits in the region of the
 * shoot, CAP-SH-34 where several fit equally well. Pools whose machine type or image version the profile does not have
 * are left to other rules. FieldError: Invalid.
 *
 * Source: capabilities contract, sections 5.4, 6.2 and 8.3; provider-aws pkg/apis/aws/validation/worker.go, which
 * refuses what the other extensions fail at only when they reconcile.
 */
export function providerFlavorFindings(pool: Pool, flavors: CompiledProviderFlavors | undefined): readonly Finding[] {
  const { profile, machineType, imageVersion, architecture } = pool;
  if (flavors === undefined || machineType === undefined || imageVersion === undefined || isUntouched(pool)) {
    return NO_FINDINGS;
  }
  const { region } = pool.review.spec;
  const choice = chooseProviderFlavor({ profile, flavors, region, machineType, imageVersion, architecture });
  switch (choice.kind) {
    case "found":
      return [];
    case "unserved":
      return [unserved(pool, flavors.provider, choice.reason)];
    case "ambiguous":
      return [ambiguous(pool, choice.best)];
    default:
      return assertNever(choice);
  }
}

/** Machine type, architecture, image name, version, region and profile are what they were. */
function isUntouched({ review, old, worker, isMachineUnchanged }: Pool): boolean {
  const [before, now] = [old?.machine.image, worker.machine.image];
  const isSameImage = before?.name === now?.name && before?.version === now?.version;
  const isSamePlace = review.isProfileUnchanged && review.old?.region === review.spec.region;
  return isMachineUnchanged && isSameImage && isSamePlace;
}

/** CAP-SH-33. */
function unserved(pool: Pool, { type, refusesUnservedPools }: Provider, reason: string): Finding {
  const image = pool.imageVersion === undefined ? "" : imageText(pool.imageVersion);
  const detail = `${poolText(pool)}: provider ${type} has no machine image ${image} for it: ${reason}`;
  const found = finding("CAP-SH-33", invalid(at(pool.path, "machine", "image"), image, detail), pool.worker.name);
  return refusesUnservedPools ? { ...found, mark: "P" } : found;
}

/** CAP-SH-34. */
function ambiguous(pool: Pool, best: readonly CompiledProviderFlavor[]): Finding {
  const version = pool.imageVersion?.version ?? "";
  const detail = `${poolText(pool)}: the provider cannot choose between ${shortList(entryPaths(best)).replaceAll(", ", " and ")} of the profile, which are equal once omitted capabilities are filled in; use another version until the profile is corrected`;
  const error = invalid(at(pool.path, "machine", "image", "version"), version, detail);
  return finding("CAP-SH-34", error, pool.worker.name);
}
