import type { PolicyMode } from "./types.ts";

/** The parts of a policy, as its document spells them. */
export type PolicyPart = "registries" | "plugins" | "sandboxImage" | "files" | "units" | "cgroupDriver";

/**
 * What became of one part of a policy for one OSC: it changed the OSC (in audit mode: would change it), it was left out
 * because the OSC says something else already or must not be changed, or nothing was to be done (which is no effect).
 */
export interface PolicyEffect {
  readonly policy: string;
  readonly mode: PolicyMode;
  readonly part: PolicyPart;
  readonly outcome: "changed" | "skipped";
  /** What exactly, in few words: `docker.io`, `/etc/containerd/certs.d-ca/corp.pem`. */
  readonly subject: string;
}
