import { CERTS_DIRECTORY } from "../containerd/hosts-toml.ts";
import type { NodePool } from "../osc/node-pool.ts";
import type { OscLimits } from "../osc/review.ts";
import type { OperatingSystemConfig, Plugin } from "../osc/types.ts";
import { isContainerdDropIn } from "../policies/containerd-drop-in.ts";
import type { ManagedContainerd } from "./containerd-changes.ts";
import type { NodePreview } from "./node-preview.ts";
import type { NodeUnit } from "./unit-changes.ts";

/** What warnings are about: two states of an OSC, and what was found out about them. */
export interface WarningSubject {
  readonly preview: Omit<NodePreview, "warnings">;
  readonly next: OperatingSystemConfig;
  readonly pool: NodePool;
  readonly limits: OscLimits;
  readonly removedUnits: readonly NodeUnit[];
  readonly containerd: { readonly old: ManagedContainerd | undefined; readonly next: ManagedContainerd | undefined };
}

/** What the writer of an OSC should know before nodes get it. */
export function previewWarnings(subject: WarningSubject): readonly string[] {
  return [
    ...poolWarnings(subject),
    ...userDataWarnings(subject),
    ...registryWarnings(subject),
    ...leftoverWarnings(subject),
    ...fileWarnings(subject),
    ...unitWarnings(subject),
  ];
}

function poolWarnings({ pool, preview }: WarningSubject): readonly string[] {
  return [
    ...pool.notes,
    ...(pool.cluster?.isHibernated === true
      ? ["the shoot is hibernated: it has no nodes until it wakes up, and those get everything at once"]
      : []),
    ...(preview.inPlaceGate.length === 0
      ? []
      : ["nodes change config.toml, and apply the rest only when they are made ready for an update in place"]),
  ];
}

/** Bytes of user data that the machines of a pool can have. */
function userDataLimit(limits: OscLimits, pool: NodePool): number {
  return limits.userDataBytesByProvider.get(pool.cluster?.providerType ?? "") ?? limits.userDataBytes;
}

function userDataWarnings({ preview, limits, pool }: WarningSubject): readonly string[] {
  const limit = userDataLimit(limits, pool);
  return preview.userDataBytes > limit
    ? [`the user data has ${preview.userDataBytes} bytes, more than the ${limit} that machines can have`]
    : [];
}

function registryWarnings({ preview, next }: WarningSubject): readonly string[] {
  const { probed, removed } = preview.registries;
  const lost = removed.flatMap((upstream) => {
    const directory = `${CERTS_DIRECTORY}/${upstream}/`;
    return next.spec.files
      .filter(({ path }) => path?.startsWith(directory) === true && !isWritten(preview, path))
      .map(({ path }) => `${path} is deleted with the directory of registry ${upstream}, and not written again`);
  });
  return [
    ...(probed.length === 0
      ? []
      : [`nodes report the OSC as applied only after these registries have answered: ${probed.join(", ")}`]),
    ...lost,
  ];
}

function isWritten({ files }: WarningSubject["preview"], path: string): boolean {
  return files.added.includes(path) || files.changed.includes(path);
}

/** What stays in `config.toml` of nodes that run, since gardener-node-agent never writes it anew. */
function leftoverWarnings({ containerd: { old, next } }: WarningSubject): readonly string[] {
  if (old === undefined) {
    return [];
  }
  if (next === undefined) {
    return ["the OSC does not configure containerd any more: config.toml and the registries of nodes stay as they are"];
  }
  const paths = new Set(next.containerd.plugins.map(pathKey));
  const gone = old.containerd.plugins.filter((plugin) => isAdd(plugin) && !paths.has(pathKey(plugin)));
  const driver = `cgroup driver ${old.cgroupDriver ?? "unset"} to ${next.cgroupDriver ?? "unset"}`;
  return [
    ...gone.map(
      ({ path }) => `plugin ${path.join(" / ")} stays in config.toml of nodes that run; remove it by op: remove`,
    ),
    ...(old.cgroupDriver === next.cgroupDriver ? [] : [driverWarning(driver, next.cgroupDriver)]),
  ];
}

function driverWarning(driver: string, next: string | undefined): string {
  return next === undefined
    ? `${driver}: config.toml of nodes that run keeps the former one`
    : `${driver}: nodes that run cannot create the sandboxes of their pods again; replace them`;
}

function isAdd({ op }: Plugin): boolean {
  return (op ?? "add") === "add";
}

/** Instructions of the same key are about the same table, to add to it or to remove it. */
function pathKey({ path }: Plugin): string {
  return JSON.stringify(path);
}

function fileWarnings({ preview }: WarningSubject): readonly string[] {
  return preview.files.removed
    .filter(isContainerdDropIn)
    .map(
      (path) => `${path} is deleted only after containerd restarts, which keeps its settings until the next restart`,
    );
}

function unitWarnings({ removedUnits }: WarningSubject): readonly string[] {
  return removedUnits
    .filter(({ content }) => content === undefined)
    .map(
      ({ name }) => `${name} is the node's own: its drop-ins are deleted, it restarts only from /etc/systemd/system`,
    );
}
