import { jsonEqual } from "../json/equal.ts";
import { isTable, memberOf, operationOf, type PluginEntry, settingsOf } from "./plugin-entry.ts";
import { type Generation, type PluginPath, placeInFile } from "./plugin-path.ts";

/**
 * What is known of a key of the configuration after some entries:
 * `open`: a table that was walked through, of which nothing else is known, not even whether it was there;
 * `table`: a table that is there, with unknown content besides the known one;
 * `closed`: a table with nothing but the known content;
 * `value`: a JSON value; one that is an object is opened up when it is walked into;
 * `gone`: removed, which leaves a placeholder that nothing can be walked through until the file is written.
 */
interface Key<Origin> {
  state: "open" | "table" | "closed" | "value" | "gone";
  value?: unknown;
  /** What brought it about last. */
  origin: Origin | undefined;
  readonly keys: Map<string, Key<Origin>>;
}

/** Something in the way of an entry. */
export interface Obstacle<Origin> {
  /** What brought it about. */
  readonly origin: Origin | undefined;
  /** How many elements of the entry's path lead to what is no table; undefined where it is not on the way. */
  readonly depth: number | undefined;
}

/**
 * How an entry stands to what the earlier ones did: it is `met` if it would change nothing, `free` if it adds to them,
 * `taken` if they said something else.
 */
export type Standing<Origin> =
  | { readonly kind: "met" | "free" }
  | { readonly kind: "taken"; readonly obstacle: Obstacle<Origin> };

const MET = { kind: "met" } as const;
const FREE = { kind: "free" } as const;

/**
 * What entries, applied one after the other to a file of one generation, make of the plugins' configuration, as far as
 * it follows from them alone; what is in the file before is not known.
 *
 * Cheap however the values are nested: they are only opened up where a path leads into them.
 * Source: OperatingSystemConfig contract, sections 3.4 and 3.8; gardener pkg/utils/structuredmap/map.go.
 */
export class PluginState<Origin = undefined> {
  readonly #generation: Generation;
  readonly #isComplete: boolean;
  readonly #root = fresh<Origin>("open");

  /** With `isComplete`, nothing may be added to a table whose whole content earlier entries have said. */
  constructor(generation: Generation, isComplete = false) {
    this.#generation = generation;
    this.#isComplete = isComplete;
  }

  /**
   * What keeps gardener-node-agent from walking an entry's path: something that an earlier entry removed, or set to what
   * is no table.
   */
  obstacle({ path }: PluginEntry): Obstacle<Origin> | undefined {
    let key: Key<Origin> | undefined = this.#root;
    for (const [index, name] of placeInFile(path, this.#generation).slice(0, -1).entries()) {
      key = childOf(key, name);
      if (key === undefined) {
        return undefined;
      }
      if (!isOpenable(key)) {
        return { origin: key.origin, depth: index + 1 };
      }
    }
    return undefined;
  }

  /** Applies an entry as gardener-node-agent does; entries that are invalid, or that it fails with, change nothing. */
  apply(entry: PluginEntry, origin?: Origin): void {
    const operation = operationOf(entry);
    const hasTable = entry.values === undefined || isTable(entry.values);
    if (operation === undefined || entry.path.length === 0 || !hasTable || this.obstacle(entry) !== undefined) {
      return;
    }
    const place = placeInFile(entry.path, this.#generation);
    const last = place.at(-1) ?? "";
    const parent = this.#walk(place.slice(0, -1), origin);
    if (operation === "remove") {
      parent.keys.set(last, fresh("gone", origin));
      return;
    }
    const table = createdTable(parent, last, origin);
    for (const [name, value] of Object.entries(settingsOf(entry))) {
      table.keys.set(name, valueKey(value, origin));
    }
  }

  /** How an entry that creates its table stands, its settings aside. */
  tableStanding(entry: PluginEntry): Standing<Origin> {
    const obstacle = this.obstacle(entry);
    if (obstacle !== undefined) {
      return { kind: "taken", obstacle };
    }
    const { key, above } = this.#find(placeInFile(entry.path, this.#generation));
    if (key === undefined) {
      return this.#additionTo(above);
    }
    if (key.state === "open") {
      return FREE;
    }
    return isOpenable(key) ? MET : taken(key);
  }

  /** How one setting of an entry that adds stands, in a table that is not in the way. */
  settingStanding({ path }: PluginEntry, name: string, value: unknown): Standing<Origin> {
    const { key: table } = this.#find(placeInFile(path, this.#generation));
    const key = table && childOf(table, name);
    if (key === undefined) {
      return this.#additionTo(table);
    }
    if (!isSettled(key)) {
      return FREE;
    }
    return equals(key, value) ? MET : taken(key);
  }

  /** How an entry that removes stands; it is met where there is nothing left to remove. */
  removalStanding(entry: PluginEntry): Standing<Origin> & { readonly obstacle?: Obstacle<Origin> } {
    const obstacle = this.obstacle(entry);
    if (obstacle !== undefined) {
      return { kind: "met", obstacle };
    }
    const { key, above } = this.#find(placeInFile(entry.path, this.#generation));
    if (key === undefined) {
      return above.state === "closed" ? MET : FREE;
    }
    if (key.state === "gone") {
      return MET;
    }
    return holdsAny(key) ? taken(key) : FREE;
  }

  /** Whether everything that is known in another state is so in this one too. */
  implies(other: PluginState<unknown>): boolean {
    return impliesKey(this.#root, other.#root);
  }

  /** How something new in a table stands. */
  #additionTo(table: Key<Origin> | undefined): Standing<Origin> {
    return this.#isComplete && table?.state === "closed" ? taken(table) : FREE;
  }

  /** The key at a place, if it is known, and the last one that is on the way to it. */
  #find(place: PluginPath): { readonly key: Key<Origin> | undefined; readonly above: Key<Origin> } {
    let above = this.#root;
    for (const name of place.slice(0, -1)) {
      const child = childOf(above, name);
      if (child === undefined) {
        return { key: undefined, above };
      }
      above = child;
    }
    return { key: childOf(above, place.at(-1) ?? ""), above };
  }

  /** The table at a place that nothing is in the way of; parents that are missing become tables. */
  #walk(place: PluginPath, origin: Origin | undefined): Key<Origin> {
    let key = this.#root;
    for (const name of place) {
      const state = key.state === "closed" ? "closed" : "open";
      const child = childOf(key, name) ?? fresh<Origin>(state, origin);
      key.keys.set(name, child);
      key = child;
    }
    openUp(key);
    return key;
  }
}

function taken<Origin>(key: Key<Origin>): Standing<Origin> {
  return { kind: "taken", obstacle: { origin: originIn(key), depth: undefined } };
}

function fresh<Origin>(state: Key<Origin>["state"], origin?: Origin): Key<Origin> {
  return { state, origin, keys: new Map() };
}

function valueKey<Origin>(value: unknown, origin: Origin | undefined): Key<Origin> {
  return value === null ? fresh("gone", origin) : { ...fresh("value", origin), value };
}

/** The table that an entry adds to: what is there if that is a table, else a new one in its place. */
function createdTable<Origin>(parent: Key<Origin>, name: string, origin: Origin | undefined): Key<Origin> {
  const present = childOf(parent, name);
  if (present !== undefined && isOpenable(present)) {
    openUp(present);
    if (present.state === "open") {
      present.state = "table";
      present.origin = origin;
    }
    return present;
  }
  const created = fresh(present === undefined && parent.state !== "closed" ? "table" : "closed", origin);
  parent.keys.set(name, created);
  return created;
}

/** Whether paths can lead through a key. */
function isOpenable({ state, value }: Key<unknown>): boolean {
  return state === "value" ? isTable(value) : state !== "gone";
}

function childOf<Origin>(key: Key<Origin>, name: string): Key<Origin> | undefined {
  if (isOpenable(key)) {
    openUp(key);
  }
  return key.keys.get(name);
}

/** Turns a value that is an object into a table, one level deep. */
function openUp<Origin>(key: Key<Origin>): void {
  if (key.state === "value" && isTable(key.value)) {
    for (const [name, member] of Object.entries(key.value)) {
      key.keys.set(name, valueKey(member, key.origin));
    }
    key.state = "closed";
    key.value = undefined;
  }
}

/** Whether anything is known of a key, or of something below it. */
function isSettled(key: Key<unknown>): boolean {
  return firstKey(key, ({ state }) => state !== "open") !== undefined;
}

/** Whether a key, or something below it, was added and is still there. */
function holdsAny(key: Key<unknown>): boolean {
  return firstKey(key, ({ state }) => state !== "open" && state !== "gone") !== undefined;
}

/** What brought a key about, or what is below one that was only walked through. */
function originIn<Origin>(key: Key<Origin>): Origin | undefined {
  return firstKey(key, ({ state }) => state !== "open")?.origin;
}

/** The first key that matches, among a key and all below it, in the order of names. */
function firstKey<Origin>(key: Key<Origin>, matches: (candidate: Key<Origin>) => boolean): Key<Origin> | undefined {
  const pending = [key];
  for (let candidate = pending.pop(); candidate !== undefined; candidate = pending.pop()) {
    if (matches(candidate)) {
      return candidate;
    }
    for (const [, child] of [...candidate.keys].sort(byNameDescending)) {
      pending.push(child);
    }
  }
  return undefined;
}

function byNameDescending([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? 1 : -1;
}

/** Whether a key is known to be this value. */
function equals(key: Key<unknown>, value: unknown): boolean {
  if (key.state === "value") {
    return jsonEqual(key.value, value);
  }
  if (key.state === "gone") {
    return value === null;
  }
  if (key.state !== "closed" || !isTable(value)) {
    return false;
  }
  const present = [...key.keys].filter(([, { state }]) => state !== "gone");
  return (
    present.length === Object.keys(value).length &&
    present.every(([name, child]) => Object.hasOwn(value, name) && equals(child, memberOf(value, name)))
  );
}

/** Whether all that `wanted` knows is known of `key` too; of a key that is missing, nothing is known. */
function impliesKey(key: Key<unknown> | undefined, wanted: Key<unknown>): boolean {
  switch (wanted.state) {
    case "gone":
      return key?.state === "gone";
    case "value":
      return key !== undefined && equals(key, wanted.value);
    case "open":
      return impliesKeys(key, wanted);
    case "table":
      return key !== undefined && key.state !== "open" && isOpenable(key) && impliesKeys(key, wanted);
    case "closed":
      return key !== undefined && isClosedLike(key, wanted) && impliesKeys(key, wanted);
  }
}

function impliesKeys(key: Key<unknown> | undefined, wanted: Key<unknown>): boolean {
  return [...wanted.keys].every(([name, child]) => {
    const present = key && childOf(key, name);
    const isAbsent = present === undefined && key !== undefined && (key.state === "closed" || !isOpenable(key));
    return (isAbsent && !holdsAny(child)) || impliesKey(present, child);
  });
}

/** Whether a key is a table with none but the keys that are wanted. */
function isClosedLike(key: Key<unknown>, wanted: Key<unknown>): boolean {
  openUp(key);
  return (
    key.state === "closed" &&
    [...key.keys].every(([name, { state }]) => state === "gone" || (wanted.keys.get(name)?.state ?? "gone") !== "gone")
  );
}
