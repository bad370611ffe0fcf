import { isRuleId, type RuleId } from "../domain/rules/catalogue.ts";
import type { RuleMode } from "../domain/rules/judge.ts";
import type { OscSettings, Registration } from "../webhooks/contract.ts";
import type { ConfigDocument } from "./schema.ts";
import type { CertificateSettings, FactSettings, PolicySettings, ServerSettings, Settings } from "./settings.ts";

/** What the defaults depend on. */
export interface DefaultsContext {
  /** Makes a path of the document absolute. */
  readonly resolvePath: (path: string) => string;
  /** Names of all webhooks that are built, in the order of the registry. */
  readonly webhookNames: readonly string[];
  readonly webhookRoles?: WebhookRoles;
}

/** Where the API server of each webhook lives, by the webhook's name. */
export type WebhookRoles = ReadonlyMap<string, Registration["role"]>;

/** Completes a document that fits the schema; the one place where defaults are written. */
export function withDefaults(document: ConfigDocument, context: DefaultsContext): Settings {
  const gates = document.featureGates;
  return {
    server: serverSettings(document.server, context),
    log: { level: document.log?.level ?? "info" },
    facts: factSettings(document.facts, context),
    policies: policySettings(document.policies, context),
    webhooks: { enabled: enabledNames(document.webhooks, context) },
    rules: {
      strict: document.rules?.strict ?? "deny",
      inUse: document.rules?.inUse ?? "deny",
      overrides: ruleOverrides(document.rules?.overrides ?? {}),
    },
    featureGates: {
      // Beta and on since Gardener 1.146.
      CloudProfileCapabilities: gates?.CloudProfileCapabilities ?? true,
      // Alpha, off in Gardener.
      VersionClassificationLifecycle: gates?.VersionClassificationLifecycle ?? false,
      InPlaceNodeUpdates: gates?.InPlaceNodeUpdates ?? false,
    },
    operatingSystemConfigs: oscSettings(document.operatingSystemConfigs),
  };
}

/** All webhooks that are built, those of a role, or those that are named. */
function enabledNames(
  webhooks: ConfigDocument["webhooks"],
  { webhookNames, webhookRoles }: DefaultsContext,
): readonly string[] {
  const { enabled, role } = webhooks ?? {};
  const isOfRole = (name: string) => !role || webhookRoles?.get(name) === role;
  return webhookNames.filter((name) => enabled?.includes(name) ?? isOfRole(name));
}

function serverSettings(server: ConfigDocument["server"], context: DefaultsContext): ServerSettings {
  return {
    // Loopback, because a server that nobody configured should not be reachable from elsewhere.
    bindAddress: server?.bindAddress ?? "127.0.0.1",
    port: server?.port ?? 9443,
    operationsPort: server?.operationsPort ?? 9444,
    certificates: certificateSettings(server?.certificates, context),
    shutdown: {
      // Endpoints and the API server's connections take 10 to 15 s to follow a replica that goes.
      drainSeconds: server?.shutdown?.drainSeconds ?? 12,
      // The largest timeout that a webhook registration can have.
      timeoutSeconds: server?.shutdown?.timeoutSeconds ?? 30,
    },
    limits: {
      // Legal reviews reach about 27 MiB: 3 MiB new and 1.5 MiB old object, each byte escaped to six.
      bodyBytes: server?.limits?.bodyBytes ?? 33_554_432,
      // Four of the largest bodies.
      inFlightBytes: server?.limits?.inFlightBytes ?? 134_217_728,
      inFlightRequests: server?.limits?.inFlightRequests ?? 256,
    },
  };
}

type ServerDocument = NonNullable<ConfigDocument["server"]>;

function certificateSettings(
  certificates: ServerDocument["certificates"],
  { resolvePath }: DefaultsContext,
): CertificateSettings {
  const directory = resolvePath(certificates?.directory ?? "certs");
  return certificates?.mode === "selfSigned"
    ? { mode: "selfSigned", directory, hosts: certificates.hosts ?? [] }
    : { mode: "files", directory };
}

function factSettings(facts: ConfigDocument["facts"], { resolvePath }: DefaultsContext): FactSettings {
  const shoots = facts?.shoots ?? "watch";
  if (facts?.source === "kubernetes") {
    const { kubeconfig } = facts;
    const path = typeof kubeconfig === "string" ? resolvePath(kubeconfig) : undefined;
    return { source: "kubernetes", kubeconfig: path, shoots };
  }
  return { source: "directory", directory: resolvePath(facts?.directory ?? "facts"), shoots };
}

function policySettings(policies: ConfigDocument["policies"], { resolvePath }: DefaultsContext): PolicySettings {
  const directory = policies?.directory;
  return { directory: resolvePath(directory ?? "policies"), isRequired: typeof directory === "string" };
}

function oscSettings(document: ConfigDocument["operatingSystemConfigs"]): OscSettings {
  const limits = document?.limits;
  return {
    // Nothing on a node stops a change of the driver, which breaks its pods.
    guardsCgroupDriver: document?.cgroupDriverGuard ?? true,
    limits: {
      // About 16 KB in Gardener's contract, which is what AWS takes.
      userDataBytes: limits?.userDataBytes ?? 16_384,
      userDataBytesByProvider: byteLimits(limits?.userDataBytesByProvider ?? {}),
      // What OS extensions add to the script; an estimate, see section 6.5 of the OperatingSystemConfig contract.
      osOverheadBytes: limits?.osOverheadBytes ?? 1500,
    },
  };
}

/** Values that are no limits are left out; they are errors, see relations.ts. */
function byteLimits(limits: Readonly<Record<string, unknown>>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(limits).flatMap(([provider, bytes]) => (typeof bytes === "number" ? [[provider, bytes]] : [])),
  );
}

const MODES: ReadonlyMap<unknown, RuleMode> = new Map([
  ["enforce", "enforce"],
  ["warn", "warn"],
  ["off", "off"],
]);

function ruleOverrides(overrides: Readonly<Record<string, unknown>>): ReadonlyMap<RuleId, RuleMode> {
  const modes = new Map<RuleId, RuleMode>();
  for (const [id, word] of Object.entries(overrides)) {
    const mode = MODES.get(word);
    if (isRuleId(id) && mode !== undefined) {
      modes.set(id, mode);
    }
  }
  return modes;
}
