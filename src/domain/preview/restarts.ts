import { CONTAINERD_UNIT } from "../osc/types.ts";
import { isStopped, type NodeUnit, type UnitChange } from "./unit-changes.ts";

/** What happens to a unit on every node, and why. */
export interface UnitEffect {
  readonly unit: string;
  readonly effect: "restart" | "stop";
  /** What of the OSC is behind it, in words, and the paths of files; never empty. */
  readonly causes: readonly string[];
}

/** The unit of gardener-node-agent, which it restarts by itself and never stops. */
export const NODE_AGENT_UNIT = "gardener-node-agent.service";

/**
 * The units that are restarted or stopped on the nodes of a pool: those that change, containerd where its `config.toml`
 * changes, and those that were made by the OSC and are gone from it. In the order of the units.
 * Source: OperatingSystemConfig contract, section 7.2; gardener
 * pkg/nodeagent/controller/operatingsystemconfig/reconciler.go.
 */
export function unitEffects(
  changed: readonly UnitChange[],
  removed: readonly NodeUnit[],
  containerdReasons: readonly string[],
): readonly UnitEffect[] {
  const effects = changed.map(({ unit, causes }): UnitEffect => {
    const isStop = unit.name !== NODE_AGENT_UNIT && isStopped(unit);
    const reasons = unit.name === CONTAINERD_UNIT && !isStop ? [...containerdReasons, ...causes] : causes;
    return { unit: unit.name, effect: isStop ? "stop" : "restart", causes: reasons };
  });
  const hasContainerd = changed.some(({ unit }) => unit.name === CONTAINERD_UNIT);
  const forConfig: readonly UnitEffect[] =
    containerdReasons.length > 0 && !hasContainerd
      ? [{ unit: CONTAINERD_UNIT, effect: "restart", causes: containerdReasons }]
      : [];
  const gone = removed.filter(({ content }) => content !== undefined);
  return [
    ...forConfig,
    ...effects,
    ...gone.map(({ name }): UnitEffect => ({ unit: name, effect: "stop", causes: ["unit removed"] })),
  ];
}
