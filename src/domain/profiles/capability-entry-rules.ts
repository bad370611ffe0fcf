import type { Capabilities } from "../capabilities/types.ts";
import type { Vocabulary } from "../capabilities/vocabulary.ts";
import { duplicate, notSupported, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import type { RuleId } from "../rules/catalogue.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { repeatedIndexes } from "./repeats.ts";
import { sortedEntries } from "./written-capabilities.ts";

/** Capabilities written on a machine type or a flavor, and whose they are. */
export interface WrittenCapabilities {
  readonly vocabulary: Vocabulary;
  readonly capabilities: Capabilities;
  /** Where the map stands; its names are the next segment. */
  readonly path: FieldPath;
  /** The owner in messages, such as `machine type "m5"`. */
  readonly owner: string;
  /** The owner's names for logical keys. */
  readonly names: readonly string[];
}

/** Names and values that the profile does not define (CAP-CP-24 and 25, 50 and 51). FieldError: NotSupported. */
export function* undefinedCapabilities(
  { vocabulary, capabilities, path, owner, names }: WrittenCapabilities,
  rules: { readonly name: RuleId; readonly value: RuleId },
): Iterable<Finding> {
  const definedNames = vocabulary.definitions.map(({ name }) => name);
  for (const [name, values] of sortedEntries(capabilities)) {
    const defined = vocabulary.valuesOf(name);
    if (defined === undefined) {
      const hint = `define the capability in spec.machineCapabilities, or remove it from ${owner}`;
      yield finding(rules.name, notSupported(path, name, definedNames, hint), ...names, name);
      continue;
    }
    for (const [index, value] of values.entries()) {
      if (!defined.includes(value)) {
        const hint = `add the value to capability ${JSON.stringify(name)} in spec.machineCapabilities, or remove it from ${owner}`;
        yield finding(rules.value, notSupported(at(path, name, index), value, defined, hint), ...names, name, value);
      }
    }
  }
}

/** Capabilities that are present without values (CAP-CP-31, 55). FieldError: Required. */
export function* emptyCapabilities(written: WrittenCapabilities, rule: RuleId): Iterable<Finding> {
  for (const [name, values] of sortedEntries(written.capabilities)) {
    if (values.length === 0) {
      const detail = `an empty list can never match; omit the key from ${written.owner} to allow all values`;
      yield finding(rule, required(at(written.path, name), detail), ...written.names, name);
    }
  }
}

/** Values that are written twice (CAP-CP-32, 56). FieldError: Duplicate. */
export function* repeatedValues(written: WrittenCapabilities, rule: RuleId): Iterable<Finding> {
  for (const [name, values] of sortedEntries(written.capabilities)) {
    for (const index of repeatedIndexes(values)) {
      const value = values[index] ?? "";
      const error = duplicate(at(written.path, name, index), value, `list each value of ${written.owner} once`);
      yield finding(rule, error, ...written.names, name, value);
    }
  }
}
