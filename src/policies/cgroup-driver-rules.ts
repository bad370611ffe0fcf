import { forbidden } from "../domain/field/error.ts";
import { isSystemdOnly } from "../domain/policies/systemd-only.ts";
import { mistake, type Remark } from "./remark.ts";
import type { PolicySpec } from "./schema.ts";

/** The driver cgroupfs for an operating system that insists on systemd. Source: OperatingSystemConfig contract, section 4.3. */
export function cgroupDriverRemarks({ cgroupDriver, match }: PolicySpec): readonly Remark[] {
  if (cgroupDriver?.driver !== "cgroupfs") {
    return [];
  }
  return (match?.osTypes ?? []).flatMap((osType, index) =>
    isSystemdOnly(osType) ? [mistake(forbidden(["spec", "match", "osTypes", index], `${osType} ${OVERRIDES}`))] : [],
  );
}

const OVERRIDES = "sets the cgroup driver to systemd whatever the OSC says, in part on one side only; leave it out";
