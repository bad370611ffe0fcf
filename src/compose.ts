import { type App, createApp } from "./app.ts";
import { FileSource } from "./certs/file-source.ts";
import { type DevelopmentAuthority, ensureSelfSigned } from "./certs/self-signed.ts";
import type { CertificateSource } from "./certs/source.ts";
import type { CertificateSettings, Settings } from "./config/settings.ts";
import type { FactEvents, FactKind, FactSource } from "./facts/contract.ts";
import { directoryFacts } from "./facts/directory.ts";
import { noFacts } from "./facts/none.ts";
import { certificateEvents } from "./observability/certificate-events.ts";
import { factEvents } from "./observability/fact-events.ts";
import { createLog, type Log } from "./observability/log.ts";
import { createMetrics } from "./observability/metrics.ts";
import { policyEvents } from "./observability/policy-events.ts";
import type { PolicySource } from "./policies/contract.ts";
import { directoryPolicies } from "./policies/directory.ts";
import type { ChapterSettings, Webhook } from "./webhooks/contract.ts";
import { WEBHOOKS } from "./webhooks/registry.ts";

/** What the process knows and the rooms must not ask for. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A server made from its configuration, not started yet. */
export interface Composition {
  readonly app: App;
  readonly log: Log;
  readonly facts: FactSource;
  readonly policies: PolicySource;
  readonly webhooks: readonly Webhook[];
  /** Makes the development certificate where the configuration asks for one; call before starting. */
  readonly ensureAuthority: () => Promise<DevelopmentAuthority | undefined>;
}

/**
 * Makes everything that the settings name. Nothing is read, watched or listened to before the app is started; the
 * Kubernetes client is loaded only where facts come from Kubernetes, since it is large.
 */
export async function compose(settings: Settings, surroundings: Surroundings): Promise<Composition> {
  const { env, version, now } = surroundings;
  const log = createLog({ level: settings.log.level });
  const metrics = createMetrics({ version, withProcessMetrics: true });
  const observer = { log, metrics };
  const webhooks = enabledWebhooks(settings);
  const kinds = new Set(webhooks.flatMap(({ factKinds }) => factKinds(chapterSettings(settings))));
  const facts = await factSource(settings, [...kinds], { env, log, events: factEvents(metrics) });
  const { certificates: certificateSettings } = settings.server;
  const certificates: CertificateSource = new FileSource({
    directory: certificateSettings.directory,
    now,
    events: certificateEvents(observer),
  });
  const policies = directoryPolicies({ ...settings.policies, log, events: policyEvents(metrics) });
  const app = createApp({
    server: settings.server,
    webhooks,
    facts,
    policies,
    settings: chapterSettings(settings),
    certificates,
    now,
    log,
    metrics,
  });
  return {
    app,
    log,
    facts,
    policies,
    webhooks,
    ensureAuthority: () => developmentAuthority(certificateSettings, now()),
  };
}

/** What of a configuration all chapters see. */
export function chapterSettings({ rules, featureGates, facts, operatingSystemConfigs }: Settings): ChapterSettings {
  return { rules, featureGates, shoots: facts.shoots, operatingSystemConfigs };
}

/** The webhooks that a configuration enables, in the order of the registry. */
export function enabledWebhooks({ webhooks }: Settings): readonly Webhook[] {
  return WEBHOOKS.filter(({ registration }) => webhooks.enabled.includes(registration.name));
}

type FactSurroundings = Pick<Surroundings, "env"> & {
  readonly log: Log;
  readonly events?: FactEvents;
};

/** The facts of these kinds alone, for subcommands that judge nothing; not started yet. */
export function composeFacts(
  settings: Settings,
  kinds: readonly FactKind[],
  env: Surroundings["env"],
): Promise<FactSource> {
  return factSource(settings, kinds, { env, log: createLog({ level: settings.log.level }) });
}

async function factSource(
  { facts }: Settings,
  kinds: readonly FactKind[],
  { env, log, events = {} }: FactSurroundings,
): Promise<FactSource> {
  if (kinds.length === 0) {
    return noFacts();
  }
  if (facts.source === "directory") {
    return directoryFacts({ directory: facts.directory, log, events });
  }
  const { kubernetesFacts } = await import("./facts/kubernetes.ts");
  return kubernetesFacts({ kinds, kubeconfig: facts.kubeconfig, env, log, events });
}

async function developmentAuthority(
  certificates: CertificateSettings,
  now: number,
): Promise<DevelopmentAuthority | undefined> {
  return certificates.mode === "selfSigned"
    ? ensureSelfSigned({ directory: certificates.directory, hosts: certificates.hosts, now })
    : undefined;
}
