import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FlavorSelection, selectEffectiveFlavor, selectFlavor } from "../../src/domain/capabilities/select.ts";
import { areCompatible, effectiveCapabilities } from "../../src/domain/capabilities/set.ts";
import type { Capabilities, CapabilityDefinition } from "../../src/domain/capabilities/types.ts";
import { vocabularyOf } from "../../src/domain/capabilities/vocabulary.ts";

/*
 * The oracles: matching and selection in plain lists of values, step by step as Gardener's Go code does it.
 * Source: gardener extensions/pkg/controller/worker/cloudprofile.go, filterCompatibleImageFlavors, selectBestImageFlavor.
 */

/** The values of each capability after defaulting, in the order of the definitions. */
type Values = readonly (readonly string[])[];

type Definitions = readonly CapabilityDefinition[];

function defaulted(definitions: Definitions, written: Capabilities): Values {
  return definitions.map(({ name, values }) => {
    const given = written.get(name);
    return given === undefined ? values : given.filter((value) => values.includes(value));
  });
}

function shareEverywhere(a: Values, b: Values): boolean {
  return a.every((values, index) => values.some((value) => (b[index] ?? []).includes(value)));
}

function narrowed(definitions: Definitions, flavors: readonly Values[], machine: Values): readonly number[] {
  let remaining = [...flavors.keys()].filter((index) => shareEverywhere(flavors[index] ?? [], machine));
  for (const [axis, { values }] of definitions.entries()) {
    for (const value of values) {
      const having = remaining.filter((index) => flavors[index]?.[axis]?.includes(value));
      remaining = having.length > 0 ? having : remaining;
    }
  }
  return remaining;
}

/** The flavors that are best alike. */
function winners(selection: FlavorSelection): readonly number[] {
  switch (selection.kind) {
    case "incompatible":
      return [];
    case "found":
      return [selection.index];
    case "ambiguous":
      return selection.indexes;
  }
}

const NAMES = ["architecture", "tpm", "constructor", "__proto__", "toString"];
const VALUES = ["a", "b", "c", "d", "valueOf"];

const definitionsOf = fc
  .uniqueArray(fc.constantFrom(...NAMES), { maxLength: 4 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .array(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 5 })
          .map((values): CapabilityDefinition => ({ name, values })),
      ),
    ),
  );

const written: fc.Arbitrary<Capabilities> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), fc.array(fc.constantFrom(...VALUES), { maxLength: 6 })), {
    maxLength: 4,
    selector: ([name]) => name,
  })
  .map((entries) => new Map(entries));

const question = fc.record({
  definitions: definitionsOf,
  machine: written,
  flavors: fc.array(written, { maxLength: 7 }),
});

interface Question {
  readonly definitions: Definitions;
  readonly machine: Capabilities;
  readonly flavors: readonly Capabilities[];
}

function selected({ definitions, machine, flavors }: Question): FlavorSelection {
  const vocabulary = vocabularyOf(definitions);
  const entries = flavors.map((capabilities) => ({ capabilities }));
  return selectFlavor(vocabulary, entries, effectiveCapabilities(vocabulary, machine));
}

describe("the selection of a flavor", () => {
  it("is what narrowing value by value leaves", () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { definitions, machine, flavors } = asked;
        const values = flavors.map((flavor) => defaulted(definitions, flavor));
        expect(winners(selected(asked))).toEqual(narrowed(definitions, values, defaulted(definitions, machine)));
      }),
      { numRuns: 2_000 },
    );
  });

  it("does not depend on the order of the flavors", () => {
    fc.assert(
      fc.property(question, fc.infiniteStream(fc.nat()), (asked, ranks) => {
        const order = [...asked.flavors.keys()]
          .map((index) => ({ index, rank: ranks.next().value ?? 0 }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ index }) => index);
        const shuffled = order.flatMap((index) => asked.flavors[index] ?? []);
        const back = winners(selected({ ...asked, flavors: shuffled })).map((index) => order[index]);
        expect(back.sort()).toEqual([...winners(selected(asked))].sort());
      }),
    );
  });

  it("is a flavor that fits, and none only where none fits", () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { definitions, machine, flavors } = asked;
        const fits = flavors.map((each) =>
          shareEverywhere(defaulted(definitions, each), defaulted(definitions, machine)),
        );
        const best = winners(selected(asked));
        expect(best.every((index) => fits[index])).toBe(true);
        expect(best.length > 0).toBe(fits.includes(true));
      }),
    );
  });
});

/*
 * Every vocabulary of up to two capabilities of up to three values. What values are called does not matter, only which
 * ones are equal; so a definition is one of these eight, repeated values included. What is written on a machine type or
 * flavor is nothing or any subset of the values; order and repetition are the subject of the laws above.
 */
const SHAPES = ["a", "aa", "ab", "aaa", "aab", "aba", "abb", "abc"].map((shape) => shape.split(""));

function vocabularies(): readonly Definitions[] {
  const definition = (name: string) => SHAPES.map((values): CapabilityDefinition => ({ name, values }));
  const [first, second] = [definition("first"), definition("second")];
  return [[], ...first.map((each) => [each]), ...first.flatMap((a) => second.map((b) => [a, b]))];
}

/** Everything that can be written of one vocabulary. */
function allWritten(definitions: Definitions): readonly Capabilities[] {
  return definitions.reduce<readonly Capabilities[]>(
    (known, { name, values }) =>
      known.flatMap((map) => [map, ...subsets([...new Set(values)]).map((subset) => new Map(map).set(name, subset))]),
    [new Map()],
  );
}

function subsets(values: readonly string[]): readonly (readonly string[])[] {
  return values.reduce<readonly (readonly string[])[]>(
    (known, value) => known.flatMap((subset) => [subset, [...subset, value]]),
    [[]],
  );
}

/** Compares matching and selection with the oracles for every machine type and every pair of flavors; counts them. */
function compareAll(definitions: Definitions): number {
  const vocabulary = vocabularyOf(definitions);
  const all = allWritten(definitions).map((each) => ({
    set: effectiveCapabilities(vocabulary, each),
    values: defaulted(definitions, each),
  }));
  let compared = 0;
  for (const machine of all) {
    for (const a of all) {
      expect(areCompatible(a.set, machine.set)).toBe(shareEverywhere(a.values, machine.values));
      for (const b of all) {
        const best = winners(selectEffectiveFlavor([a.set, b.set], machine.set));
        const oracle = narrowed(definitions, [a.values, b.values], machine.values);
        if (best.length !== oracle.length || best[0] !== oracle[0]) {
          expect({ machine, a, b, best }).toEqual({ machine, a, b, best: oracle });
        }
        compared += 1;
      }
    }
  }
  return compared;
}

describe("matching and selection in all small vocabularies", () => {
  const all = vocabularies();

  it("agree with the oracles for every machine type and every pair of flavors", { timeout: 60_000 }, () => {
    expect(all).toHaveLength(73);
    expect(all.reduce((count, definitions) => count + compareAll(definitions), 0)).toBe(1_717_411);
  });
});
