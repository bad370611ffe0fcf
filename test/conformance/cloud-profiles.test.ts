import { describe, expect, it } from "vitest";
import { pathText } from "../../src/domain/field/path.ts";
import { type CloudProfileReview, validateCloudProfile } from "../../src/domain/profiles/validate-cloud-profile.ts";
import { ruleOf } from "../../src/domain/rules/catalogue.ts";
import type { Finding } from "../../src/domain/rules/finding.ts";
import { ENFORCE_ALL, judge } from "../../src/domain/rules/judge.ts";
import { cloudProfileView } from "../../src/wire/cloud-profile.ts";
import { parsedValue } from "../support/parsed.ts";
import { type RecordedReview, recordedVerdicts } from "../support/recorded-verdicts.ts";

/** Dates of the recorded cases lie far before or after this moment. */
const NOW = Date.parse("2026-11-01T00:00:00Z");

const RECORDED = recordedVerdicts<RecordedReview>("validate-cloud-profile.jsonl");

function denialsOf({ review }: RecordedReview): readonly Finding[] {
  const { object, oldObject } = review.request;
  const old = oldObject ? parsedValue(cloudProfileView(oldObject)).spec : undefined;
  const context: Omit<CloudProfileReview, "spec" | "old"> = {
    featureGates: { CloudProfileCapabilities: true, VersionClassificationLifecycle: false },
    now: NOW,
  };
  const findings = validateCloudProfile({ ...context, spec: parsedValue(cloudProfileView(object)).spec, old });
  const baseline = old === undefined ? [] : validateCloudProfile({ ...context, spec: old, old: undefined });
  const verdict = judge(findings, ENFORCE_ALL, baseline);
  return verdict.kind === "deny" ? verdict.findings : [];
}

/** Type and path of an error. Indexes in `architectures` are arbitrary in Gardener, which walks a set there. */
function pair(type: string, path: string): string {
  return `${type} ${path.replace(/architectures\[\d+\]$/, "architectures[*]")}`;
}

function pairOf({ error }: Finding): string {
  return pair(error.type, pathText(error.path));
}

function isStricter({ rule, mark }: Finding): boolean {
  return (mark ?? ruleOf(rule).mark) === "W";
}

describe("CloudProfile verdicts agree with Gardener", () => {
  it("has verdicts to agree with", () => {
    expect(RECORDED).toHaveLength(229);
  });

  it.each(RECORDED)("$id $tags", (recorded) => {
    const denials = denialsOf(recorded);
    const gardener = new Set(recorded.expect.errors.map(([type, path]) => pair(type, path)));
    expect(new Set(denials.filter((found) => !isStricter(found)).map(pairOf))).toEqual(gardener);
    expect(denials.some((found) => !isStricter(found))).toBe(!recorded.expect.accepted);
  });

  it("is stricter only where these W rules say so", async () => {
    const lines = RECORDED.filter(({ expect: { accepted } }) => accepted).flatMap((recorded) =>
      denialsOf(recorded).map((found) => `${recorded.id}: ${found.rule} ${pathText(found.error.path)}`),
    );
    const text = ["# Refused by gardengate, accepted by Gardener", ...lines, ""].join("\n");
    await expect(text).toMatchFileSnapshot("deviations/cloud-profiles.txt");
  });
});
