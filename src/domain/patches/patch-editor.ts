import jsonPatch from "fast-json-patch";
import type { FieldPath } from "../field/path.ts";
import { jsonEqual } from "../json/equal.ts";
import type { Operation } from "./operation.ts";
import { pointer } from "./pointer.ts";

type Container = Record<string | number, unknown>;

/**
 * Edits a JSON object by intent and records each edit as a JSON Patch operation.
 *
 * Every operation is applied as it is recorded, by the library and to a copy of the patched paths alone, so that a patch
 * that comes out of here is known to apply, at a cost that does not grow with the object. The object itself is never
 * changed, nor are values that are put in or handed out. Setting what is there already records nothing, so that a patch
 * is never larger than the change. Whoever edits the impossible (a member of a text, an entry beyond the end of a list,
 * a member that the library refuses to write, such as `__proto__`) gets an exception, which is a fault of ours.
 */
export class PatchEditor {
  readonly #operations: Operation[] = [];
  /** Containers that are copies, which edits may change. */
  readonly #copies = new Set<object>();
  readonly #guarded = new Set<string>();
  #isChanged = false;
  #document: Container;

  constructor(document: Readonly<Record<string, unknown>>) {
    this.#document = document as Container;
  }

  /** The operations so far, in the order of the edits. */
  get operations(): readonly Operation[] {
    return this.#operations;
  }

  /** Whether anything was edited; guards alone are no edit. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** The object as it is after the edits; what was not edited is shared with the original. Valid until the next edit. */
  get result(): Readonly<Record<string, unknown>> {
    return this.#document;
  }

  /** The present value at a path, or undefined; only own members count. Valid until the next edit. */
  get(path: FieldPath): unknown {
    let value: unknown = this.#document;
    for (const segment of path) {
      value = memberOf(value, segment);
    }
    return value;
  }

  /** Sets a member or entry; ancestors that are missing or null become objects, within the same operation. */
  set(path: FieldPath, value: unknown): void {
    let parent: unknown = this.#document;
    const last = path.length - 1;
    for (let depth = 0; depth < last; depth += 1) {
      const child = memberOf(parent, path[depth] ?? "");
      if (child === undefined || child === null) {
        this.set(path.slice(0, depth + 1), nested(path.slice(depth + 1), value));
        return;
      }
      parent = child;
    }
    const key = path[last] ?? "";
    const present = isContainer(parent) && Object.hasOwn(parent, key) ? { value: parent[key] } : undefined;
    if (present === undefined || !jsonEqual(present.value, value)) {
      this.#change(path, { op: present === undefined ? "add" : "replace", path: pointer(path), value });
    }
  }

  /** Adds entries at the end of a list; a list that is missing or null is made of them, in one operation. */
  append(path: FieldPath, values: readonly unknown[]): void {
    if (values.length === 0) {
      return;
    }
    const list = this.get(path) ?? undefined;
    if (list === undefined) {
      this.set(path, values);
      return;
    }
    this.#demandList(path);
    for (const value of values) {
      this.#change([...path, "-"], { op: "add", path: pointer([...path, "-"]), value });
    }
  }

  /** Inserts an entry into a list that is there, before the entry of this index. */
  insert(path: FieldPath, index: number, value: unknown): void {
    this.#demandList(path);
    this.#change([...path, index], { op: "add", path: pointer([...path, index]), value });
    this.#forgetGuards(path);
  }

  /** Removes a member or entry that is there. */
  remove(path: FieldPath): void {
    if (!this.#has(path)) {
      throw new Error(`${pointer(path)} cannot be removed, since it is not there`);
    }
    this.#change(path, { op: "remove", path: pointer(path) });
    this.#forgetGuards(path.slice(0, -1));
  }

  /**
   * Makes the patch fail unless the value at a path is what it is now; for edits by position, to name the entry by its
   * key. Once per path, until entries of a list above it move.
   */
  guard(path: FieldPath): void {
    const guarded = pointer(path);
    if (!this.#guarded.has(guarded)) {
      this.#apply(path, { op: "test", path: guarded, value: this.get(path) });
      this.#guarded.add(guarded);
    }
  }

  /**
   * Takes over what another editor made of an equal value at this path: its operations, which are known to apply, and
   * the value that they lead to. There must be at least one edit among them; guards of other paths must hold here too.
   */
  adopt(path: FieldPath, operations: readonly Operation[], value: unknown): void {
    this.#own(path);
    const [parent, last] = [this.get(path.slice(0, -1)), path.at(-1)];
    if (!isContainer(parent) || last === undefined) {
      throw new Error(`${pointer(path)} leads to nothing`);
    }
    parent[last] = value;
    this.#forgetGuards(path);
    for (const operation of operations) {
      this.#takeOver(operation);
    }
    this.#isChanged = true;
  }

  /** What is guarded already is not guarded again. */
  #takeOver(operation: Operation): void {
    if (operation.op === "test" && this.#guarded.has(operation.path)) {
      return;
    }
    this.#operations.push(operation);
    if (operation.op === "test") {
      this.#guarded.add(operation.path);
    }
  }

  #has(path: FieldPath): boolean {
    const [parent, last] = [this.get(path.slice(0, -1)), path.at(-1)];
    return isContainer(parent) && last !== undefined && Object.hasOwn(parent, last);
  }

  #demandList(path: FieldPath): void {
    if (!Array.isArray(this.get(path))) {
      throw new Error(`${pointer(path)} is no list`);
    }
  }

  #change(path: FieldPath, operation: Operation): void {
    this.#apply(path, operation);
    this.#isChanged = true;
  }

  #apply(path: FieldPath, operation: Operation): void {
    this.#disown("value" in operation ? operation.value : undefined);
    this.#own(path);
    applyProven(this.#document, operation);
    this.#operations.push(operation);
  }

  /** Copies the containers above a path, each once, so that an operation changes nothing else. */
  #own(path: FieldPath): void {
    if (path.length === 0) {
      throw new Error("the whole object cannot be edited");
    }
    this.#document = this.#copyOnce(this.#document);
    let container = this.#document;
    for (let depth = 0; depth < path.length - 1; depth += 1) {
      const segment = path[depth] ?? "";
      const child = memberOf(container, segment);
      if (!isContainer(child) || segment === "__proto__") {
        throw new Error(`${pointer(path)} leads through something that is no object or list`);
      }
      const copy = this.#copyOnce(child);
      container[segment] = copy;
      container = copy;
    }
  }

  #copyOnce(container: Container): Container {
    if (this.#copies.has(container)) {
      return container;
    }
    const copy = (Array.isArray(container) ? [...container] : { ...container }) as Container;
    this.#copies.add(copy);
    return copy;
  }

  /** What an operation holds is copied before it is edited again, since the operation says what was put in. */
  #disown(value: unknown): void {
    if (isContainer(value)) {
      this.#copies.delete(value);
      for (const member of Object.values(value)) {
        this.#disown(member);
      }
    }
  }

  /** Entries of a list, or the members of what was removed, are not where they were. */
  #forgetGuards(path: FieldPath): void {
    const above = `${pointer(path)}/`;
    for (const guarded of this.#guarded) {
      if (guarded.startsWith(above)) {
        this.#guarded.delete(guarded);
      }
    }
  }
}

/** The library's own message holds the whole object, which does not belong into a log. */
function applyProven(document: Container, operation: Operation): void {
  try {
    jsonPatch.applyOperation(document, operation, true, true, true);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.name : "";
    throw new Error(`${operation.op} of ${operation.path} cannot be applied: ${reason}`);
  }
}

/** An own member or entry; undefined where there is none. */
function memberOf(value: unknown, segment: string | number): unknown {
  return isContainer(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
}

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

/** Objects around a value; lists cannot be made up, since nobody knows what their other entries would be. */
function nested(path: FieldPath, value: unknown): unknown {
  if (path.some((segment) => typeof segment === "number")) {
    throw new Error(`${pointer(path)} leads through a list that is not there`);
  }
  return path.reduceRight((inner, segment) => ({ [segment]: inner }), value);
}
