import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areCompatible, effectiveCapabilities, valuesIn } from "../../src/domain/capabilities/set.ts";
import type { Capabilities, CapabilityDefinition } from "../../src/domain/capabilities/types.ts";
import { vocabularyOf } from "../../src/domain/capabilities/vocabulary.ts";
import { findImageVersion } from "../../src/domain/profiles/compile.ts";
import { clashText } from "../../src/domain/profiles/explain-fit.ts";
import { type Fit, fitOf } from "../../src/domain/profiles/fit.ts";
import { capabilitiesOf, cloudProfiles, definitions } from "../support/case-arbitraries.ts";
import { profile } from "../support/case-pools.ts";
import { imageVersion } from "../support/profiles.ts";

/** A vocabulary with two maps written in it. */
const pairs = definitions.chain((vocabulary) =>
  fc.record({ vocabulary: fc.constant(vocabulary), a: capabilitiesOf(vocabulary), b: capabilitiesOf(vocabulary) }),
);

describe("laws of matching", () => {
  it("defaulting what is defaulted changes nothing", () => {
    fc.assert(
      fc.property(pairs, ({ vocabulary: written, a }) => {
        const vocabulary = vocabularyOf(written);
        const once = effectiveCapabilities(vocabulary, a);
        const spelledOut = new Map(
          vocabulary.definitions.map(({ name }, index) => [name, valuesIn(vocabulary, once, index)]),
        );
        expect(effectiveCapabilities(vocabulary, spelledOut)).toEqual(once);
      }),
    );
  });

  it("compatibility is symmetric", () => {
    fc.assert(
      fc.property(pairs, ({ vocabulary: written, a, b }) => {
        const [first, second] = [a, b].map((map) => effectiveCapabilities(vocabularyOf(written), map));
        expect(areCompatible(first ?? [], second ?? [])).toBe(areCompatible(second ?? [], first ?? []));
      }),
    );
  });

  it("the order in which a map is written plays no part", () => {
    fc.assert(
      fc.property(pairs, ({ vocabulary: written, a }) => {
        const vocabulary = vocabularyOf(written);
        const reversed = new Map([...a].reverse().map(([name, values]) => [name, [...values].reverse()]));
        expect(effectiveCapabilities(vocabulary, reversed)).toEqual(effectiveCapabilities(vocabulary, a));
      }),
    );
  });

  const flavored = cloudProfiles.chain((spec) =>
    fc.record({
      spec: fc.constant(spec),
      flavors: fc.array(capabilitiesOf(spec.machineCapabilities), { minLength: 1, maxLength: 5 }),
      added: capabilitiesOf(spec.machineCapabilities),
    }),
  );

  function judged(spec: Parameters<typeof profile>[0], flavors: readonly Capabilities[]) {
    const machineImages = [
      { name: "os", updateStrategy: "minor", versions: [imageVersion({ capabilityFlavors: flavors })] },
    ];
    const compiled = profile({ ...spec, machineImages });
    const version = findImageVersion(compiled, "os", "1.0.0");
    return [...compiled.machineTypes.values()].flatMap((machineType) =>
      version === undefined
        ? []
        : [{ fit: fitOf(compiled, machineType, version), clash: clashText(compiled, machineType, version) }],
    );
  }

  it("one more flavor never makes a fitting pair clash", () => {
    const rank: Readonly<Record<Fit, number>> = { clashes: 0, clashesNarrowed: 1, fits: 2 };
    fc.assert(
      fc.property(flavored, ({ spec, flavors, added }) => {
        const before = judged(spec, flavors);
        const after = judged(spec, [...flavors, added]);
        expect(after.every(({ fit }, index) => rank[fit] >= rank[before[index]?.fit ?? "clashes"])).toBe(true);
      }),
    );
  });

  it("the order of flavors changes their numbers in a message, and nothing else", () => {
    fc.assert(
      fc.property(flavored, ({ spec, flavors }) => {
        const order = judged(spec, flavors);
        const reverse = judged(spec, [...flavors].reverse());
        expect(reverse.map(({ fit }) => fit)).toEqual(order.map(({ fit }) => fit));
        expect(reverse.map(({ clash }) => kindsOfClashes(clash))).toEqual(
          order.map(({ clash }) => kindsOfClashes(clash)),
        );
      }),
    );
  });

  /** What clashes, without the numbers of the flavors; a message that leaves some kinds out says only how many. */
  function kindsOfClashes(text: string): readonly string[] {
    const kinds = text.split("; ").map((part) => part.replace(/^flavors? [\d, ]+ (has|have) /, ""));
    return kinds.length > 4 ? [kinds.at(-1) ?? ""] : kinds.sort();
  }
});

describe("matching in a small world", () => {
  /** Every list of values that can be written for a capability, and that it is omitted. */
  function writings(values: readonly string[]): readonly (readonly string[] | undefined)[] {
    const subsets = Array.from({ length: 2 ** values.length }, (_, bits) =>
      values.filter((_value, index) => ((bits >> index) & 1) === 1),
    );
    return [undefined, ...subsets];
  }

  /** Every map that can be written in a vocabulary. */
  function maps(vocabulary: readonly CapabilityDefinition[]): readonly Capabilities[] {
    return vocabulary.reduce<readonly Capabilities[]>(
      (known, { name, values }) =>
        known.flatMap((map) =>
          writings(values).map((written) => (written === undefined ? map : new Map([...map, [name, written]]))),
        ),
      [new Map()],
    );
  }

  /** The contract's section 6.1, item 2, in sets of texts. */
  function shareValues(vocabulary: readonly CapabilityDefinition[], a: Capabilities, b: Capabilities): boolean {
    return vocabulary.every(({ name, values }) => {
      const first = new Set(a.has(name) ? a.get(name) : values);
      const second = new Set(b.has(name) ? b.get(name) : values);
      return first.intersection(second).size > 0;
    });
  }

  const values = ["x", "y", "z"];
  const worlds: readonly (readonly CapabilityDefinition[])[] = [
    [],
    ...[1, 2, 3].map((count) => [{ name: "a", values: values.slice(0, count) }]),
    ...[1, 2, 3].flatMap((first) =>
      [1, 2, 3].map((second) => [
        { name: "a", values: values.slice(0, first) },
        { name: "b", values: values.slice(0, second) },
      ]),
    ),
  ];

  it.each(
    worlds.map(
      (vocabulary) => [vocabulary.map((definition) => definition.values.length).join(" and "), vocabulary] as const,
    ),
  )("of capabilities with %s values finds the same as comparing sets", (_, vocabulary) => {
    const prepared = vocabularyOf(vocabulary);
    const all = maps(vocabulary).map((map) => ({ map, set: effectiveCapabilities(prepared, map) }));
    const differences = all.flatMap((a) =>
      all.filter((b) => areCompatible(a.set, b.set) !== shareValues(vocabulary, a.map, b.map)),
    );
    expect(differences).toEqual([]);
  });
});
