import { settingsOf } from "../containerd/plugin-entry.ts";
import { isInRuntimes, runtimeName } from "../containerd/plugin-path.ts";
import { invalid } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import type { DesiredPlugin, Policy, PolicyMatch } from "../policies/types.ts";
import type { ContainerRuntime } from "../profiles/types.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { isSetupUnchanged, type Pool } from "./pool.ts";
import type { ShootSpec, Worker } from "./types.ts";

/**
 * CRI-V-26, a warning only: a container runtime that its extension installs on the nodes, and that a policy writes into
 * containerd's configuration too, has two writers.
 * Asked of pools that are new or change what their nodes run.
 * Source: OperatingSystemConfig contract, section 5.3 and example P6 of section 8.
 */
export function runtimeOwnerFindings(
  path: FieldPath,
  { worker, old, review }: Pick<Pool, "worker" | "old" | "review">,
): readonly Finding[] {
  const asked = worker.cri?.containerRuntimes ?? [];
  const { policies: all } = review.policies;
  if (asked.length === 0 || all.length === 0 || isSetupUnchanged({ worker, old, review })) {
    return NO_FINDINGS;
  }
  const policies = all.filter(
    (policy) => policy.mode === "enforce" && configuresRuntimes(policy) && mayMatch(policy.match, worker, review.spec),
  );
  return policies.length === 0 ? NO_FINDINGS : ownersOf(asked, policies, path, worker);
}

function configuresRuntimes({ plugins }: Policy): boolean {
  return plugins.some(({ op, path }) => op !== "remove" && isInRuntimes(path));
}

function ownersOf(
  asked: readonly ContainerRuntime[],
  policies: readonly Policy[],
  path: FieldPath,
  worker: Worker,
): readonly Finding[] {
  return asked.flatMap(({ type }, index) =>
    policies
      .filter(({ plugins }) => plugins.flatMap(runtimesOf).some((runtime) => isOfType(runtime, type)))
      .map(({ name }) => ownerFinding(at(path, "cri", "containerRuntimes", index, "type"), { worker, type, name })),
  );
}

function ownerFinding(
  path: FieldPath,
  { worker, type, name }: { readonly worker: Worker; readonly type: string; readonly name: Policy["name"] },
): Finding {
  const detail = `policy ${name} configures this runtime in containerd, as its extension does; leave it to one of them`;
  return finding("CRI-V-26", invalid(path, type, detail), worker.name, type, name);
}

/** The runtimes that a plugin entry configures: the one whose table it is in, or those in its table of runtimes. */
function runtimesOf(plugin: DesiredPlugin): readonly string[] {
  const { op, path } = plugin;
  if (op === "remove" || !isInRuntimes(path)) {
    return [];
  }
  const name = runtimeName(path);
  return name === undefined ? Object.keys(settingsOf(plugin)) : [name];
}

/** What types of Gardener's container runtimes are called in containerd, where it is not the type itself. */
const RUNTIMES_OF_TYPE: ReadonlyMap<string, RegExp> = new Map([
  ["gvisor", /^(?:gvisor|runsc)/],
  ["kata", /^kata/],
  ["kata-containers", /^kata/],
]);

function isOfType(runtime: string, type: string): boolean {
  return RUNTIMES_OF_TYPE.get(type)?.test(runtime) ?? runtime === type;
}

/** Strategy of a pool that names none. */
const ROLLING = "AutoRollingUpdate";

/**
 * Whether a policy is for the nodes of a pool, as far as a Shoot tells: its technical ID, project and seed are not in its
 * spec, nor are its labels, so that these selectors count as fulfilled.
 */
function mayMatch(match: PolicyMatch, worker: Worker, { providerType, region, kubernetesVersion }: ShootSpec): boolean {
  const { name = "", version = "" } = worker.machine.image ?? {};
  return (
    (match.purposes?.includes("reconcile") ?? true) &&
    (match.providerTypes?.includes(providerType) ?? true) &&
    (match.regions?.some((glob) => glob.matches(region)) ?? true) &&
    (match.osTypes?.includes(name) ?? true) &&
    (match.osVersions?.constraint.admits(version) ?? true) &&
    (match.pools?.some((glob) => glob.matches(worker.name)) ?? true) &&
    (match.kubernetes?.constraint.admits(worker.kubernetesVersion ?? kubernetesVersion) ?? true) &&
    (match.updateStrategies?.includes(worker.updateStrategy ?? ROLLING) ?? true)
  );
}
