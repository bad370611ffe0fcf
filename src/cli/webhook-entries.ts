import type { FactKind } from "../facts/contract.ts";
import type { Registration } from "../webhooks/contract.ts";
import type { ClientTarget } from "./render-options.ts";
import {
  type LabelSelector,
  type MatchCondition,
  NAMESPACE_NAME_LABEL,
  REMEDIATION_EXCLUDE_LABEL,
  type WebhookClientConfig,
  type WebhookConfiguration,
  type WebhookEntry,
} from "./webhook-configuration.ts";

/** The parts of a webhook that manifests are made of. */
export interface RegisteredWebhook {
  readonly registration: Registration;
  /** The kinds that it looks up under the configuration that the manifests are for. */
  readonly factKinds: readonly FactKind[];
}

/** What the configurations of one cluster are made of. */
export interface ConfigurationOptions {
  readonly role: "garden" | "seed";
  readonly name: string;
  readonly target: ClientTarget;
  /** PEM; undefined leaves `caBundle` out. */
  readonly ca: string | undefined;
  readonly early: boolean;
}

/** The webhook configurations for one kind of cluster; none that would be empty. Entries are ordered by name. */
export function webhookConfigurations(
  webhooks: readonly RegisteredWebhook[],
  options: ConfigurationOptions,
): readonly WebhookConfiguration[] {
  const registrations = webhooks.map(({ registration }) => registration).filter(({ role }) => role === options.role);
  const ofType = (type: Registration["type"]): readonly WebhookEntry[] =>
    registrations
      .filter((registration) => registration.type === type)
      .map((registration) => entry(registration, options));
  const early = options.early
    ? registrations.filter(isEarly).map((registration) => earlyEntry(registration, options))
    : [];
  return [
    configuration("ValidatingWebhookConfiguration", options.name, ofType("validating")),
    configuration("MutatingWebhookConfiguration", options.name, ofType("mutating")),
    configuration("MutatingWebhookConfiguration", `${options.name}-early`, early),
  ].filter(({ webhooks: entries }) => entries.length > 0);
}

function configuration(
  kind: WebhookConfiguration["kind"],
  name: string,
  entries: readonly WebhookEntry[],
): WebhookConfiguration {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind,
    metadata: {
      name,
      labels: {
        "app.kubernetes.io/name": "gardengate",
        [REMEDIATION_EXCLUDE_LABEL]: "true",
      },
      annotations: { "gardengate.dev/generated-by": "gardengate render; do not edit" },
    },
    // By code unit, so that the order does not depend on a locale.
    webhooks: [...entries].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function entry(registration: Registration, options: ConfigurationOptions): WebhookEntry {
  const { name, target, operations, failurePolicy, sideEffects, timeoutSeconds, type, reinvocationPolicy } =
    registration;
  const [selector, conditions] = [namespaceSelector(registration), matchConditions(registration)];
  return {
    name,
    clientConfig: clientConfig(registration.path, options),
    rules: [
      {
        apiGroups: [target.group],
        apiVersions: [target.version],
        operations,
        // Without a slash: subresources such as shoots/status and shoots/binding are not asked about.
        resources: [target.resource],
        scope: target.scope,
      },
    ],
    failurePolicy,
    // A request for another served version of the kind is converted to this one and asked about. With Exact, the
    // convention of Gardener's extension library, a version that the API server learns later would pass unseen.
    matchPolicy: "Equivalent",
    sideEffects,
    ...(type === "mutating" ? { reinvocationPolicy: reinvocationPolicy ?? "Never" } : {}),
    timeoutSeconds,
    admissionReviewVersions: ["v1"],
    ...(selector === undefined ? {} : { namespaceSelector: selector }),
    // No objectSelector: whoever may label an object could evade it.
    ...(conditions.length === 0 ? {} : { matchConditions: conditions }),
  };
}

/**
 * Shoots are also judged from a MutatingWebhookConfiguration on request: all mutating webhooks are asked before the
 * built-in ShootValidator, so that its users read gardengate's explanation instead of one terse line.
 */
function isEarly({ type, target }: Registration): boolean {
  return type === "validating" && target.group === "core.gardener.cloud" && target.resource === "shoots";
}

/**
 * The same webhook at the same path under an entry name of its own (`shoots.early.gardengate.dev`), so that metrics and
 * audit annotations of the API server tell the two calls apart. It only denies: a validating webhook never patches.
 */
function earlyEntry(registration: Registration, options: ConfigurationOptions): WebhookEntry {
  const { matchConditions: conditions, namespaceSelector: selector, ...rest } = entry(registration, options);
  return {
    ...rest,
    name: registration.name.replace(".validate.", ".early."),
    // What a later mutating webhook changes is judged by the validating entry, which sees the final object.
    reinvocationPolicy: "Never",
    ...(selector === undefined ? {} : { namespaceSelector: selector }),
    ...(conditions === undefined ? {} : { matchConditions: conditions }),
  };
}

function clientConfig(path: string, { target, ca }: ConfigurationOptions): WebhookClientConfig {
  const caBundle = ca === undefined ? {} : { caBundle: Buffer.from(ca, "utf8").toString("base64") };
  return target.kind === "url"
    ? { url: `${target.origin}${path}`, ...caBundle }
    : { service: { namespace: target.namespace, name: target.name, port: target.port, path }, ...caBundle };
}

/** Namespaces of Kubernetes itself, without which no cluster starts. They never hold objects of users. */
const SYSTEM_NAMESPACES = ["kube-node-lease", "kube-public", "kube-system"];

/**
 * The guard against locking oneself out. On a garden only Kubernetes' own namespaces are left out: every other one may
 * be a project's, `garden` included, and what gardengate itself needs to start (pods, secrets, leases) is in no rule.
 * On a seed the objects of shoots live in namespaces that gardenlet labels; only a shoot that hosts itself has its own in
 * `kube-system`, and it has to come up without gardengate.
 */
function namespaceSelector({ target, namespaceLabels }: Registration): LabelSelector | undefined {
  if (target.scope === "Cluster") {
    return undefined;
  }
  const guard = { key: NAMESPACE_NAME_LABEL, operator: "NotIn" as const, values: SYSTEM_NAMESPACES };
  return { ...(namespaceLabels === undefined ? {} : { matchLabels: namespaceLabels }), matchExpressions: [guard] };
}

/** An object in deletion must be able to lose its finalizers whatever the rules say. */
const NOT_IN_DELETION: MatchCondition = {
  name: "not-in-deletion",
  // The stored object tells, since in the sent one the user could forge it.
  expression: 'request.operation != "UPDATE" || !has(oldObject.metadata.deletionTimestamp)',
};

/** Labels, annotations, finalizers and status are no subject of any rule. */
const SPEC_CHANGED: MatchCondition = {
  name: "spec-changed",
  expression:
    'request.operation != "UPDATE" || !has(object.spec) || !has(oldObject.spec) || object.spec != oldObject.spec',
};

/**
 * What the webhook would let through unread is not even sent. Each expression is guarded by `has`, because one that
 * fails to evaluate refuses the request under failurePolicy Fail.
 */
function matchConditions({ passes, operations }: Registration): readonly MatchCondition[] {
  return operations.includes("UPDATE")
    ? [...(passes.inDeletion ? [NOT_IN_DELETION] : []), ...(passes.unchangedSpec ? [SPEC_CHANGED] : [])]
    : [];
}
