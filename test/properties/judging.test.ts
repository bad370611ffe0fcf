import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forbidden } from "../../src/domain/field/error.ts";
import { isRuleId, RULES, ruleOf } from "../../src/domain/rules/catalogue.ts";
import { compareFindings, type Finding, finding } from "../../src/domain/rules/finding.ts";
import { judge, type RuleMode, type RuleSettings } from "../../src/domain/rules/judge.ts";

const IDS = Object.keys(RULES).filter(isRuleId);

const findings: fc.Arbitrary<readonly Finding[]> = fc.array(
  fc
    .record({
      rule: fc.constantFrom(...IDS),
      path: fc.array(fc.oneof(fc.nat({ max: 12 }), fc.constantFrom("a", "b", "")), { maxLength: 3 }),
      name: fc.constantFrom("m5", "m6"),
      mark: fc.constantFrom(undefined, "W" as const, "Ww" as const),
    })
    .map(({ rule, path, name, mark }) => {
      const found = finding(rule, forbidden(path, `about ${name}`), name);
      return mark === undefined ? found : { ...found, mark };
    }),
  { maxLength: 12 },
);

const settings: fc.Arbitrary<RuleSettings> = fc.record({
  strict: fc.constantFrom("deny", "warn"),
  inUse: fc.constantFrom("deny", "warn", "off"),
  overrides: fc
    .array(fc.tuple(fc.constantFrom(...IDS), fc.constantFrom<RuleMode>("enforce", "warn", "off")))
    .map((entries) => new Map(entries)),
});

function denials(given: readonly Finding[], rules: RuleSettings, baseline: readonly Finding[]): readonly Finding[] {
  const verdict = judge(given, rules, baseline);
  return verdict.kind === "deny" ? verdict.findings : [];
}

function markOf({ mark, rule }: Finding): string {
  return mark ?? ruleOf(rule).mark;
}

describe("laws of judging", () => {
  it("what was stored already denies only by rules of others", () => {
    fc.assert(
      fc.property(findings, settings, (given, rules) => {
        expect(denials(given, rules, given).map(markOf)).not.toContain("W");
      }),
    );
  });

  it("a larger baseline never denies more, and nothing is lost to it", () => {
    fc.assert(
      fc.property(findings, settings, findings, findings, (given, rules, baseline, more) => {
        const [few, many] = [judge(given, rules, baseline), judge(given, rules, [...baseline, ...more])];
        const before = new Set(denials(given, rules, baseline));
        expect(denials(given, rules, [...baseline, ...more]).filter((found) => !before.has(found))).toEqual([]);
        const count = (verdict: typeof few) =>
          verdict.warned.length + (verdict.kind === "deny" ? verdict.findings.length : 0);
        expect(count(many)).toBe(count(few));
      }),
    );
  });

  it("rules of Gardener deny whatever is configured", () => {
    fc.assert(
      fc.property(findings, settings, (given, rules) => {
        const enforced = given.filter((found) => ["G", "P"].includes(markOf(found)));
        expect(denials(given, rules, given)).toEqual(expect.arrayContaining(enforced));
      }),
    );
  });

  it("the order in which findings were made plays no part", () => {
    fc.assert(
      fc.property(findings, settings, (given, rules) => {
        expect(JSON.stringify(judge([...given].reverse(), rules))).toBe(JSON.stringify(judge([...given], rules)));
      }),
    );
  });

  it("denials and warnings come in order", () => {
    fc.assert(
      fc.property(findings, settings, (given, rules) => {
        const verdict = judge(given, rules);
        expect([...verdict.warned].sort(compareFindings)).toEqual(verdict.warned);
        expect(verdict.warnings).toHaveLength(verdict.warned.length);
        const denied = denials(given, rules, []);
        expect([...denied].sort(compareFindings)).toEqual(denied);
      }),
    );
  });
});
