import { invalid } from "../field/error.ts";
import { userDataBytes } from "../rendering/user-data-size.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import type { OscReview } from "./review.ts";
import type { OperatingSystemConfig } from "./types.ts";

/** From which share of the limit on there is a warning. */
const WARNED_SHARE = 0.875;

/**
 * OSC-V-60: the user data of a machine, as the OS controller will render it, is not larger than the provider takes. Our own
 * mutation is not blamed for an object that was too large before.
 * Source: OperatingSystemConfig contract, sections 2.5 and 6.5.
 */
export function userDataFindings({ osc, input, limits, pool }: OscReview): readonly Finding[] {
  const limit = limits.userDataBytesByProvider.get(pool.cluster?.providerType ?? "") ?? limits.userDataBytes;
  const bytesOf = (object: OperatingSystemConfig) => userDataBytes(object, limits.osOverheadBytes);
  const bytes = bytesOf(osc);
  if (bytes <= WARNED_SHARE * limit || (input !== undefined && bytesOf(input) > limit)) {
    return NO_FINDINGS;
  }
  const path = ["spec", "files"];
  if (bytes > limit) {
    const detail = `the user data has ${bytes} bytes, more than the ${limit} of a machine; leave out files or shorten them`;
    return [finding("OSC-V-60", invalid(path, undefined, detail), "exceeded")];
  }
  const detail = `the user data has ${bytes} of the ${limit} bytes that a machine can have`;
  return [{ ...finding("OSC-V-60", invalid(path, undefined, detail), "near"), mark: "Ww" }];
}
