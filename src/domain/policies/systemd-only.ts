/** Operating systems whose extension or image sets the cgroup driver to systemd, whatever the OSC says. */
const SYSTEMD_ONLY: ReadonlySet<string> = new Set([
  "gardenlinux",
  "gardenlinux-fips",
  "memoryone-gardenlinux",
  "coreos",
  "flatcar",
]);

/** Whether an operating system insists on the cgroup driver systemd. Source: OperatingSystemConfig contract, section 4.3. */
export function isSystemdOnly(osType: string): boolean {
  return SYSTEMD_ONLY.has(osType);
}
