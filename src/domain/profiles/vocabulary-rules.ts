import { ARCHITECTURE, ARCHITECTURES, type CapabilityDefinition } from "../capabilities/types.ts";
import type { Vocabulary } from "../capabilities/vocabulary.ts";
import { duplicate, forbidden, invalid, required } from "../field/error.ts";
import { at, type FieldPath } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { isUnprefixedQualifiedName, NAME_GRAMMAR } from "./qualified-name.ts";
import { repeatedIndexes } from "./repeats.ts";

const RESERVED_PREFIX = "gardener-";

/** The definitions of a profile as written and as prepared, and where they stand. */
export interface WrittenVocabulary {
  readonly definitions: readonly CapabilityDefinition[];
  readonly vocabulary: Vocabulary;
  readonly path: FieldPath;
  /** Feature gate `CloudProfileCapabilities`. */
  readonly isAllowed: boolean;
}

/**
 * Checks the capabilities that a profile defines: CAP-CP-01 to 11. Where a name is repeated, all but its first entry
 * are CAP-CP-02, and the other rules look at its last one (CAP-CP-12). FieldErrors: Forbidden, Duplicate, Required,
 * Invalid.
 *
 * Source: capabilities contract, section 3.1; gardener pkg/api/core/validation/cloudprofile.go
 * validateCapabilityDefinitions.
 */
export function* vocabularyRules(written: WrittenVocabulary): Iterable<Finding> {
  const { definitions, vocabulary, path, isAllowed } = written;
  if (definitions.length === 0) {
    return;
  }
  if (!isAllowed) {
    const detail = "remove the capabilities, or switch on the feature gate CloudProfileCapabilities";
    yield finding("CAP-CP-01", forbidden(path, detail));
  }
  yield* entryRules(definitions, path);
  yield* architectureRules(vocabulary, path);
  for (const definition of vocabulary.definitions) {
    yield* nameRules(definition, path);
    yield* valueRules(definition, path);
  }
  yield* repeatedValueRules(definitions, path);
}

/** CAP-CP-02 and 03. */
function* entryRules(definitions: readonly CapabilityDefinition[], path: FieldPath): Iterable<Finding> {
  const seen = new Set<string>();
  for (const [index, { name }] of definitions.entries()) {
    const namePath = at(path, index, "name");
    if (seen.has(name)) {
      yield finding("CAP-CP-02", duplicate(namePath, name, "define each capability once"), name);
    }
    seen.add(name);
    if (name.startsWith(RESERVED_PREFIX)) {
      const detail = `rename capability ${JSON.stringify(name)}: the prefix "gardener-" is reserved for Gardener itself`;
      yield finding("CAP-CP-03", forbidden(namePath, detail), name);
    }
  }
}

/** CAP-CP-04 and 05. */
function* architectureRules(vocabulary: Vocabulary, path: FieldPath): Iterable<Finding> {
  const architecturePath = at(path, ARCHITECTURE);
  const values = vocabulary.valuesOf(ARCHITECTURE);
  if (values === undefined) {
    const detail = 'the capability "architecture" is mandatory; define it with the values amd64, arm64 or both';
    yield finding("CAP-CP-04", required(architecturePath, detail));
    return;
  }
  for (const value of new Set(values)) {
    if (!ARCHITECTURES.includes(value)) {
      const detail = `allowed architectures are ${ARCHITECTURES.join(", ")}`;
      yield finding("CAP-CP-05", invalid(architecturePath, value, detail), value);
    }
  }
}

/** CAP-CP-06, 07 and 08. */
function* nameRules({ name, values }: CapabilityDefinition, path: FieldPath): Iterable<Finding> {
  if (name === "") {
    yield finding("CAP-CP-06", required(path, "capability keys must not be empty; give the capability a name"));
  } else if (!isUnprefixedQualifiedName(name)) {
    const detail = `the capability key must be an unprefixed qualified name: ${NAME_GRAMMAR}`;
    yield finding("CAP-CP-07", invalid(path, name, detail), name);
  }
  if (values.length === 0) {
    const detail = `give capability ${JSON.stringify(name)} at least one value`;
    yield finding("CAP-CP-08", required(at(path, name), detail), name);
  }
}

/** CAP-CP-09 and 10. */
function* valueRules({ name, values }: CapabilityDefinition, path: FieldPath): Iterable<Finding> {
  for (const [index, value] of values.entries()) {
    const valuePath = at(path, name, index);
    if (value === "") {
      const detail = `values of capability ${JSON.stringify(name)} must not be empty`;
      yield finding("CAP-CP-09", required(valuePath, detail), name);
    } else if (!isUnprefixedQualifiedName(value)) {
      const detail = `the value must be an unprefixed qualified name: ${NAME_GRAMMAR}`;
      yield finding("CAP-CP-10", invalid(valuePath, value, detail), name, value);
    }
  }
}

/** CAP-CP-11, in the entry that counts of each name. */
function* repeatedValueRules(definitions: readonly CapabilityDefinition[], path: FieldPath): Iterable<Finding> {
  const lastIndexes = new Map(definitions.map(({ name }, index) => [name, index]));
  for (const [name, index] of lastIndexes) {
    const values = definitions[index]?.values ?? [];
    for (const repeated of repeatedIndexes(values)) {
      const value = values[repeated] ?? "";
      const detail = `list each value of capability ${JSON.stringify(name)} once`;
      yield finding("CAP-CP-11", duplicate(at(path, index, "values", repeated), value, detail), name, value);
    }
  }
}
