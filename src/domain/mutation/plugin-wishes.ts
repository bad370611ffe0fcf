import type { DesiredPlugin, Policy } from "../policies/types.ts";
import {
  applyPlugin,
  type Contradiction,
  clearedWay,
  isProgramMet,
  pluginStates,
  programContradictions,
  withoutSettings,
} from "./plugin-merge.ts";
import { type PluginProgram, pluginPrograms } from "./plugin-programs.ts";

/** The plugin entries of a policy, as they are meant for one OSC. */
export interface PluginPolicy {
  readonly policy: Policy;
  readonly entries: readonly DesiredPlugin[];
}

/** Plugin entries of a policy that are to be merged into those of an OSC. */
export interface PluginWish {
  readonly policy: Policy;
  readonly program: PluginProgram;
}

/** Something that a policy is left out with, since another one comes first. */
export interface LostWish {
  readonly policy: Policy;
  readonly first: Policy;
  readonly contradiction: Contradiction<Policy>;
}

/**
 * What policies want of the plugins, in the order of precedence: where two contradict each other, the first one counts,
 * setting by setting; entries that only make sense together are left out together.
 * Source: OperatingSystemConfig contract, sections 3.3 and 3.4.
 */
export function pluginWishes(policies: readonly PluginPolicy[]): {
  readonly wishes: readonly PluginWish[];
  readonly lost: readonly LostWish[];
} {
  const claimed = pluginStates<Policy>(true);
  const wishes: PluginWish[] = [];
  const lost: LostWish[] = [];
  for (const { policy, entries } of policies) {
    const left: PluginProgram[] = [];
    for (const program of pluginPrograms(entries)) {
      const contradictions = isProgramMet(claimed, program) ? [] : programContradictions(claimed, program);
      lost.push(...contradictions.map((contradiction) => lostWish(policy, contradiction)));
      left.push(...programLeft(program, contradictions));
    }
    for (const entry of left.flat()) {
      clearedWay(claimed, entry, policy);
      applyPlugin(claimed, entry, policy);
    }
    wishes.push(...left.map((program) => ({ policy, program })));
  }
  return { wishes, lost };
}

function lostWish(policy: Policy, contradiction: Contradiction<Policy>): LostWish {
  return { policy, first: contradiction.origin ?? policy, contradiction };
}

function programLeft(
  program: PluginProgram,
  contradictions: readonly Contradiction<Policy>[],
): readonly PluginProgram[] {
  const [contradiction] = contradictions;
  if (contradiction === undefined) {
    return [program];
  }
  const [entry, ...others] = program;
  const part =
    others.length === 0 && contradiction.settings.length > 0 && withoutSettings(entry, contradiction.settings);
  return part ? [[part]] : [];
}
