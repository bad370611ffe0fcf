import type { FieldPath } from "../field/path.ts";
import { knownContainerd } from "../osc/containerd-rules.ts";
import type { KnownContainerd } from "../osc/review.ts";
import { RECONCILE } from "../osc/types.ts";
import { keepOperationText, type Operation } from "../patches/operation.ts";
import { PatchEditor } from "../patches/patch-editor.ts";
import type { OperatorTables, Policy } from "../policies/types.ts";
import { type Remembered, remembered, textOfSmall } from "../remembered.ts";
import { CONTAINERD } from "./applicable-policies.ts";
import type { ContainerdStep, ContainerdSubject, MutationStep, MutationSubject } from "./mutation.ts";
import { emptyNotes, NotedContainerdMutation, type Notes } from "./notes.ts";
import { pluginsStep } from "./plugins.ts";
import { registriesStep } from "./registries.ts";
import { sandboxImageStep } from "./sandbox-image.ts";

const STEPS: readonly ContainerdStep[] = [sandboxImageStep, registriesStep, pluginsStep];

const CRI_CONFIG: FieldPath = ["spec", "criConfig"];

/**
 * Configures containerd as the policies want it: sandbox image, registries, plugins.
 *
 * What is decided is remembered by the `criConfig` as it comes: gardenlet writes the same one for the pools of thousands
 * of shoots.
 * Source: OperatingSystemConfig contract, sections 3.3 to 3.5.
 */
export const containerdStep: MutationStep = (mutation) => {
  const { subject, editor } = mutation;
  const { spec } = subject.osc;
  const policies = subject.policies.filter(configuresContainerd);
  if (policies.length === 0 || spec.purpose !== RECONCILE || spec.criConfig?.name !== CONTAINERD) {
    return;
  }
  const containerdSubject: ContainerdSubject = {
    policies,
    containerd: spec.criConfig.containerd,
    extensionUpstreams: subject.pool.cluster?.extensionUpstreams ?? [],
    driver: mutation.cgroup.driver,
  };
  const criConfig = editor.get(CRI_CONFIG);
  const plan = planFor(containerdSubject, criConfig, subject);
  if (plan.operations.length > 0) {
    editor.adopt(CRI_CONFIG, plan.operations, plan.criConfig);
  }
  mutation.note(plan.notes);
};

function configuresContainerd({ registries, plugins, sandboxImage }: Policy): boolean {
  return registries.length > 0 || plugins.length > 0 || sandboxImage !== undefined;
}

/** What is done to the configuration of containerd. */
interface Plan {
  readonly operations: readonly Operation[];
  readonly notes: Notes;
  /** `spec.criConfig` after the operations. */
  readonly criConfig: unknown;
  /** How often it was used. */
  uses: number;
}

function planFor(subject: ContainerdSubject, criConfig: unknown, request: MutationSubject): Plan {
  const text = textOfSmall(criConfig);
  if (text === undefined) {
    return planOf(subject, criConfig);
  }
  const key = `${text}\n${subject.driver}\n${JSON.stringify(subject.extensionUpstreams)}`;
  const plan = plansFor(subject.policies, request.tables)(key, () => planOf(subject, criConfig));
  plan.uses += 1;
  if (plan.uses === RECURRING) {
    keepInMind(plan, request);
    plan.operations.forEach(keepOperationText);
  }
  return plan;
}

/** The use from which on a plan is worth more work: there can be more of them than are remembered. */
const RECURRING = 2;

function planOf(subject: ContainerdSubject, criConfig: unknown): Plan {
  const editor = new PatchEditor({ spec: { criConfig } });
  const notes = emptyNotes();
  const mutation = new NotedContainerdMutation(subject, editor, notes);
  for (const step of STEPS) {
    step(mutation);
  }
  return { operations: editor.operations, notes, criConfig: editor.get(CRI_CONFIG), uses: 0 };
}

/** The plans of a sequence of policies, whose values live as long as they are in force; and of longer sequences. */
interface PlanNode {
  readonly plans: Remembered<Plan>;
  readonly next: WeakMap<Policy, PlanNode>;
}

/** By the tables that the policies come with, which what is found about a plan depends on. */
const PLANS = new WeakMap<OperatorTables, PlanNode>();

function plansFor(policies: readonly Policy[], tables: OperatorTables): Remembered<Plan> {
  let node = nodeAt(PLANS, tables);
  for (const policy of policies) {
    node = nodeAt(node.next, policy);
  }
  return node.plans;
}

function nodeAt<Key extends object>(nodes: WeakMap<Key, PlanNode>, key: Key): PlanNode {
  const found = nodes.get(key);
  if (found !== undefined) {
    return found;
  }
  const node: PlanNode = { plans: remembered(), next: new WeakMap() };
  nodes.set(key, node);
  return node;
}

/** A configuration of containerd that a plan made. */
export interface MadeContainerd extends KnownContainerd {
  /** `spec.criConfig.containerd` of the object. */
  readonly object: object;
}

/** Configurations that recurring plans made, by the very object. */
const MADE = new WeakMap<object, MadeContainerd>();

function keepInMind({ operations, criConfig }: Plan, { view, tables }: MutationSubject): void {
  const object = containerdOf(criConfig);
  const { containerd } = view({ spec: { criConfig } }).spec.criConfig ?? {};
  if (operations.length > 0 && object !== undefined && containerd !== undefined) {
    MADE.set(object, { object, ...knownContainerd(containerd, tables) });
  }
}

/** What is known of the configuration of containerd in a `spec.criConfig`, if a recurring plan made it. */
export function madeContainerd(criConfig: unknown): MadeContainerd | undefined {
  const object = containerdOf(criConfig);
  return object && MADE.get(object);
}

function containerdOf(criConfig: unknown): object | undefined {
  const isObject = typeof criConfig === "object" && criConfig !== null && "containerd" in criConfig;
  return isObject && typeof criConfig.containerd === "object" ? (criConfig.containerd ?? undefined) : undefined;
}
