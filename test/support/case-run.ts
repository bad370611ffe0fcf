import type { FieldError } from "../../src/domain/field/error.ts";
import { pathText } from "../../src/domain/field/path.ts";
import type { PolicySet } from "../../src/domain/policies/types.ts";
import { isRuleId, type RuleId } from "../../src/domain/rules/catalogue.ts";
import { compareFindings, finding, findingBody } from "../../src/domain/rules/finding.ts";
import type { RuleMode } from "../../src/domain/rules/judge.ts";
import { ALLOWED, type MutatingVerdict } from "../../src/domain/verdict.ts";
import { type FactRequest, type FactSnapshot, missingFacts } from "../../src/facts/contract.ts";
import { definitionOf } from "../../src/facts/kinds.ts";
import { factStore } from "../../src/facts/snapshot.ts";
import { loadPolicies } from "../../src/policies/load.ts";
import type { ChapterSettings, OpenReview, Webhook } from "../../src/webhooks/contract.ts";
import { WEBHOOKS } from "../../src/webhooks/registry.ts";
import { scopeOf } from "../../src/webhooks/scope.ts";
import { AdmissionReview, metadataMember, type RawObject } from "../../src/wire/admission-review.ts";
import type { CaseFile, CaseSettings, Outcome } from "./case-file.ts";
import { deepFreeze } from "./case-freeze.ts";
import { parsedValue } from "./parsed.ts";
import { DEFAULT_OSC_SETTINGS } from "./test-app.ts";

/** The moment at which cases are decided unless they say otherwise. */
const CASE_NOW = "2026-11-01T00:00:00Z";

/** What a case is decided on. */
export type CaseInput = Pick<CaseFile, "webhook" | "facts" | "policies" | "review" | "expectation">;

/** The folder of a webhook's cases: `/validate/shoots` has `validate-shoots`. */
export function caseFolder({ registration }: Webhook): string {
  return registration.path.slice(1).replace("/", "-");
}

/** Takes a case through its webhook as the server does; throws where the case itself is not fit to be decided. */
export function runCase(input: CaseInput): Outcome {
  const { request } = AdmissionReview.parse(input.review);
  const webhook = webhookOf(input.webhook);
  const scope = scopeOf(deepFreeze(request), webhook.registration);
  switch (scope.kind) {
    case "malformed":
      throw new Error(scope.message);
    case "pass":
      return outcomeOf(ALLOWED);
    case "evaluate": {
      const opened = webhook.open(scope.request);
      return outcomeOf(opened.ok ? decide(opened.value, input) : misshapen(opened.errors));
    }
  }
}

function webhookOf(folder: string): Webhook {
  const webhook = WEBHOOKS.find((candidate) => caseFolder(candidate) === folder);
  if (webhook === undefined) {
    throw new Error(`no webhook has cases in ${folder}`);
  }
  return webhook;
}

function misshapen(errors: readonly FieldError[]): MutatingVerdict {
  const findings = errors.map((error) => finding("WIRE-01", error)).sort(compareFindings);
  return { kind: "deny", findings, warned: [], warnings: [] };
}

function decide(review: OpenReview, { facts, policies, expectation }: CaseInput): MutatingVerdict {
  const snapshot = snapshotOf(facts);
  const settings = chapterSettings(expectation.settings);
  assertNeedsAreMet(review.needs(snapshot, settings), snapshot, facts);
  const now = Date.parse(expectation.now ?? CASE_NOW);
  return review.decide({ facts: snapshot, policies: policySetOf(policies), settings, now });
}

/** Facts as a source would hold them, and frozen, as sources promise. */
export function snapshotOf(facts: readonly RawObject[]): FactSnapshot {
  const loaded = facts.map((object) => {
    const definition = definitionOf(object["kind"]);
    if (definition === undefined) {
      throw new Error(`a case cannot have facts of kind ${String(object["kind"])}`);
    }
    return deepFreeze(parsedValue(definition.load(deepFreeze(object))));
  });
  return factStore(loaded);
}

/** Policies as a source would hold them. */
export function policySetOf(documents: readonly RawObject[]): PolicySet {
  const loaded = loadPolicies(
    documents.map((document, index) => ({ name: `policy-${index}`, text: JSON.stringify(document) })),
  );
  if (!loaded.ok) {
    throw new Error(loaded.errors.join("\n"));
  }
  return deepFreeze(loaded.set);
}

/** What a chapter needs is found if it is among the facts of the case; and if it is not, there is nothing to wait for. */
function assertNeedsAreMet(needs: readonly FactRequest[], snapshot: FactSnapshot, facts: readonly RawObject[]): void {
  const given = new Set(facts.map((fact) => JSON.stringify([fact["kind"], ...placeOf(fact)])));
  for (const need of missingFacts(snapshot, needs)) {
    const namespace = need.kind === "NamespacedCloudProfile" ? need.namespace : undefined;
    if (given.has(JSON.stringify([need.kind, namespace ?? null, need.name]))) {
      throw new Error(`${need.kind} ${need.name} is among the facts but was not found`);
    }
  }
}

function placeOf(object: RawObject): readonly unknown[] {
  return [metadataMember(object, "namespace") ?? null, metadataMember(object, "name")];
}

/** Settings as the configuration document would make them. */
export function chapterSettings(settings: CaseSettings = {}): ChapterSettings {
  const { facts, featureGates, rules, operatingSystemConfigs } = settings;
  const overrides = Object.entries(rules?.overrides ?? {}).map(([id, mode]): [RuleId, RuleMode] => {
    if (!isRuleId(id)) {
      throw new Error(`${id} is not the id of a rule`);
    }
    return [id, mode];
  });
  return {
    rules: { strict: rules?.strict ?? "deny", inUse: rules?.inUse ?? "deny", overrides: new Map(overrides) },
    featureGates: {
      CloudProfileCapabilities: true,
      VersionClassificationLifecycle: false,
      InPlaceNodeUpdates: false,
      ...featureGates,
    },
    shoots: facts?.shoots ?? "watch",
    operatingSystemConfigs: { ...DEFAULT_OSC_SETTINGS, ...operatingSystemConfigs },
  };
}

function outcomeOf(verdict: MutatingVerdict): Outcome {
  if (verdict.kind === "postpone") {
    return { allowed: false, code: 503, postponed: verdict.reason, causes: [], warnings: [] };
  }
  const { warnings, annotations } = verdict;
  const noted = annotations === undefined ? {} : { annotations };
  if (verdict.kind === "allow") {
    return { allowed: true, causes: [], warnings, ...noted };
  }
  if (verdict.kind === "patch") {
    return { allowed: true, causes: [], warnings, patch: verdict.operations, ...noted };
  }
  const causes = verdict.findings.map((denial) => ({
    reason: denial.error.type,
    field: pathText(denial.error.path),
    message: findingBody(denial),
  }));
  return { allowed: false, code: 422, causes, warnings, ...noted };
}
