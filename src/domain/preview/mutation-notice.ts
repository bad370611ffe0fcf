import { sameRegistry } from "../containerd/registry-identity.ts";
import type { NodePool } from "../osc/node-pool.ts";
import type { TouchedElements } from "../osc/review.ts";
import { type OperatingSystemConfig, type OscFile, RECONCILE, type Registry } from "../osc/types.ts";
import { containerdReasons, FIRST_CONFIGURATION, managedContainerd } from "./containerd-changes.ts";
import { cutList, cutText } from "./cut-list.ts";
import { byUpstream } from "./registry-changes.ts";
import { type UnitEffect, unitEffects } from "./restarts.ts";
import { sameFile } from "./semantic-equality.ts";
import { NEW_UNIT, unitCauses, unitsOnNode } from "./unit-changes.ts";

/** A mutation, of which nodes are to be told what it does to them. */
export interface MutationToNotice {
  /** The object of the request. */
  readonly input: OperatingSystemConfig;
  /** The stored object, which nodes have now; set on UPDATE. */
  readonly old: OperatingSystemConfig | undefined;
  /** The object as the mutation leaves it. */
  readonly result: OperatingSystemConfig;
  readonly pool: NodePool;
  /** Indexes in `result`. */
  readonly touched: TouchedElements;
}

/** What is said about a mutation besides its patch. */
export interface MutationNotice {
  /** One line for the writer of the OSC; undefined where no node feels the mutation. */
  readonly warning: string | undefined;
  /** For the audit log, short values by one segment of a qualified name; those with nothing to say are left out. */
  readonly annotations: Readonly<Record<string, string>>;
}

/** Characters of the warning at most. */
const WARNING_ROOM = 200;
/** Characters of it that the units may take, and the name of the pool. */
const UNITS_ROOM = 80;
const POOL_ROOM = 40;
/** Characters of one annotation at most. */
const ANNOTATION_ROOM = 240;

/**
 * What a mutation does to nodes, compared with what they have now: the restarts for which something that it changed is a
 * cause. What it only keeps is no news. Looks at nothing but units and what the mutation touched, and decodes nothing.
 * Source: OperatingSystemConfig contract, section 7.2.
 */
export function mutationNotice(mutation: MutationToNotice): MutationNotice {
  const paths = changedPaths(mutation);
  const reasons = ownReasons(mutation);
  const effects = nodeEffects(mutation, reasons, new Set(paths));
  const restarts = unitsOf(effects, "restart");
  const stops = unitsOf(effects, "stop");
  return {
    warning: effects.length === 0 ? undefined : warningText(effects, restarts, stops, mutation.pool.name),
    annotations: annotations([
      ["node-restarts", restarts],
      ["node-stops", stops],
      ["node-containerd", reasons],
      ["node-registries", changedUpstreams(mutation)],
      ["node-files", paths],
    ]),
  };
}

function unitsOf(effects: readonly UnitEffect[], wanted: UnitEffect["effect"]): readonly string[] {
  return effects.filter(({ effect }) => effect === wanted).map(({ unit }) => unit);
}

/** Paths of the files that the mutation touched and that are not as they are stored. */
function changedPaths({ old, result, touched }: MutationToNotice): readonly string[] {
  if (touched.files.size === 0) {
    return [];
  }
  const own = [...touched.files].flatMap((index) => result.spec.files[index] ?? []);
  const before = old === undefined ? NO_FILES : firstByPath(old);
  const changed = own.filter((file) => {
    const stored = before.get(file.path ?? "");
    return stored === undefined || !sameFile(stored, file);
  });
  return [...new Set(changed.map(({ path }) => path ?? ""))];
}

const NO_FILES: ReadonlyMap<string, OscFile> = new Map();

function firstByPath({ spec, status }: OperatingSystemConfig): ReadonlyMap<string, OscFile> {
  return new Map([...spec.files, ...status.extensionFiles].toReversed().map((file) => [file.path ?? "", file]));
}

/** Restarts on nodes that there are; none for new nodes, nor for OSCs that reach no node. */
function nodeEffects(
  mutation: MutationToNotice,
  reasons: readonly string[],
  paths: ReadonlySet<string>,
): readonly UnitEffect[] {
  const { old, result, touched } = mutation;
  const isQuiet = reasons.length === 0 && paths.size === 0 && touched.units.size === 0;
  if (old === undefined || isQuiet || result.spec.purpose !== RECONCILE) {
    return [];
  }
  const made = madeCauses(mutation, paths);
  const effects = unitEffects(unitChanges(old, result, paths), [], reasons)
    .map((effect) => ({
      ...effect,
      causes: effect.causes.filter(
        (cause) => paths.has(cause) || isMade(effect, cause, made) || reasons.includes(cause),
      ),
    }))
    .filter(({ causes }) => causes.length > 0);
  return effects.length > 0 && hasNodes(mutation.pool) ? effects : [];
}

/** Asked last, since it can take a look into a file. */
function hasNodes(pool: NodePool): boolean {
  return pool.cluster?.isHibernated !== true && !pool.isStale;
}

/** Units that differ from those that are stored, files that the mutation left alone aside. */
function unitChanges(old: OperatingSystemConfig, result: OperatingSystemConfig, paths: ReadonlySet<string>) {
  const stored = unitsOnNode(old);
  return [...unitsOnNode(result).values()]
    .map((unit) => ({ unit, causes: unitCauses(stored.get(unit.name), unit, paths) }))
    .filter(({ causes }) => causes.length > 0);
}

/** What the mutation changed of the units that it touched, by their names. */
function madeCauses(
  { input, result, touched }: MutationToNotice,
  paths: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const own = new Set([...touched.units].map((index) => result.spec.units[index]?.name ?? ""));
  if (own.size === 0) {
    return new Map();
  }
  const sent = unitsOnNode(input);
  const touchedUnits = [...unitsOnNode(result).values()].filter(({ name }) => own.has(name));
  return new Map(touchedUnits.map((unit) => [unit.name, unitCauses(sent.get(unit.name), unit, paths)]));
}

/** Of a unit that the mutation added, everything is its own. */
function isMade({ unit }: UnitEffect, cause: string, made: ReadonlyMap<string, readonly string[]>): boolean {
  const causes = made.get(unit) ?? [];
  return causes.includes(NEW_UNIT) || causes.includes(cause);
}

/** What of containerd's configuration the mutation changed, and is not as it is stored. */
function ownReasons({ input, old, result }: MutationToNotice): readonly string[] {
  const next = managedContainerd(result);
  const made = containerdReasons(managedContainerd(input), next);
  const stored = old && managedContainerd(old);
  return stored === undefined || made.length === 0
    ? made
    : containerdReasons(stored, next).filter((reason) => made.includes(reason) || made.includes(FIRST_CONFIGURATION));
}

/** Upstreams that the mutation changed, and that are not as they are stored. */
function changedUpstreams({ input, old, result }: MutationToNotice): readonly string[] {
  const [sent, next] = [managedRegistries(input), managedRegistries(result)];
  if (sent === next) {
    return [];
  }
  const before = [sent, managedRegistries(old)].filter((registries) => registries.length > 0).map(byUpstream);
  return [...byUpstream(next)]
    .filter(([upstream, registry]) =>
      before.every((known) => {
        const same = known.get(upstream);
        return same === undefined || !sameRegistry(same, registry);
      }),
    )
    .map(([upstream]) => upstream);
}

function managedRegistries(osc: OperatingSystemConfig | undefined): readonly Registry[] {
  return (osc && managedContainerd(osc))?.containerd.registries ?? NO_REGISTRIES;
}

const NO_REGISTRIES: readonly Registry[] = [];

function warningText(
  effects: readonly UnitEffect[],
  restarts: readonly string[],
  stops: readonly string[],
  pool: string | undefined,
): string {
  const verbs = [
    ...(restarts.length === 0 ? [] : [`restarts ${cutList(restarts, UNITS_ROOM)}`]),
    ...(stops.length === 0 ? [] : [`stops ${cutList(stops, UNITS_ROOM / 2)}`]),
  ];
  const where = pool === undefined ? "the pool" : `pool ${JSON.stringify(cutText(pool, POOL_ROOM))}`;
  const head = `${verbs.join(" and ")} on every node of ${where}`;
  const causes = [...new Set(effects.flatMap((effect) => effect.causes))];
  return cutText(`${head} (${cutList(causes, Math.max(0, WARNING_ROOM - head.length - 3))})`, WARNING_ROOM);
}

function annotations(lists: readonly (readonly [key: string, values: readonly string[]])[]) {
  const texts: Record<string, string> = {};
  for (const [key, values] of lists) {
    if (values.length > 0) {
      texts[key] = cutList(values, ANNOTATION_ROOM);
    }
  }
  return texts;
}
