import type { PluginEntry } from "../containerd/plugin-entry.ts";
import type { DesiredPlugin, Policy } from "../policies/types.ts";
import {
  applyPlugin,
  type Contradiction,
  clearedWay,
  contradictionOf,
  isProgramMet,
  type PluginStates,
  pluginStates,
  programContradictions,
  unmetPart,
  withoutSettings,
} from "./plugin-merge.ts";
import type { PluginProgram } from "./plugin-programs.ts";
import type { PluginWish } from "./plugin-wishes.ts";

/** An entry that is put behind those of an OSC, and whose it is. */
export interface AppendedPlugin {
  readonly policy: Policy;
  readonly entry: DesiredPlugin;
}

/** A wish, or a part of it, that is left out since the OSC says otherwise. */
export interface LeftWish {
  readonly policy: Policy;
  /** Its origin is the index of the entry that says otherwise. */
  readonly contradiction: Contradiction<number>;
}

/** What becomes of the plugins of an OSC. */
export interface MergedPlugins {
  readonly appended: readonly AppendedPlugin[];
  readonly left: readonly LeftWish[];
}

/** A merge under way. */
interface Merge {
  readonly states: PluginStates<number>;
  readonly present: number;
  readonly appended: AppendedPlugin[];
}

/**
 * Finds what has to be put behind the entries of an OSC so that the wishes come true, as far as they are allowed to
 * override what the OSC says. Entries that are there are never touched.
 *
 * Wishes are gone through again until nothing is added any more: one that may override something can open the way for
 * another one that may not, and then a merge of the result must not change anything either.
 * Source: OperatingSystemConfig contract, section 3.4.
 */
export function mergedPlugins(present: readonly PluginEntry[], wishes: readonly PluginWish[]): MergedPlugins {
  const merge: Merge = { states: pluginStates(), present: present.length, appended: [] };
  for (const [index, entry] of present.entries()) {
    applyPlugin(merge.states, entry, index);
  }
  let left: readonly LeftWish[] = [];
  for (let round = 0; round <= wishes.length; round += 1) {
    const before = merge.appended.length;
    left = wishes.flatMap((wish) => fulfil(merge, wish));
    if (merge.appended.length === before) {
      break;
    }
  }
  return { appended: merge.appended, left };
}

/** Does what a wish needs, and tells what it has to leave out. */
function fulfil(merge: Merge, { policy, program }: PluginWish): readonly LeftWish[] {
  const [entry, ...others] = program;
  if (others.length > 0) {
    return isProgramMet(merge.states, program) ? [] : fulfilProgram(merge, policy, program);
  }
  const part = unmetPart(merge.states, entry);
  const contradiction = part && contradictionOf(merge.states, part);
  const isLeft = contradiction !== undefined && policy.conflict !== "replace";
  const wanted = part && isLeft ? partBeside(part, contradiction) : part;
  if (wanted !== undefined) {
    append(merge, policy, wanted);
  }
  return isLeft ? [{ policy, contradiction }] : [];
}

function partBeside(entry: DesiredPlugin, { settings }: Contradiction<number>): DesiredPlugin | undefined {
  return settings.length === 0 ? undefined : withoutSettings(entry, settings);
}

function fulfilProgram(merge: Merge, policy: Policy, program: PluginProgram): readonly LeftWish[] {
  const [contradiction] = programContradictions(merge.states, program);
  if (contradiction !== undefined && policy.conflict !== "replace") {
    return [{ policy, contradiction }];
  }
  for (const entry of program) {
    append(merge, policy, entry);
  }
  return [];
}

function append({ states, present, appended }: Merge, policy: Policy, entry: DesiredPlugin): void {
  const index = present + appended.length;
  const way = clearedWay(states, entry, index);
  applyPlugin(states, entry, index + way.length);
  appended.push(...[...way, entry].map((added) => ({ policy, entry: added })));
}
