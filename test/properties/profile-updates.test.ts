import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { updateBaseline, updateRules } from "../../src/domain/profiles/update-rules.ts";
import type { ProfileUpdate } from "../../src/domain/profiles/update-rules-review.ts";
import { ENFORCE_ALL, judge } from "../../src/domain/rules/judge.ts";
import type { UsageIndex } from "../../src/domain/usage/usage-index.ts";
import type { Fact } from "../../src/facts/kinds.ts";
import { factStore } from "../../src/facts/snapshot.ts";
import { cloudProfiles } from "../support/case-arbitraries.ts";
import { childFacts, placed, shootFacts } from "../support/usage-arbitraries.ts";

/** Facts about the profile `a`; children have machine types and images of some profile or other. */
const facts: fc.Arbitrary<readonly Fact[]> = fc.tuple(cloudProfiles, cloudProfiles).chain(([one, other]) => {
  const children = childFacts(fc.subarray([...one.machineTypes, ...other.machineTypes])).map((child) => ({
    ...child,
    spec: { ...child.spec, machineImages: other.machineImages },
  }));
  return fc.array(fc.oneof(shootFacts, shootFacts, children).map(placed), { maxLength: 12 });
});

const updates = fc.record({ old: cloudProfiles, spec: cloudProfiles, facts });

function updateOf(old: ProfileUpdate["old"], spec: ProfileUpdate["spec"], usage: UsageIndex): ProfileUpdate {
  const children = usage.childrenOf("a").map((fact) => ({
    fact,
    usage: usage.usageOf({ kind: "NamespacedCloudProfile", namespace: fact.namespace, name: fact.name }),
  }));
  return { spec, old, usage: usage.usageOf({ kind: "CloudProfile", name: "a" }), children };
}

function verdictOf(update: ProfileUpdate): string {
  return JSON.stringify(judge(updateRules(update), ENFORCE_ALL, updateBaseline(update)));
}

describe("updates of a CloudProfile", () => {
  it("are judged alike whatever the order in which facts came", () => {
    const shuffled = updates.chain((update) =>
      fc.tuple(fc.constant(update), fc.shuffledSubarray([...update.facts], { minLength: update.facts.length })),
    );
    fc.assert(
      fc.property(shuffled, ([{ old, spec, facts: all }, other]) => {
        // Of facts about the same object the last one counts, so that only distinct ones may change places.
        const distinct = (given: readonly Fact[]) =>
          given.filter(({ kind, key }) => all.filter((fact) => fact.kind === kind && fact.key === key).length === 1);
        const [one, two] = [all, other].map((given) => updateOf(old, spec, factStore(distinct(given)).usage));
        expect(one && verdictOf(one)).toBe(two && verdictOf(two));
      }),
      { numRuns: 300 },
    );
  });

  it("that change nothing are never refused", () => {
    fc.assert(
      fc.property(updates, ({ spec, facts: all }) => {
        const update = updateOf(spec, spec, factStore(all).usage);
        expect(judge(updateRules(update), ENFORCE_ALL, updateBaseline(update)).kind).toBe("allow");
      }),
      { numRuns: 300 },
    );
  });

  it("are refused for what is in use only where a living shoot uses something", () => {
    fc.assert(
      fc.property(updates, ({ old, spec, facts: all }) => {
        const unused = all.filter(({ kind }) => kind !== "Shoot");
        const findings = updateRules(updateOf(old, spec, factStore(unused).usage));
        expect(findings.filter(({ rule }) => rule === "CAP-CP-86" || rule === "CAP-CP-87")).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
