import {
  type LabelSelector,
  NAMESPACE_NAME_LABEL,
  REMEDIATION_EXCLUDE_LABEL,
  type WebhookConfiguration,
  type WebhookEntry,
  type WebhookRule,
} from "./webhook-configuration.ts";

/** Seconds after which callers of the API server tend to give up first; Gardener's convention. */
const LONGEST_TIMEOUT_SECONDS = 10;

/** Conditions that the API server accepts on one entry. Source: admissionregistration validation. */
const MOST_MATCH_CONDITIONS = 64;

/**
 * Resources that clusters need to start or to recover. A Fail webhook on one of them is what Gardener's remediator
 * takes for problematic, and what has kept whole clusters down.
 */
const CRITICAL_RESOURCES: ReadonlySet<string> = new Set([
  "apiservices",
  "certificatesigningrequests",
  "clusterrolebindings",
  "clusterroles",
  "configmaps",
  "controllerrevisions",
  "customresourcedefinitions",
  "daemonsets",
  "deployments",
  "endpoints",
  "endpointslices",
  "leases",
  "namespaces",
  "networkpolicies",
  "nodes",
  "pods",
  "replicasets",
  "rolebindings",
  "roles",
  "secrets",
  "serviceaccounts",
  "services",
  "statefulsets",
]);

/**
 * Tells what is wrong with webhook configurations: what the API server would refuse, what could lock a cluster, what
 * users could evade, and what Gardener's remediator would rewrite. Empty when all is well.
 */
export function lintWebhookConfigurations(configurations: readonly WebhookConfiguration[]): readonly string[] {
  return configurations.flatMap((configuration) => {
    const { kind, metadata, webhooks } = configuration;
    const name = `${kind} ${metadata.name}`;
    const own = [
      ...(metadata.labels[REMEDIATION_EXCLUDE_LABEL] === "true"
        ? []
        : [`label ${REMEDIATION_EXCLUDE_LABEL} is missing`]),
      ...(webhooks.length > 0 ? [] : ["has no webhooks"]),
      ...repeated(webhooks.map((webhook) => webhook.name)).map((entry) => `webhook ${entry} is listed twice`),
      ...orderProblems(configuration),
    ];
    return [
      ...own.map((problem) => `${name}: ${problem}`),
      ...webhooks.flatMap((entry) => entryProblems(entry, kind).map((problem) => `${name}: ${entry.name}: ${problem}`)),
    ];
  });
}

/** How the configurations of Gardener's extensions are named, those of registry-cache and registry-mirror among them. */
const EXTENSION_PREFIX = "gardener-extension-";

/**
 * Mutating webhooks are asked in order of the names of their configurations. What extensions write into an OSC for one
 * shoot has to be there before policies for all shoots are merged with it.
 * Source: OperatingSystemConfig contract, section 3.3.
 */
function orderProblems({ kind, metadata: { name }, webhooks }: WebhookConfiguration): readonly string[] {
  const isMerging =
    kind === "MutatingWebhookConfiguration" &&
    webhooks.some(({ rules }) => rules.some(({ resources }) => resources.includes("operatingsystemconfigs")));
  const isLast = name > EXTENSION_PREFIX && !name.startsWith(EXTENSION_PREFIX);
  return !isMerging || isLast ? [] : [`the name must sort after ${EXTENSION_PREFIX}*, whose webhooks come first`];
}

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) < index);
}

function entryProblems(entry: WebhookEntry, kind: WebhookConfiguration["kind"]): readonly string[] {
  return [
    ...nameProblems(entry.name),
    ...clientProblems(entry),
    ...policyProblems(entry),
    ...reinvocationProblems(entry, kind),
    ...(entry.rules.length > 0 ? [] : ["has no rules"]),
    ...entry.rules.flatMap((rule) => ruleProblems(rule, entry.failurePolicy)),
    ...selectorProblems(entry),
    ...conditionProblems(entry),
  ];
}

/** DNS-1123 subdomain of at least three parts. Source: k8s.io/apimachinery/pkg/util/validation, IsFullyQualifiedName. */
const ENTRY_NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?){2,}$/;

function nameProblems(name: string): readonly string[] {
  return ENTRY_NAME.test(name) && name.length <= 253 ? [] : ["the name must be a DNS name of at least three parts"];
}

function clientProblems({ clientConfig: { url, service } }: WebhookEntry): readonly string[] {
  if ((url === undefined) === (service === undefined)) {
    return ["clientConfig must have either url or service"];
  }
  const parsed = url === undefined ? undefined : URL.parse(url);
  const isPlain =
    parsed === undefined || (parsed !== null && parsed.protocol === "https:" && parsed.href === bare(parsed));
  return isPlain ? [] : ["clientConfig.url must be https, without user info, query and fragment"];
}

function bare(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function policyProblems(entry: WebhookEntry): readonly string[] {
  const { timeoutSeconds, sideEffects, failurePolicy, matchPolicy, admissionReviewVersions } = entry;
  const isTimely = timeoutSeconds !== undefined && timeoutSeconds >= 1 && timeoutSeconds <= LONGEST_TIMEOUT_SECONDS;
  return [
    ...(isTimely ? [] : [`timeoutSeconds must be 1 to ${LONGEST_TIMEOUT_SECONDS}, not ${timeoutSeconds ?? "unset"}`]),
    ...(sideEffects === "None" ? [] : [`sideEffects must be None, not ${sideEffects}`]),
    ...(failurePolicy === undefined ? ["failurePolicy must be set"] : []),
    ...(matchPolicy === undefined ? ["matchPolicy must be set"] : []),
    ...(admissionReviewVersions.includes("v1") ? [] : ["admissionReviewVersions must contain v1"]),
  ];
}

function reinvocationProblems(
  { reinvocationPolicy }: WebhookEntry,
  kind: WebhookConfiguration["kind"],
): readonly string[] {
  const isMutating = kind === "MutatingWebhookConfiguration";
  return isMutating === (reinvocationPolicy !== undefined)
    ? []
    : [`reinvocationPolicy ${isMutating ? "must be set" : "is not known to validating webhooks"}`];
}

function ruleProblems(rule: WebhookRule, failurePolicy: WebhookEntry["failurePolicy"]): readonly string[] {
  const lists = [rule.apiGroups, rule.apiVersions, rule.operations, rule.resources];
  const critical = failurePolicy === "Fail" ? rule.resources.filter((name) => CRITICAL_RESOURCES.has(plain(name))) : [];
  return [
    ...(lists.some((list) => list.length === 0) ? ["a rule has an empty list"] : []),
    ...(lists.some((list) => list.some((word) => word.includes("*"))) ? ["rules must not contain wildcards"] : []),
    ...(rule.scope === "Cluster" || rule.scope === "Namespaced" ? [] : ["scope must be Cluster or Namespaced"]),
    ...critical.map((name) => `failurePolicy Fail on ${name}, which clusters need to start`),
  ];
}

function plain(resource: string): string {
  return resource.split("/", 1)[0] ?? resource;
}

function selectorProblems({ rules, namespaceSelector, objectSelector }: WebhookEntry): readonly string[] {
  const evadable = objectSelector === undefined ? [] : ["objectSelector can be evaded by whoever may label the object"];
  if (rules.every(({ scope }) => scope === "Cluster")) {
    return evadable;
  }
  const excluded = excludedNamespaces(namespaceSelector);
  const isGarden = rules.some(({ apiGroups }) => apiGroups.includes("core.gardener.cloud"));
  const projects = isGarden ? excluded.filter((name) => !name.startsWith("kube-")) : [];
  return [
    ...evadable,
    ...(excluded.includes("kube-system") ? [] : ["namespaceSelector must exclude kube-system (self-exclusion)"]),
    ...projects.map((name) => `namespaceSelector excludes ${name}, which may be the namespace of a project`),
  ];
}

function excludedNamespaces(selector: LabelSelector | undefined): readonly string[] {
  return (selector?.matchExpressions ?? [])
    .filter(({ key, operator }) => key === NAMESPACE_NAME_LABEL && operator === "NotIn")
    .flatMap(({ values }) => values ?? []);
}

function conditionProblems({ matchConditions = [] }: WebhookEntry): readonly string[] {
  return [
    ...(matchConditions.length <= MOST_MATCH_CONDITIONS ? [] : [`more than ${MOST_MATCH_CONDITIONS} matchConditions`]),
    ...repeated(matchConditions.map(({ name }) => name)).map((name) => `matchCondition ${name} is listed twice`),
  ];
}
