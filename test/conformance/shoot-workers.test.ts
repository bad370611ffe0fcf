import { describe, expect, it } from "vitest";
import { pathText } from "../../src/domain/field/path.ts";
import { NO_POLICIES } from "../../src/domain/policies/types.ts";
import { compileProfile } from "../../src/domain/profiles/compile.ts";
import { ruleOf } from "../../src/domain/rules/catalogue.ts";
import { ENFORCE_ALL, judge } from "../../src/domain/rules/judge.ts";
import { validateShoot } from "../../src/domain/shoots/shoot-rules.ts";
import type { Verdict } from "../../src/domain/verdict.ts";
import { cloudProfileView } from "../../src/wire/cloud-profile.ts";
import { shootView } from "../../src/wire/shoot.ts";
import { parsedValue } from "../support/parsed.ts";
import { type RecordedReview, recordedVerdicts } from "../support/recorded-verdicts.ts";

/** Dates of the recorded cases lie far before or after this moment. */
const NOW = Date.parse("2026-11-01T00:00:00Z");

const RECORDED = recordedVerdicts<RecordedReview>("validate-shoot-workers.jsonl");

function verdictOn({ facts, review }: RecordedReview): Verdict {
  const profiles = new Map(
    facts.map((fact) => {
      const { name, spec } = parsedValue(cloudProfileView(fact));
      return [name, { name, profile: compileProfile(spec) }];
    }),
  );
  const { object, oldObject, namespace } = review.request;
  const findings = validateShoot({
    spec: parsedValue(shootView(object)).spec,
    old: oldObject ? parsedValue(shootView(oldObject)).spec : undefined,
    namespace: namespace ?? "",
    known: { cloudProfile: (name) => profiles.get(name), namespacedCloudProfile: () => undefined },
    allowsInPlaceUpdates: true,
    policies: NO_POLICIES,
    now: NOW,
  });
  return judge(findings, ENFORCE_ALL);
}

function denials(verdict: Verdict) {
  return verdict.kind === "deny" ? verdict.findings : [];
}

describe("shoot verdicts agree with Gardener", () => {
  it("has verdicts to agree with", () => {
    expect(RECORDED.length).toBeGreaterThan(150);
  });

  it.each(RECORDED)("$id $tags", async (recorded) => {
    const verdict = verdictOn(recorded);
    const found = denials(verdict).map(({ error }) => [error.type, pathText(error.path)]);
    expect(found).toEqual(expect.arrayContaining(recorded.expect.errors.map((pair) => [...pair])));
    if (recorded.expect.accepted) {
      const stricter = denials(verdict).filter(({ rule, mark }) => (mark ?? ruleOf(rule).mark) !== "W");
      expect(stricter).toEqual([]);
    } else {
      expect(verdict.kind).toBe("deny");
    }
  });

  it("is stricter only where these W rules say so", async () => {
    const differences = RECORDED.filter(({ expect: { accepted } }) => accepted).flatMap((recorded) =>
      denials(verdictOn(recorded)).map(
        ({ rule, error }) => `${recorded.id}: ${rule} ${pathText(error.path)} (Gardener accepts)`,
      ),
    );
    const tolerant = RECORDED.filter(({ expect: { gardenerAccepted } }) => gardenerAccepted === false)
      .filter((recorded) => verdictOn(recorded).kind === "allow")
      .map(
        (recorded) =>
          `${recorded.id}: ${verdictOn(recorded)
            .warned.map(({ rule }) => rule)
            .join(", ")} as warning (Gardener refuses)`,
      );
    await expect(`${[...differences, ...tolerant].join("\n")}\n`).toMatchFileSnapshot("deviations/shoot-workers.txt");
  });
});
