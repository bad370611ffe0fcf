import type { RuleSettings } from "../domain/rules/judge.ts";
import type { FeatureGates, OscSettings } from "../webhooks/contract.ts";

/** The configuration in force: complete, checked, and with absolute paths. */
export interface Settings {
  readonly server: ServerSettings;
  readonly log: { readonly level: LogLevel };
  readonly facts: FactSettings;
  readonly policies: PolicySettings;
  /** Names of the webhooks to serve, in the order of the registry. */
  readonly webhooks: { readonly enabled: readonly string[] };
  readonly rules: RuleSettings;
  readonly featureGates: FeatureGates;
  readonly operatingSystemConfigs: OscSettings;
}

/** How the two listeners behave. */
export interface ServerSettings {
  /** IP address or host name that both listeners bind to. */
  readonly bindAddress: string;
  /** TCP port of the webhooks; 0 lets the system choose. */
  readonly port: number;
  /** TCP port of `/healthz`, `/readyz` and `/metrics`; 0 lets the system choose. */
  readonly operationsPort: number;
  readonly certificates: CertificateSettings;
  readonly shutdown: ShutdownSettings;
  readonly limits: LimitSettings;
}

/** Where the serving certificate comes from: `tls.crt` and `tls.key` of a directory, or made at start for development. */
export type CertificateSettings =
  | { readonly mode: "files" /** Absolute path. */; readonly directory: string }
  | {
      readonly mode: "selfSigned";
      /** Absolute path of the directory that the made files are written to. */
      readonly directory: string;
      /** Host names and IP addresses to be certified besides the loopback ones. */
      readonly hosts: readonly string[];
    };

/** The two phases of a shutdown. */
export interface ShutdownSettings {
  /** Seconds of serving on after the signal while callers learn that this replica goes. */
  readonly drainSeconds: number;
  /** Seconds that requests in flight have after the drain. */
  readonly timeoutSeconds: number;
}

/** What the server accepts at once. */
export interface LimitSettings {
  /** Bytes of one request body. */
  readonly bodyBytes: number;
  /** Bytes of all request bodies being read or judged. */
  readonly inFlightBytes: number;
  /** Number of requests being read or judged. */
  readonly inFlightRequests: number;
}

/** Where facts come from, and which. */
export type FactSettings = FactOrigin & {
  /** Whether Shoots are among them; without, nothing that living shoots use is protected. */
  readonly shoots: "watch" | "off";
};

type FactOrigin =
  | { readonly source: "directory" /** Absolute path. */; readonly directory: string }
  | {
      readonly source: "kubernetes";
      /** Absolute path; undefined means GARDEN_KUBECONFIG, then KUBECONFIG, then the in-cluster account. */
      readonly kubeconfig: string | undefined;
    };

/** Where operator policies come from. */
export interface PolicySettings {
  /** Absolute path. */
  readonly directory: string;
  /** Whether the directory has to exist: it is named in the configuration, and not just the default. */
  readonly isRequired: boolean;
}

/** Log levels from quiet to chatty, as pino names them. */
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/** How much is logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The settings as one line of JSON for the start log. Only what is listed here is printed, so that a secret which a
 * later setting may hold does not leak by default; paths are shown, contents of files never.
 */
export function describeSettings(settings: Settings): string {
  const { server, log, facts, policies, webhooks, rules, featureGates, operatingSystemConfigs } = settings;
  const { bindAddress, port, operationsPort, certificates, shutdown, limits } = server;
  return JSON.stringify({
    server: { bindAddress, port, operationsPort, certificates, shutdown, limits },
    log: { level: log.level },
    facts,
    policies: { directory: policies.directory },
    webhooks: { enabled: webhooks.enabled },
    rules: { strict: rules.strict, inUse: rules.inUse, overrides: Object.fromEntries(rules.overrides) },
    featureGates,
    operatingSystemConfigs: describeOscSettings(operatingSystemConfigs),
  });
}

function describeOscSettings({ guardsCgroupDriver, limits }: OscSettings) {
  const { userDataBytes, userDataBytesByProvider, osOverheadBytes } = limits;
  return {
    cgroupDriverGuard: guardsCgroupDriver,
    limits: { userDataBytes, userDataBytesByProvider: Object.fromEntries(userDataBytesByProvider), osOverheadBytes },
  };
}
