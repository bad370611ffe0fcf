import { tellPreview } from "../cli/preview.ts";
import type { PreviewOptions } from "../cli/preview-options.ts";
import type { Asked, AskedOsc } from "../cli/preview-report.ts";
import { type PreviewRequest, previewRequests } from "../cli/preview-requests.ts";
import { type ReadDocument, readReviewDocuments } from "../cli/review-documents.ts";
import { chapterSettings } from "../compose.ts";
import type { Settings } from "../config/settings.ts";
import { patched } from "../domain/patches/apply.ts";
import { NO_POLICIES, type PolicySet } from "../domain/policies/types.ts";
import { ALLOWED } from "../domain/verdict.ts";
import type { FactSnapshot } from "../facts/contract.ts";
import { noFacts } from "../facts/none.ts";
import { type DecisionContext, evaluate } from "../http/evaluate.ts";
import { readPolicies } from "../policies/directory.ts";
import { fixedPolicies } from "../policies/fixed.ts";
import type { Webhook } from "../webhooks/contract.ts";
import { WEBHOOKS } from "../webhooks/registry.ts";
import type { RawObject } from "../wire/admission-review.ts";
import { knownFacts } from "./known-facts.ts";
import type { Edge, Outcome } from "./outcome.ts";

/** More than enough: all facts are at hand. */
const DEADLINE_MS = 10_000;

/** Kinds of objects that there are previews of. */
const KINDS: readonly string[] = ["OperatingSystemConfig", "Shoot"];

/** Tells what policies do to objects, and what nodes do then, by the webhooks that are built and a configuration. */
export async function runPreview(settings: Settings, options: PreviewOptions, edge: Edge): Promise<Outcome> {
  const policies = await policiesFor(settings, options);
  const facts = await factsFor(settings, options, edge);
  const context: DecisionContext = {
    facts: { ...noFacts(), snapshot: () => facts, readThrough: async () => facts },
    policies: fixedPolicies(policies),
    settings: chapterSettings(settings),
    now: edge.now,
  };
  const documents: ReadDocument[] = [];
  for (const file of options.files) {
    documents.push(...(await documentsOf(file, edge)));
  }
  const stored = options.oldFile === undefined ? undefined : await storedObjects(options.oldFile, edge);
  const subjects = [];
  for (const request of previewRequests(documents, stored)) {
    subjects.push("problem" in request || request.kind === "Shoot" ? request : await askWebhooks(request, context));
  }
  return tellPreview({
    subjects,
    options,
    context: {
      policies,
      cluster: (name) => facts.cluster(name),
      limits: context.settings.operatingSystemConfigs.limits,
      hostName: options.hostName,
      withUserData: options.userData,
    },
  });
}

/** The policies of the directory that is named; without any, those of the configuration. Rejects where any is broken. */
async function policiesFor({ policies }: Settings, options: PreviewOptions): Promise<PolicySet> {
  const directory = options.policies ?? (options.config === undefined ? undefined : policies.directory);
  if (directory === undefined) {
    return NO_POLICIES;
  }
  const load = await readPolicies({ directory, isRequired: options.policies !== undefined });
  if (!load.ok) {
    throw new Error(load.errors.join("\n"));
  }
  return load.set;
}

/** The facts of the directory that is named; without any, those of the configuration. */
function factsFor(settings: Settings, options: PreviewOptions, edge: Edge): Promise<FactSnapshot> | FactSnapshot {
  const { facts: directory } = options;
  if (directory === undefined && options.config === undefined) {
    return noFacts().snapshot();
  }
  const facts =
    directory === undefined ? settings.facts : { ...settings.facts, source: "directory" as const, directory };
  return knownFacts({ ...settings, facts }, ["Cluster"], edge);
}

async function documentsOf(file: string, { readText }: Edge): Promise<readonly ReadDocument[]> {
  const source = file === "-" ? "standard input" : file;
  const targets = WEBHOOKS.map(({ registration }) => registration.target).filter(({ kind }) => KINDS.includes(kind));
  try {
    return readReviewDocuments(source, await readText(file), targets);
  } catch (error) {
    return [{ source, problem: error instanceof Error ? error.message : String(error) }];
  }
}

/** The objects of the file with the former state. Rejects where one cannot be read, since nothing can be compared then. */
async function storedObjects(file: string, edge: Edge): Promise<readonly RawObject[]> {
  const requests = previewRequests(await documentsOf(file, edge), undefined);
  return requests.map((request) => {
    if ("problem" in request) {
      throw new Error(`${request.source}: ${request.problem}`);
    }
    return request.request.object;
  });
}

/** Asks as the API server does: the mutating webhook first, and the validating one about what that has made. */
async function askWebhooks(asked: PreviewRequest, context: DecisionContext): Promise<AskedOsc> {
  const { request } = asked;
  const mutation = await ask(webhookOf("mutating", asked.kind), request, context);
  const isPatched = mutation.kind === "verdict" && mutation.verdict.kind === "patch";
  const mutated = isPatched ? patched(request.object, mutation.verdict.operations) : request.object;
  const validation = await ask(webhookOf("validating", asked.kind), { ...request, object: mutated }, context);
  return { asked, mutation, validation, mutated };
}

function webhookOf(type: Webhook["registration"]["type"], kind: string): Webhook | undefined {
  return WEBHOOKS.find(({ registration }) => registration.type === type && registration.target.kind === kind);
}

async function ask(
  webhook: Webhook | undefined,
  request: PreviewRequest["request"],
  context: DecisionContext,
): Promise<Asked> {
  if (webhook === undefined) {
    return { kind: "verdict", verdict: ALLOWED };
  }
  const outcome = await evaluate(webhook, request, context, () => performance.now() + DEADLINE_MS);
  return outcome.kind === "fault" ? { kind: "fault", message: outcome.fault.message } : outcome;
}
