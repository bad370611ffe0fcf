/**
 * The parts of admissionregistration.k8s.io/v1 that gardengate prints.
 * Source: k8s.io/api/admissionregistration/v1/types.go.
 */

/** A ValidatingWebhookConfiguration or MutatingWebhookConfiguration. */
export interface WebhookConfiguration {
  readonly apiVersion: "admissionregistration.k8s.io/v1";
  readonly kind: "ValidatingWebhookConfiguration" | "MutatingWebhookConfiguration";
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  };
  readonly webhooks: readonly WebhookEntry[];
}

/** One webhook of a configuration. Optional here is what the API server defaults, which the lint then demands. */
export interface WebhookEntry {
  readonly name: string;
  readonly clientConfig: WebhookClientConfig;
  readonly rules: readonly WebhookRule[];
  readonly failurePolicy?: "Fail" | "Ignore";
  readonly matchPolicy?: "Exact" | "Equivalent";
  readonly sideEffects: "None" | "NoneOnDryRun" | "Some" | "Unknown";
  /** Only in a MutatingWebhookConfiguration. */
  readonly reinvocationPolicy?: "Never" | "IfNeeded";
  /** Seconds. */
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions: readonly string[];
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly matchConditions?: readonly MatchCondition[];
}

/** Where an entry's webhook is: a URL or a Service, and whose certificates it has (PEM in base64). */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly namespace: string;
    readonly name: string;
    readonly port: number;
    readonly path: string;
  };
  readonly caBundle?: string;
}

/** What an entry is asked about. */
export interface WebhookRule {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly operations: readonly string[];
  readonly resources: readonly string[];
  readonly scope?: "Cluster" | "Namespaced" | "*";
}

/** A selector of labels. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
    readonly values?: readonly string[];
  }[];
}

/** A CEL expression that must be true for an entry to be asked. */
export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/** Keeps Gardener's webhook remediator from rewriting the configuration. */
export const REMEDIATION_EXCLUDE_LABEL = "remediation.webhook.shoot.gardener.cloud/exclude";

/** The label by which namespaces are told apart; the API server maintains it, so nobody can evade a selector on it. */
export const NAMESPACE_NAME_LABEL = "kubernetes.io/metadata.name";
