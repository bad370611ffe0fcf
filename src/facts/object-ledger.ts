import { errorText } from "../domain/field/error.ts";
import type { RawObject } from "../wire/admission-review.ts";
import { asObject } from "../wire/json-object.ts";
import type { FactKind, FactProblem } from "./contract.ts";
import { type Fact, factKey, type KindDefinition } from "./kinds.ts";
import { type FactStore, factStore } from "./snapshot.ts";

/** An object as an API server sent it: the fact, or why it cannot be understood. */
export interface LoadedObject {
  /** Identifies the object within its kind; empty where not even its name can be read. */
  readonly key: string;
  readonly outcome: { readonly fact: Fact } | { readonly reason: string };
}

/** The facts of the objects that an API server has, and the objects that could not be understood. */
export interface ObjectLedger {
  readonly store: FactStore;
  readonly problems: readonly FactProblem[];
  /** These are all objects of the kind; of one that is broken the last good state stays. */
  replace(kind: FactKind, objects: readonly LoadedObject[]): void;
  upsert(kind: FactKind, object: LoadedObject): void;
  remove(kind: FactKind, key: string): void;
}

/** Keeps of an object what is looked up; total, whatever the object is. */
export function loadObject(definition: KindDefinition, object: RawObject): LoadedObject {
  const key = keyOf(definition, object);
  try {
    const fact = definition.load(object);
    return { key, outcome: fact.ok ? { fact: fact.value } : { reason: fact.errors.map(errorText).join("; ") } };
  } catch (error) {
    return { key, outcome: { reason: String(error) } };
  }
}

/** Makes an empty ledger; its store is replaced with every change, so that readers of an older one are not disturbed. */
export function objectLedger(): ObjectLedger {
  let store = factStore();
  const broken = new Map<FactKind, ReadonlyMap<string, string>>();
  const brokenOf = (kind: FactKind) => broken.get(kind) ?? new Map<string, string>();
  return {
    get store() {
      return store;
    },
    get problems() {
      return [...broken].flatMap(([kind, reasons]) =>
        [...reasons].map(([key, reason]) => brokenProblem(kind, key, reason)),
      );
    },
    replace: (kind, objects) => {
      const facts = objects.flatMap(({ key, outcome }) =>
        "fact" in outcome ? outcome.fact : (store.find(kind, key) ?? []),
      );
      broken.set(
        kind,
        new Map(objects.flatMap(({ key, outcome }) => ("reason" in outcome ? [[key, outcome.reason]] : []))),
      );
      store = store.withAll(kind, facts);
    },
    upsert: (kind, { key, outcome }) => {
      if ("fact" in outcome) {
        broken.set(kind, withoutKey(brokenOf(kind), key));
        store = store.with(outcome.fact);
      } else {
        broken.set(kind, new Map(brokenOf(kind)).set(key, outcome.reason));
      }
    },
    remove: (kind, key) => {
      broken.set(kind, withoutKey(brokenOf(kind), key));
      store = store.without(kind, key);
    },
  };
}

function withoutKey(reasons: ReadonlyMap<string, string>, key: string): ReadonlyMap<string, string> {
  return reasons.has(key) ? new Map([...reasons].filter(([other]) => other !== key)) : reasons;
}

function brokenProblem(kind: FactKind, key: string, reason: string): FactProblem {
  return { kind, message: `${kind} ${key === "" ? "without a name" : key} cannot be understood: ${reason}` };
}

function keyOf({ namespaced }: KindDefinition, object: RawObject): string {
  const metadata = asObject(object["metadata"]);
  const name = textOf(metadata?.["name"]);
  return name === "" ? "" : factKey(namespaced ? textOf(metadata?.["namespace"]) : "", name);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
