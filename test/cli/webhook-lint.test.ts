import { expect, it } from "vitest";
import type { WebhookConfiguration, WebhookEntry } from "../../src/cli/webhook-configuration.ts";
import { webhookConfigurations } from "../../src/cli/webhook-entries.ts";
import { lintWebhookConfigurations } from "../../src/cli/webhook-lint.ts";
import { BUILT, REGISTERED } from "./registered-webhooks.ts";

const ENTRY: WebhookEntry = {
  name: "shoots.validate.gardengate.dev",
  clientConfig: { url: "https://127.0.0.1:9443/validate/shoots" },
  rules: [
    {
      apiGroups: ["core.gardener.cloud"],
      apiVersions: ["v1beta1"],
      operations: ["CREATE", "UPDATE"],
      resources: ["shoots"],
      scope: "Namespaced",
    },
  ],
  failurePolicy: "Fail",
  matchPolicy: "Equivalent",
  sideEffects: "None",
  timeoutSeconds: 10,
  admissionReviewVersions: ["v1"],
  namespaceSelector: {
    matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["kube-system"] }],
  },
};

function configuration(...webhooks: readonly WebhookEntry[]): WebhookConfiguration {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "c", labels: { "remediation.webhook.shoot.gardener.cloud/exclude": "true" }, annotations: {} },
    webhooks,
  };
}

function without<Key extends keyof WebhookEntry>(key: Key): Omit<WebhookEntry, Key> {
  const { [key]: _, ...rest } = ENTRY;
  return rest;
}

const RULE = ENTRY.rules[0];

function ruled(change: object): WebhookEntry {
  return { ...ENTRY, rules: RULE === undefined ? [] : [{ ...RULE, ...change }] };
}

it("finds nothing wrong with a sound entry", () => {
  expect(lintWebhookConfigurations([configuration(ENTRY)])).toEqual([]);
});

it.each<[string, WebhookEntry, readonly string[]]>([
  ["a long timeout", { ...ENTRY, timeoutSeconds: 11 }, ["timeoutSeconds must be 1 to 10, not 11"]],
  ["no timeout", without("timeoutSeconds"), ["timeoutSeconds must be 1 to 10, not unset"]],
  ["side effects", { ...ENTRY, sideEffects: "NoneOnDryRun" }, ["sideEffects must be None, not NoneOnDryRun"]],
  ["no failure policy", without("failurePolicy"), ["failurePolicy must be set"]],
  ["no match policy", without("matchPolicy"), ["matchPolicy must be set"]],
  ["only v1beta1", { ...ENTRY, admissionReviewVersions: ["v1beta1"] }, ["admissionReviewVersions must contain v1"]],
  ["a short name", { ...ENTRY, name: "shoots.gardengate" }, ["the name must be a DNS name of at least three parts"]],
  ["no client", { ...ENTRY, clientConfig: {} }, ["clientConfig must have either url or service"]],
  [
    "plain HTTP",
    { ...ENTRY, clientConfig: { url: "http://a.example/" } },
    ["clientConfig.url must be https, without user info, query and fragment"],
  ],
  [
    "a query",
    { ...ENTRY, clientConfig: { url: "https://a.example/?x=1" } },
    ["clientConfig.url must be https, without user info, query and fragment"],
  ],
  ["no rules", { ...ENTRY, rules: [] }, ["has no rules"]],
  ["any resource", ruled({ resources: ["*/*"] }), ["rules must not contain wildcards"]],
  ["any group", ruled({ apiGroups: ["*"] }), ["rules must not contain wildcards"]],
  ["any operation", ruled({ operations: ["*"] }), ["rules must not contain wildcards"]],
  ["an empty list", ruled({ operations: [] }), ["a rule has an empty list"]],
  ["any scope", ruled({ scope: "*" }), ["scope must be Cluster or Namespaced"]],
  [
    "what clusters need to start",
    ruled({ apiGroups: [""], resources: ["pods", "nodes/status"] }),
    [
      "failurePolicy Fail on pods, which clusters need to start",
      "failurePolicy Fail on nodes/status, which clusters need to start",
    ],
  ],
  ["no self-exclusion", without("namespaceSelector"), ["namespaceSelector must exclude kube-system (self-exclusion)"]],
  [
    "a project without guard",
    {
      ...ENTRY,
      namespaceSelector: {
        matchExpressions: [
          { key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["kube-system", "garden", "garden-dev"] },
        ],
      },
    },
    [
      "namespaceSelector excludes garden, which may be the namespace of a project",
      "namespaceSelector excludes garden-dev, which may be the namespace of a project",
    ],
  ],
  [
    "an object selector",
    { ...ENTRY, objectSelector: { matchLabels: { guarded: "true" } } },
    ["objectSelector can be evaded by whoever may label the object"],
  ],
  [
    "a reinvocation policy",
    { ...ENTRY, reinvocationPolicy: "Never" },
    ["reinvocationPolicy is not known to validating webhooks"],
  ],
  [
    "repeated conditions",
    {
      ...ENTRY,
      matchConditions: [
        { name: "a", expression: "true" },
        { name: "a", expression: "true" },
      ],
    },
    ["matchCondition a is listed twice"],
  ],
])("finds %s", (_, entry, problems) => {
  const prefix = `ValidatingWebhookConfiguration c: ${entry.name}: `;
  expect(lintWebhookConfigurations([configuration(entry)])).toEqual(problems.map((problem) => prefix + problem));
});

it("finds what is wrong with a configuration as a whole", () => {
  const mutating: WebhookConfiguration = {
    ...configuration(ENTRY, ENTRY),
    kind: "MutatingWebhookConfiguration",
    metadata: { name: "c", labels: {}, annotations: {} },
  };
  expect(lintWebhookConfigurations([configuration(), mutating])).toEqual([
    "ValidatingWebhookConfiguration c: has no webhooks",
    "MutatingWebhookConfiguration c: label remediation.webhook.shoot.gardener.cloud/exclude is missing",
    "MutatingWebhookConfiguration c: webhook shoots.validate.gardengate.dev is listed twice",
    "MutatingWebhookConfiguration c: shoots.validate.gardengate.dev: reinvocationPolicy must be set",
    "MutatingWebhookConfiguration c: shoots.validate.gardengate.dev: reinvocationPolicy must be set",
  ]);
});

it.each<[string, boolean]>([
  ["gardengate-seed", true],
  ["gardener-extensions", true],
  ["z", true],
  ["gardener-extension-", false],
  ["gardener-extension-gardengate", false],
  ["gardener", false],
  ["gardenctl", false],
  ["a", false],
])("demands that OSCs are mutated after all extensions: %s is in order: %s", (name, isInOrder) => {
  const rule = { apiGroups: ["extensions.gardener.cloud"], resources: ["operatingsystemconfigs"] };
  const entry: WebhookEntry = { ...ruled(rule), reinvocationPolicy: "IfNeeded" };
  const mutating: WebhookConfiguration = {
    ...configuration(entry),
    kind: "MutatingWebhookConfiguration",
    metadata: { ...configuration().metadata, name },
  };
  const problem = `MutatingWebhookConfiguration ${name}: the name must sort after gardener-extension-*, whose webhooks come first`;
  expect(lintWebhookConfigurations([mutating])).toEqual(isInOrder ? [] : [problem]);
});

it("lets validating webhooks, and mutating ones of other kinds, have any name", () => {
  const osc = ruled({ apiGroups: ["extensions.gardener.cloud"], resources: ["operatingsystemconfigs"] });
  const early: WebhookConfiguration = {
    ...configuration({ ...ENTRY, reinvocationPolicy: "Never" }),
    kind: "MutatingWebhookConfiguration",
  };
  expect(lintWebhookConfigurations([configuration(osc), early])).toEqual([]);
});

it.each(["garden", "seed"] as const)("finds nothing wrong with what is rendered for a %s", (role) => {
  for (const webhooks of [REGISTERED, BUILT]) {
    const target = { kind: "url", origin: "https://gardengate.garden" } as const;
    const configurations = webhookConfigurations(webhooks, { role, name: "n", target, ca: undefined, early: true });
    expect(lintWebhookConfigurations(configurations)).toEqual([]);
  }
});
