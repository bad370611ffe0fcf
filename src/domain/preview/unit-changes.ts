import { CONTAINERD_UNIT, type DropIn, type OperatingSystemConfig, type Unit } from "../osc/types.ts";
import { managedContainerd } from "./containerd-changes.ts";
import { sameDropIn, sameList, sameTexts, sameUnit } from "./semantic-equality.ts";

/** A unit as a node has it: everything that the OSC says about its name, put together. */
export interface NodeUnit extends Unit {
  readonly name: string;
}

/** A unit that is new or changes, and why. */
export interface UnitChange {
  readonly unit: NodeUnit;
  /** What differs, in words, and the paths of its files that change; never empty. */
  readonly causes: readonly string[];
}

/** Why a unit changes that the OSC did not have before. */
export const NEW_UNIT = "new unit";

/** The drop-in that gardener-node-agent gives to containerd's unit; its content is the node's own. */
const ENVIRONMENT_DROP_IN: DropIn = { name: "30-env_config.conf", content: undefined };

/**
 * The units of an OSC by name, spec before status: what a later entry of a name sets wins, drop-ins and file paths add
 * up. Where containerd is managed, its unit has the drop-in that gardener-node-agent adds.
 * Source: OperatingSystemConfig contract, section 7.2.
 */
export function unitsOnNode(osc: OperatingSystemConfig): ReadonlyMap<string, NodeUnit> {
  const { spec, status } = osc;
  const own = managedContainerd(osc) === undefined ? spec.units : withEnvironment(spec.units);
  const all = status.extensionUnits.length === 0 ? own : [...own, ...status.extensionUnits];
  const merged = new Map<string, NodeUnit>();
  for (const [name, units] of Map.groupBy(all, unitName)) {
    const [only] = units;
    merged.set(name, only !== undefined && units.length === 1 ? { ...only, name } : mergedUnit(name, units));
  }
  return merged;
}

function unitName({ name }: Unit): string {
  return name ?? "";
}

function withEnvironment(units: readonly Unit[]): readonly Unit[] {
  const index = units.findIndex(({ name }) => name === CONTAINERD_UNIT);
  const unit = units[index];
  return unit === undefined
    ? [...units, { ...NO_UNIT, name: CONTAINERD_UNIT, dropIns: [ENVIRONMENT_DROP_IN] }]
    : units.with(index, { ...unit, dropIns: [...unit.dropIns, ENVIRONMENT_DROP_IN] });
}

const NO_UNIT: Unit = {
  name: undefined,
  command: undefined,
  enable: undefined,
  content: undefined,
  dropIns: [],
  filePaths: [],
};

/** Puts the entries of one name together. */
function mergedUnit(name: string, units: readonly Unit[]): NodeUnit {
  return {
    name,
    command: units.findLast(({ command }) => command !== undefined)?.command,
    enable: units.findLast(({ enable }) => enable !== undefined)?.enable,
    content: units.findLast(({ content }) => content !== undefined)?.content,
    dropIns: units.flatMap(({ dropIns }) => dropIns),
    filePaths: units.flatMap(({ filePaths }) => filePaths),
  };
}

/**
 * Why a unit changes on nodes, given the paths of files that are added or change; empty where it does not.
 * Source: OperatingSystemConfig contract, section 7.2.
 */
export function unitCauses(
  old: NodeUnit | undefined,
  next: NodeUnit,
  changedPaths: ReadonlySet<string>,
): readonly string[] {
  const own = old === undefined ? [NEW_UNIT] : differences(old, next);
  const files = changedPaths.size === 0 ? [] : next.filePaths.filter((path) => changedPaths.has(path));
  return files.length === 0 ? own : [...own, ...new Set(files)];
}

function differences(old: NodeUnit, next: NodeUnit): readonly string[] {
  if (sameUnit(old, next)) {
    return [];
  }
  return [
    ...(old.content === next.content ? [] : ["unit content"]),
    ...(old.enable === next.enable ? [] : ["enable"]),
    ...(old.command === next.command ? [] : ["command"]),
    ...dropInDifferences(old.dropIns, next.dropIns),
    ...(sameTexts(old.filePaths, next.filePaths) ? [] : ["list of file paths"]),
  ];
}

function dropInDifferences(old: readonly DropIn[], next: readonly DropIn[]): readonly string[] {
  if (sameList(old, next, sameDropIn)) {
    return [];
  }
  const before = byName(old);
  const after = byName(next);
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changed = names.filter((name) => {
    const [a, b] = [before.get(name), after.get(name)];
    return a === undefined || b === undefined || !sameDropIn(a, b);
  });
  return changed.length === 0 ? ["order of drop-ins"] : changed.map((name) => `drop-in ${name}`);
}

function byName(dropIns: readonly DropIn[]): ReadonlyMap<string, DropIn> {
  return new Map(dropIns.map((dropIn) => [dropIn.name ?? "", dropIn]));
}

/** Whether gardener-node-agent stops a unit that changes instead of restarting it; `start` restarts too. */
export function isStopped({ enable, command }: Unit): boolean {
  return enable === false || command === "stop";
}
