import type { DesiredSandboxImage, Policy } from "../policies/types.ts";
import { precededBy } from "./claims.ts";
import type { ContainerdStep, StepTools } from "./mutation.ts";

const PATH = ["spec", "criConfig", "containerd", "sandboxImage"];

/**
 * Sets the sandbox image, or moves the present one to another registry.
 *
 * Of several policies the first one alone counts, even where it is a rewrite that does not match, since two rewrites one
 * after the other would not end: each write would be answered with another image and another restart of containerd.
 * Source: OperatingSystemConfig contract, section 3.5.
 */
export const sandboxImageStep: ContainerdStep = (mutation) => {
  const [first, ...others] = mutation.subject.policies.filter(({ sandboxImage }) => sandboxImage !== undefined);
  if (first === undefined) {
    return;
  }
  const present = mutation.subject.containerd?.sandboxImage ?? "";
  const image = desiredImage(first, present);
  leaveOut(mutation, first, others, present, image);
  if (image !== present) {
    mutation.editor.set(PATH, image);
    mutation.changed(first, "sandboxImage", image);
  }
};

function desiredImage({ sandboxImage }: Policy, present: string): string {
  return sandboxImage === undefined ? present : imageOf(sandboxImage, present);
}

function imageOf(desired: DesiredSandboxImage, present: string): string {
  if (desired.kind === "image") {
    return desired.image;
  }
  const { from, to } = desired;
  return present.startsWith(from) ? `${to}${present.slice(from.length)}` : present;
}

/** Policies that would have it otherwise; one whose rewrite does not match has nothing to say. */
function leaveOut(
  mutation: StepTools,
  first: Policy,
  others: readonly Policy[],
  present: string,
  decided: string,
): void {
  for (const other of others) {
    const image = desiredImage(other, present);
    if (image !== present && image !== decided) {
      mutation.skipped(other, "sandboxImage", image, precededBy(first));
    }
  }
}
