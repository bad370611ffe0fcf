import type { NodePool } from "../osc/node-pool.ts";
import type { OscLimits } from "../osc/review.ts";
import { type OperatingSystemConfig, PROVISION } from "../osc/types.ts";
import { userDataBytes } from "../rendering/user-data-size.ts";
import { containerdReasons, managedContainerd } from "./containerd-changes.ts";
import { fileChanges, filesOnNode } from "./file-changes.ts";
import { inPlaceGate } from "./in-place-gate.ts";
import type { NodePreview } from "./node-preview.ts";
import { nodeSecretBytes, nodeSecretText } from "./node-secret.ts";
import { previewWarnings } from "./preview-warnings.ts";
import { registryChanges } from "./registry-changes.ts";
import { NODE_AGENT_UNIT, unitEffects } from "./restarts.ts";
import { sameFile, sameList, sameUnit } from "./semantic-equality.ts";
import { unitCauses, unitsOnNode } from "./unit-changes.ts";

/** What a preview is asked about. */
export interface PreviewQuestion {
  /** The OSC as nodes have it; undefined where there is none yet. */
  readonly old: OperatingSystemConfig | undefined;
  /** The OSC as it will be. */
  readonly new: OperatingSystemConfig;
  readonly pool: NodePool;
  /** The node that is asked about; undefined for all, with the files of each host by itself. */
  readonly hostName?: string;
  readonly limits: OscLimits;
}

/**
 * What a change of an OSC does to the nodes of its pool; without an old state what new nodes get. Values of plugins that
 * are nested deeper than the call stack make it throw a RangeError.
 * Source: OperatingSystemConfig contract, section 7.2; gardener pkg/nodeagent/controller/operatingsystemconfig.
 */
export function previewNodes(question: PreviewQuestion): NodePreview {
  const { old, new: next, pool, hostName, limits } = question;
  const files = fileChanges(old === undefined ? new Map() : filesOnNode(old, hostName), filesOnNode(next, hostName));
  const units = changedUnits(old, next, new Set([...files.added, ...files.changed]));
  const isProvision = next.spec.purpose === PROVISION;
  const containerd = { old: old && managedContainerd(old), next: managedContainerd(next) };
  const reasons = isProvision ? [] : containerdReasons(containerd.old, containerd.next);
  const effects = old === undefined || isProvision ? [] : unitEffects(units.changed, units.removed, reasons);
  const secret = isProvision ? "" : nodeSecretText(next);
  const preview = {
    purpose: next.spec.purpose ?? "",
    pool: pool.name,
    isNew: old === undefined,
    userDataChanged: isProvision && (old === undefined || hasOtherUserData(old, next)),
    userDataBytes: isProvision ? userDataBytes(next, limits.osOverheadBytes) : 0,
    nodeSecretBytes: nodeSecretBytes(secret),
    nodeSecretChanged: !isProvision && (old === undefined || nodeSecretText(old) !== secret),
    files,
    units: { changed: units.changed.map(({ unit }) => unit.name), removed: units.removed.map(({ name }) => name) },
    restarts: effects.filter(({ effect }) => effect === "restart").map(({ unit }) => unit),
    stops: effects.filter(({ effect }) => effect === "stop").map(({ unit }) => unit),
    effects,
    nodeAgentRestart: effects.some(({ unit, effect }) => unit === NODE_AGENT_UNIT && effect === "restart"),
    containerd: { configChanged: reasons.length > 0, reasons },
    registries: registryChanges(containerd.old, containerd.next),
    inPlaceGate: old === undefined || isProvision ? [] : inPlaceGate(old, next),
    rollout: { willRoll: false, reason: rolloutReason(isProvision) } as const,
  };
  return {
    ...preview,
    warnings: previewWarnings({ preview, next, pool, limits, removedUnits: units.removed, containerd }),
  };
}

function changedUnits(
  old: OperatingSystemConfig | undefined,
  next: OperatingSystemConfig,
  changedPaths: ReadonlySet<string>,
) {
  const before = old === undefined ? new Map() : unitsOnNode(old);
  const after = unitsOnNode(next);
  return {
    changed: [...after.values()]
      .map((unit) => ({ unit, causes: unitCauses(before.get(unit.name), unit, changedPaths) }))
      .filter(({ causes }) => causes.length > 0),
    removed: [...before.values()].filter(({ name }) => !after.has(name)),
  };
}

/** Whether new machines get other user data: the order of files and units counts there. */
function hasOtherUserData(old: OperatingSystemConfig, next: OperatingSystemConfig): boolean {
  return (
    old.spec.criConfig?.name !== next.spec.criConfig?.name ||
    !sameList(old.spec.files, next.spec.files, sameFile) ||
    !sameList(old.spec.units, next.spec.units, sameUnit)
  );
}

function rolloutReason(isProvision: boolean): string {
  return isProvision
    ? "machines that exist keep their user data; it is not part of what replaces them"
    : "nodes apply the OSC in place; only changes of the Shoot replace machines";
}
