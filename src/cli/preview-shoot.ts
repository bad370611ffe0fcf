import { type RollReasons, rollReasons, UNREAD_ROLL_FIELDS } from "../domain/preview/roll-reasons.ts";
import { isInPlace, type ShootSpec, type Worker } from "../domain/workers/types.ts";
import { metadataMember } from "../wire/admission-review.ts";
import { shootView } from "../wire/shoot.ts";
import type { PreviewRequest } from "./preview-requests.ts";

/** What a change of a Shoot does to the machines of a pool. */
export interface RollReport {
  readonly name: string;
  readonly outcome: "new" | "removed" | "rolled" | "kept" | "in place";
  /** Fields that replace the machines. */
  readonly reasons: readonly string[];
}

/** What a change of a Shoot does to its machines. */
export interface ShootReport {
  readonly source: string;
  readonly kind: "Shoot";
  readonly namespace: string;
  readonly name: string;
  readonly pools: readonly RollReport[];
  /** Fields that replace machines too and that are not looked at. */
  readonly notRead: readonly string[];
}

/** Compares the pools of a Shoot with those that it had; a text tells why that cannot be done. */
export function shootReport({ source, request }: PreviewRequest): ShootReport | string {
  const [next, old] = [shootView(request.object), shootView(request.oldObject ?? {})];
  if (!next.ok) {
    return "the Shoot does not fit the schema";
  }
  return {
    source,
    kind: "Shoot",
    namespace: request.namespace ?? "",
    name: String(metadataMember(request.object, "name") ?? ""),
    pools: poolReports(old.ok ? old.value.spec : undefined, next.value.spec),
    notRead: UNREAD_ROLL_FIELDS,
  };
}

function poolReports(old: ShootSpec | undefined, next: ShootSpec): readonly RollReport[] {
  const before = new Map(old?.workers.map((worker) => [worker.name, worker]));
  const names = new Set(next.workers.map(({ name }) => name));
  const gone = [...before.keys()].filter((name) => !names.has(name));
  return [
    ...next.workers.map((worker) => poolReport(before.get(worker.name), worker, old, next)),
    ...gone.map((name): RollReport => ({ name, outcome: "removed", reasons: [] })),
  ];
}

function poolReport(
  before: Worker | undefined,
  worker: Worker,
  old: ShootSpec | undefined,
  next: ShootSpec,
): RollReport {
  if (before === undefined || old === undefined) {
    return { name: worker.name, outcome: "new", reasons: [] };
  }
  if (isInPlace(worker.updateStrategy)) {
    return { name: worker.name, outcome: "in place", reasons: [] };
  }
  const { reasons }: RollReasons = rollReasons(before, worker, old, next);
  return { name: worker.name, outcome: reasons.length === 0 ? "kept" : "rolled", reasons };
}
