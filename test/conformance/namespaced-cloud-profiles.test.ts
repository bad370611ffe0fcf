import { describe, expect, it } from "vitest";
import { pathText } from "../../src/domain/field/path.ts";
import { validateNamespacedCloudProfile } from "../../src/domain/namespaced-profiles/validate-namespaced-cloud-profile.ts";
import { type RuleId, ruleOf } from "../../src/domain/rules/catalogue.ts";
import type { Finding } from "../../src/domain/rules/finding.ts";
import { ENFORCE_ALL, judge } from "../../src/domain/rules/judge.ts";
import { cloudProfileView } from "../../src/wire/cloud-profile.ts";
import { namespacedCloudProfileView } from "../../src/wire/namespaced-cloud-profile.ts";
import { parsedValue } from "../support/parsed.ts";
import { type RecordedReview, recordedVerdicts } from "../support/recorded-verdicts.ts";

/** Dates of the recorded cases lie far before or after this moment. */
const NOW = Date.parse("2026-11-01T00:00:00Z");

/** Gardener judges in stages and reports the first that fails. */
type RecordedStages = RecordedReview & { readonly expect: { readonly stage: string } };

const RECORDED = recordedVerdicts<RecordedStages>("validate-namespaced-cloud-profile.jsonl");

function denialsOf({ facts, review }: RecordedReview): readonly Finding[] {
  const { object, oldObject, namespace = "" } = review.request;
  const { spec } = parsedValue(namespacedCloudProfileView(object));
  const old = oldObject ? parsedValue(namespacedCloudProfileView(oldObject)) : undefined;
  const parents = facts.map((fact) => parsedValue(cloudProfileView(fact)));
  const context = {
    parent: parents.find(({ name }) => name === spec.parent.name)?.spec,
    namespace,
    featureGates: { VersionClassificationLifecycle: false },
    now: NOW,
  };
  const rendered = old?.status.cloudProfileSpec;
  const findings = validateNamespacedCloudProfile({ ...context, spec, old: old?.spec, rendered });
  const baseline = old
    ? validateNamespacedCloudProfile({ ...context, spec: old.spec, old: undefined, rendered: undefined })
    : [];
  const verdict = judge(findings, ENFORCE_ALL, baseline);
  return verdict.kind === "deny" ? verdict.findings : [];
}

/** Type and path of an error. Indexes in `architectures` are arbitrary in Gardener, which walks a set there. */
function pair(type: string, path: string): string {
  return `${type} ${path.replace(/architectures\[\d+\]$/, "architectures[*]")}`;
}

function isStricter({ rule, mark }: Finding): boolean {
  return (mark ?? ruleOf(rule).mark) === "W";
}

const STATIC_RULES: readonly RuleId[] = ["CAP-NCP-01", "CAP-NCP-02", "CAP-NCP-03", "CAP-NCP-16", "CAP-NCP-26"];

function stageOf({ rule, error }: Finding): string {
  if (error.path[0] === "status") {
    return "merged";
  }
  return STATIC_RULES.includes(rule) ? "static" : "admission";
}

describe("NamespacedCloudProfile verdicts agree with Gardener", () => {
  it("has verdicts to agree with", () => {
    expect(RECORDED).toHaveLength(171);
  });

  // Gardener reports the first stage that fails, gardengate all of them.
  it.each(RECORDED)("$id $tags", (recorded) => {
    const denials = denialsOf(recorded);
    const ours = new Set(denials.map(({ error }) => pair(error.type, pathText(error.path))));
    const gardeners = recorded.expect.errors.map(([type, path]) => pair(type, path));
    expect(gardeners.filter((error) => !ours.has(error))).toEqual([]);
    expect(denials.some((found) => !isStricter(found))).toBe(!recorded.expect.accepted);
  });

  const failed = RECORDED.filter(({ expect: { accepted } }) => !accepted);

  it.each(failed)("$id: of the stage $expect.stage, nothing more than Gardener", (recorded) => {
    const { stage, errors } = recorded.expect;
    const ofStage = denialsOf(recorded).filter((found) => !isStricter(found) && stageOf(found) === stage);
    const ours = ofStage.map(({ error }) => pair(error.type, pathText(error.path)));
    expect(new Set(ours)).toEqual(new Set(errors.map(([type, path]) => pair(type, path))));
  });

  it("is stricter only where these W rules say so", async () => {
    const lines = RECORDED.filter(({ expect: { accepted } }) => accepted).flatMap((recorded) =>
      denialsOf(recorded).map((found) => `${recorded.id}: ${found.rule} ${pathText(found.error.path)}`),
    );
    const text = ["# Refused by gardengate, accepted by Gardener", ...lines, ""].join("\n");
    await expect(text).toMatchFileSnapshot("deviations/namespaced-cloud-profiles.txt");
  });
});
