import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { runReview } from "../../src/cli/review.ts";
import { readAnswer } from "../../src/cli/review-answer.ts";
import { readReviewDocuments } from "../../src/cli/review-documents.ts";
import { loadConfig } from "../../src/config/load.ts";
import { ENFORCE_ALL } from "../../src/domain/rules/judge.ts";
import { directoryFacts } from "../../src/facts/directory.ts";
import { evaluate } from "../../src/http/evaluate.ts";
import { verdictBody } from "../../src/http/respond.ts";
import { createLog } from "../../src/observability/log.ts";
import { readPolicies } from "../../src/policies/directory.ts";
import { fixedPolicies } from "../../src/policies/fixed.ts";
import type { ChapterSettings } from "../../src/webhooks/contract.ts";
import { WEBHOOKS } from "../../src/webhooks/registry.ts";
import { AdmissionReview } from "../../src/wire/admission-review.ts";
import { DEFAULT_OSC_SETTINGS } from "../support/test-app.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");
const FEATURE_GATES = {
  CloudProfileCapabilities: true,
  VersionClassificationLifecycle: false,
  InPlaceNodeUpdates: false,
};

const SETTINGS: ChapterSettings = {
  rules: ENFORCE_ALL,
  featureGates: FEATURE_GATES,
  shoots: "watch",
  operatingSystemConfigs: DEFAULT_OSC_SETTINGS,
};
/** When the examples are judged; their dates are far before or after it. */
const NOW = Date.parse("2026-09-01T00:00:00Z");

async function judge(file: string): Promise<{ readonly code: number; readonly text: string }> {
  await using facts = directoryFacts({ directory: join(EXAMPLES, "facts"), log: createLog({ level: "silent" }) });
  await facts.start();
  const load = await readPolicies({ directory: join(EXAMPLES, "policies"), isRequired: true });
  const policies = fixedPolicies(load.ok ? load.set : expect.unreachable(load.errors.join("\n")));
  const written: string[] = [];
  const code = await runReview({
    files: [join(EXAMPLES, file)],
    readText: (path) => readFile(path, "utf8"),
    registrations: WEBHOOKS.map(({ registration }) => registration),
    evaluate: async (registration, document) => {
      const review = AdmissionReview.parse(document.review);
      const webhook = WEBHOOKS.find((candidate) => candidate.registration === registration);
      if (webhook === undefined) {
        throw new Error(`unknown webhook ${registration.name}`);
      }
      const context = { facts, policies, settings: SETTINGS, now: () => NOW };
      const outcome = await evaluate(webhook, review.request, context, () => Number.POSITIVE_INFINITY);
      return outcome.kind === "verdict"
        ? readAnswer(JSON.parse(verdictBody(review, outcome.verdict).text), document.uid)
        : { kind: "fault", message: outcome.fault.message };
    },
    write: (text) => written.push(text),
  });
  return { code, text: written.join("") };
}

const EXPECTED: readonly (readonly [string, number, readonly RegExp[]])[] = [
  ["01-compatible-shoot.yaml", 0, [/^shoot\.core\.gardener\.cloud\/web created\n$/]],
  [
    "02-incompatible-image.yaml",
    1,
    [
      /^The Shoot "ledger" is invalid: spec\.provider\.workers\[0\]\.machine\.image\.version: .*bootMode.*\[CAP-SH-17\]\n$/,
    ],
  ],
  [
    "03-image-of-other-architecture.yaml",
    1,
    [/^The Shoot "mobile" is invalid: spec\.provider\.workers\[0\]\.machine\.image: .*arm64.*\[CAP-SH-16\]\n$/],
  ],
  [
    "04-machine-type-unavailable-in-zone.yaml",
    1,
    [/^The Shoot "training" is invalid: spec\.provider\.workers\[0\]\.machine\.type: .*north-1c.*\[CAP-SH-13\]\n$/],
  ],
  [
    "05-unsupported-container-runtime.yaml",
    1,
    [
      /^The Shoot "sandbox" is invalid: spec\.provider\.workers\[0\]\.cri\.containerRuntimes\[0\]\.type: .*\[CAP-SH-18\]\n$/,
    ],
  ],
  [
    "06-two-mistakes.yaml",
    1,
    [
      /^The Shoot "shop" is invalid: \n\* spec\.provider\.workers\[0\]\.machine\.type: .*\[CAP-SH-13\]\n\* spec\.provider\.workers\[1\]\.machine\.image: .*\[CAP-SH-16\]\n$/,
    ],
  ],
  [
    "07-bad-cloudprofile-edit.yaml",
    1,
    [
      /^The CloudProfile "stratus-edge" is invalid: $/m,
      /\[CAP-CP-54\]$/m,
      /"efi".*\[CAP-CP-51\]$/m,
      /"tpm".*\[CAP-CP-50\]$/m,
    ],
  ],
  [
    "08-pool-became-incompatible.yaml",
    0,
    [/^Warning: .*\[CAP-SH-30\]\nshoot\.core\.gardener\.cloud\/kiosk configured\n$/],
  ],
  [
    "09-whole-number-in-plugins.yaml",
    1,
    [
      /^The OperatingSystemConfig "gardener-node-agent-arm-\S+-original" is invalid: spec\.criConfig\.containerd\.plugins\[0\]\.values: .*\[OSC-V-30\]\n$/,
    ],
  ],
];

it.each(EXPECTED)("the example %s is judged as its title says", async (file, code, texts) => {
  const judged = await judge(join("reviews", file));
  for (const text of texts) {
    expect(judged.text).toMatch(text);
  }
  expect(judged.code).toBe(code);
});

it("lists every example here", async () => {
  expect((await readdir(join(EXAMPLES, "reviews"))).sort()).toEqual(EXPECTED.map(([file]) => file));
});

it.each(["cloudprofile-stratus.yaml", "cloudprofile-stratus-edge.yaml"])("the profile %s is flawless", async (file) => {
  const judged = await judge(join("facts", file));
  expect(judged).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^cloudprofile\.\S+ created \(server dry run\)\n$/),
  });
});

it.each(EXPECTED.map(([file]) => file))("the example %s has a title", async (file) => {
  const targets = WEBHOOKS.map(({ registration }) => registration.target);
  const text = await readFile(join(EXAMPLES, "reviews", file), "utf8");
  expect(readReviewDocuments(file, text, targets)).toEqual([
    expect.objectContaining({ title: expect.stringMatching(/^[A-Z].{20,110}$/) }),
  ]);
});

it("keeps the request for curl in step with its example", async () => {
  const json: unknown = JSON.parse(await readFile(join(EXAMPLES, "incompatible-shoot.json"), "utf8"));
  expect(json).toEqual(parse(await readFile(join(EXAMPLES, "reviews/02-incompatible-image.yaml"), "utf8")));
});

it("has a configuration that loads", async () => {
  const webhookNames = WEBHOOKS.map(({ registration }) => registration.name);
  const outcome = await loadConfig({ file: "config.yaml", cwd: EXAMPLES, webhookNames });
  expect(outcome).toMatchObject({
    ok: true,
    settings: {
      facts: { source: "directory", directory: join(EXAMPLES, "facts") },
      policies: { directory: join(EXAMPLES, "policies"), isRequired: true },
      webhooks: { enabled: webhookNames },
    },
  });
});
