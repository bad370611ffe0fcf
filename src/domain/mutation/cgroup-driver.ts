import { invalid } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import type { CgroupPolicy } from "../osc/cgroup-choice.ts";
import { isCgroupDriver, type KubeletConfig, kubeletConfig, kubeletConfigAt } from "../osc/kubelet-config.ts";
import { KUBELET_CONFIG_PATH } from "../osc/types.ts";
import { remembered } from "../remembered.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { type HeldDrivers, hasCgroupDriver, heldDrivers } from "./cgroup-plan.ts";
import type { Mutation, MutationStep, MutationSubject } from "./mutation.ts";
import { editAgain, type RecurringEdits, recurringEdits } from "./recurring-edits.ts";

const PART = "cgroupDriver";
const DRIVER: FieldPath = ["spec", "criConfig", "cgroupDriver"];
const FILES: FieldPath = ["spec", "files"];

/**
 * Sets the cgroup driver of containerd and of kubelet for new nodes as a policy wants it, and keeps it for nodes that
 * are there, with a policy or without. Of the kubelet's file nothing but the one line changes.
 * Source: OperatingSystemConfig contract, section 4.
 */
export const cgroupDriverStep: MutationStep = (mutation) => {
  if (!hasCgroupDriver(mutation.subject.osc)) {
    return;
  }
  const { decisive, passedOver } = mutation.cgroup.choice;
  for (const { policy, desired, why } of passedOver) {
    mutation.skipped(policy, PART, desired.driver, why);
  }
  const config = presentConfig(mutation);
  if (decisive !== undefined && config.kind === "unreadable") {
    mutation.deny(unreadableFinding(decisive, config.index));
  } else {
    followPlan(mutation, decisive, config);
  }
};

/** The kubelet's configuration file after the earlier steps. */
function presentConfig({ subject, editor }: Mutation): KubeletConfig {
  const config = kubeletConfig(subject.osc);
  if (config.kind === "none") {
    return config;
  }
  const inline = subject.osc.spec.files[config.index]?.content?.inline;
  const [data, encoding] = [inlineMember(editor, config.index, "data"), inlineMember(editor, config.index, "encoding")];
  return data === inline?.data && encoding === inline?.encoding
    ? config
    : kubeletConfigAt(config.index, { data, encoding });
}

function inlineMember(editor: Mutation["editor"], index: number, member: "data" | "encoding"): string | undefined {
  const value = editor.get(inlinePath(index, member));
  return typeof value === "string" ? value : undefined;
}

function inlinePath(index: number, ...members: readonly string[]): FieldPath {
  return at(FILES, index, "content", "inline", ...members);
}

/** POL-02: half of a policy would be worse than none. */
function unreadableFinding({ policy, desired }: CgroupPolicy, index: number): Finding {
  const detail = `policy ${policy.name} sets cgroup driver ${desired.driver}, but this is no KubeletConfiguration in block-style YAML; write one`;
  return finding("POL-02", invalid(inlinePath(index), undefined, detail), KUBELET_CONFIG_PATH);
}

function followPlan(mutation: Mutation, decisive: CgroupPolicy | undefined, config: KubeletConfig): void {
  const { plan } = mutation.cgroup;
  if (plan.kind === "apply") {
    apply(mutation, plan.by, config);
  } else if (plan.kind === "keep") {
    keep(mutation, plan.held, decisive, config);
  } else if (decisive !== undefined) {
    skip(mutation, decisive, "the stored OSC is not readable, so that the driver of its nodes is not known");
  }
}

function skip(mutation: Mutation, { policy, desired }: CgroupPolicy, why: string): void {
  mutation.skipped(policy, PART, desired.driver, why);
}

function apply(mutation: Mutation, { policy, desired: { driver } }: CgroupPolicy, config: KubeletConfig): void {
  const { subject } = mutation;
  const isContainerdChanged = putContainerdDriver(mutation, driver);
  const isChanged = putKubeletDriver(mutation, driver, config) || isContainerdChanged;
  if (isChanged) {
    mutation.changed(policy, PART, driver);
  }
  if (isChanged && driver === "cgroupfs") {
    mutation.warn("cgroup driver cgroupfs: nodes with cgroup v2 want systemd");
  }
  if (isRestored(subject)) {
    mutation.warn(`cgroup driver ${driver}: the nodes come from another seed, whose policies have to say the same`);
  }
  if (isFlip(subject, driver)) {
    mutation.warn(
      `in-place flip to cgroup driver ${driver} on running nodes: their pods fail until the nodes are replaced`,
    );
  }
}

/** Whether an OSC came from another seed, with nodes that run. */
function isRestored({ operation, osc: { metadata } }: MutationSubject): boolean {
  const { annotations } = metadata;
  const name = "gardener.cloud/operation";
  return operation === "CREATE" && Object.hasOwn(annotations, name) && annotations[name] === "restore";
}

/** Whether nodes that run have another driver. */
function isFlip({ old, pool }: MutationSubject, driver: string): boolean {
  return old !== undefined && pool.cluster?.isHibernated !== true && differs(heldDrivers(old), driver);
}

function differs({ containerd, kubelet }: HeldDrivers, driver: string): boolean {
  return containerd !== driver || (kubelet !== undefined && kubelet !== driver);
}

function keep(mutation: Mutation, held: HeldDrivers, against: CgroupPolicy | undefined, config: KubeletConfig): void {
  const isContainerdChanged = putContainerdDriver(mutation, held.containerd);
  const isChanged =
    (!saysTheSame(config, held) && putKubeletDriver(mutation, held.kubelet, config)) || isContainerdChanged;
  const drivers = driversText(held);
  if (against !== undefined && differs(held, against.desired.driver)) {
    skip(mutation, against, keptText(mutation.subject, drivers));
    return;
  }
  if (isChanged && against !== undefined) {
    mutation.changed(against.policy, PART, against.desired.driver);
  }
  if (isChanged) {
    mutation.warn(`cgroup driver set back to ${drivers}, which running nodes have; another one needs new nodes`);
  } else if (held.containerd !== undefined && held.containerd !== held.kubelet) {
    mutation.warn(`the nodes have cgroup drivers ${drivers}; each side keeps its own until they are replaced`);
  }
}

function keptText({ pool }: MutationSubject, drivers: string): string {
  return pool.isInPlace
    ? `nodes that are updated in place keep ${drivers} for life; another driver needs another pool`
    : `running nodes keep ${drivers}; another driver needs new nodes`;
}

function driversText({ containerd = "no driver", kubelet = containerd }: HeldDrivers): string {
  return containerd === kubelet ? containerd : `${containerd} (containerd) and ${kubelet} (kubelet)`;
}

/** Whether the kubelet's file leaves the driver to the default as the stored one does. */
function saysTheSame(config: KubeletConfig, held: HeldDrivers): boolean {
  const isSilent = (each: KubeletConfig) => each.kind === "readable" && each.cgroupDriver === undefined;
  return isSilent(config) && isSilent(held.config);
}

/** Sets or removes containerd's driver; returns whether something changed. */
function putContainerdDriver({ editor }: Mutation, driver: string | undefined): boolean {
  const present = editor.get(DRIVER) ?? undefined;
  if (present === driver) {
    return false;
  }
  if (driver === undefined) {
    editor.remove(DRIVER);
  } else {
    editor.set(DRIVER, driver);
  }
  return true;
}

/** By the index of the file, then by its new data: the edit depends on nothing else. */
const KUBELET_EDITS = remembered<RecurringEdits>(8);

/** Sets kubelet's driver, where there is a file for it; returns whether something changed. */
function putKubeletDriver({ editor }: Mutation, driver: string | undefined, config: KubeletConfig): boolean {
  if (config.kind !== "readable" || !isCgroupDriver(driver)) {
    return false;
  }
  const { index } = config;
  const data = config.dataWith(driver);
  if (data === inlineMember(editor, index, "data")) {
    return false;
  }
  const path = inlinePath(index, "data");
  // Known to be there: the file with its path, and data in it.
  editAgain(KUBELET_EDITS(String(index), recurringEdits), data, editor, {
    path,
    make: (scratch) => {
      scratch.guard(at(FILES, index, "path"));
      scratch.set(path, data);
    },
  });
  return true;
}
