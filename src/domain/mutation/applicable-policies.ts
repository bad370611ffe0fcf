import { type CriConfig, type OperatingSystemConfig, RECONCILE } from "../osc/types.ts";
import type { PolicyPart } from "../policies/effect.ts";
import type { Policy } from "../policies/types.ts";
import { type Notes, noteSkippedParts } from "./notes.ts";

/** The name of the only CRI there is. */
export const CONTAINERD = "containerd";

/** What keeps policies from an OSC. */
interface Obstacle {
  readonly why: string;
  /** Which policies are kept from it, and what is left of them. */
  readonly remainder: (policy: Policy) => Policy | undefined;
}

/**
 * The policies that can be applied to an OSC, in the order given; those that cannot are noted. An OSC without containerd
 * is never made one with it. Registries and plugins need `criConfig.containerd`, which is invalid without a sandbox
 * image, and the files and units that come with them are of no use alone. Of the policies about the sandbox image the
 * first one alone counts.
 * Source: OperatingSystemConfig contract, section 3.1.
 */
export function applicablePolicies(
  osc: OperatingSystemConfig,
  policies: readonly Policy[],
  notes: Notes,
): readonly Policy[] {
  const obstacle = obstacleOf(osc, policies);
  if (obstacle === undefined) {
    return policies;
  }
  return policies.flatMap((policy) => {
    const left = obstacle.remainder(policy);
    const lost = partsFor(osc, policy).filter((part) => left === undefined || !partsOf(left).includes(part));
    noteSkippedParts(notes, policy, lost, obstacle.why);
    return left ?? [];
  });
}

function obstacleOf({ spec }: OperatingSystemConfig, policies: readonly Policy[]): Obstacle | undefined {
  const why = criObstacle(spec.criConfig);
  if (why !== undefined) {
    return { why, remainder: () => undefined };
  }
  const lacksContainerd = spec.purpose === RECONCILE && spec.criConfig?.containerd === undefined;
  const first = policies.find(({ sandboxImage }) => sandboxImage !== undefined);
  if (!lacksContainerd || first?.sandboxImage?.kind === "image") {
    return undefined;
  }
  const lack = first === undefined ? "no policy sets sandboxImage" : `policy ${first.name} only rewrites sandboxImage`;
  return { why: `spec.criConfig.containerd is absent, and ${lack}`, remainder: withoutContainerd };
}

function criObstacle(criConfig: CriConfig | undefined): string | undefined {
  if (criConfig === undefined) {
    return "spec.criConfig is absent";
  }
  return criConfig.name === CONTAINERD ? undefined : `spec.criConfig.name is not ${CONTAINERD}`;
}

/** What is left of a policy where containerd is not configured. */
function withoutContainerd(policy: Policy): Policy {
  const needsContainerd = policy.registries.length > 0 || policy.plugins.length > 0;
  return needsContainerd
    ? { ...policy, registries: [], plugins: [], sandboxImage: undefined, files: [], units: [] }
    : { ...policy, sandboxImage: undefined };
}

/** The parts of a policy that are for OSCs of this purpose. */
function partsFor({ spec }: OperatingSystemConfig, policy: Policy): readonly PolicyPart[] {
  const parts = partsOf(policy);
  if (spec.purpose === RECONCILE) {
    return parts;
  }
  return policy.bootstrap ? parts.filter((part) => part === "registries" || part === "files") : [];
}

function partsOf({ registries, plugins, sandboxImage, files, units, cgroupDriver }: Policy): readonly PolicyPart[] {
  const isThere: Readonly<Record<PolicyPart, boolean>> = {
    registries: registries.length > 0,
    plugins: plugins.length > 0,
    sandboxImage: sandboxImage !== undefined,
    files: files.length > 0,
    units: units.length > 0,
    cgroupDriver: cgroupDriver !== undefined,
  };
  return PARTS.filter((part) => isThere[part]);
}

/** In the order of the pipeline. */
const PARTS: readonly PolicyPart[] = ["sandboxImage", "registries", "plugins", "files", "units", "cgroupDriver"];
