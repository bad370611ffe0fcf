import { describe, expect, it } from "vitest";
import { pathText } from "../../src/domain/field/path.ts";
import { NO_POLICIES } from "../../src/domain/policies/types.ts";
import { type Finding, markOf } from "../../src/domain/rules/finding.ts";
import { factStore } from "../../src/facts/snapshot.ts";
import { operatingSystemConfigValidation } from "../../src/webhooks/validate-operating-system-config.ts";
import { AdmissionReview } from "../../src/wire/admission-review.ts";
import { parsedValue } from "../support/parsed.ts";
import { type RecordedReview, recordedVerdicts } from "../support/recorded-verdicts.ts";
import { TEST_SETTINGS } from "../support/test-app.ts";

const NOW = Date.parse("2026-11-01T00:00:00Z");

const RECORDED = recordedVerdicts<RecordedReview>("validate-operating-system-config.jsonl");

/** What the webhook refuses, where nothing is known of the shoot and there are no policies. */
function denialsOf({ review }: RecordedReview): readonly Finding[] {
  const { request } = AdmissionReview.parse(review);
  const opened = operatingSystemConfigValidation.open({ ...request, object: request.object ?? {} });
  const verdict = parsedValue(opened).decide({
    facts: factStore(),
    policies: NO_POLICIES,
    settings: TEST_SETTINGS,
    now: NOW,
  });
  return verdict.kind === "deny" ? verdict.findings : [];
}

function pairOf({ error }: Finding): string {
  return `${error.type} ${pathText(error.path)}`;
}

function isStricter(found: Finding): boolean {
  return markOf(found) === "W";
}

describe("OperatingSystemConfig verdicts agree with Gardener", () => {
  it("has verdicts to agree with", () => {
    expect(RECORDED).toHaveLength(213);
  });

  it.each(RECORDED)("$id $tags", (recorded) => {
    const gardener = new Set(recorded.expect.errors.map((pair) => pair.join(" ")));
    const denials = denialsOf(recorded).filter((found) => !isStricter(found));
    expect(new Set(denials.map(pairOf))).toEqual(gardener);
    expect(denials.length > 0).toBe(!recorded.expect.accepted);
  });

  it("is stricter only where these W rules say so", async () => {
    const lines = RECORDED.filter(({ expect: { accepted } }) => accepted).flatMap((recorded) =>
      denialsOf(recorded).map((found) => `${recorded.id}: ${found.rule} ${pathText(found.error.path)}`),
    );
    const text = ["# Refused by gardengate, accepted by Gardener", ...lines, ""].join("\n");
    await expect(text).toMatchFileSnapshot("deviations/operating-system-configs.txt");
  });
});
