import { z } from "zod";
import { LOG_LEVELS } from "./settings.ts";

/**
 * The configuration document as users write it: strict, every key optional, `null` (a key without a value) like an
 * absent key. Defaults and relations between keys are not its business, see defaults.ts and relations.ts.
 */

const Path = z.string().min(1, "must not be empty");

const Port = z
  .int("must be a whole number")
  .min(0, "must be between 0 and 65535")
  .max(65_535, "must be between 0 and 65535");

/** Two objects of the API server's largest request fit many times over; more is a typing mistake. */
const LARGEST_BYTES = 8 * 1024 ** 3;

const Bytes = z
  .int("must be a whole number of bytes")
  .min(1024, "must be at least 1024 bytes")
  .max(LARGEST_BYTES, `must be at most ${LARGEST_BYTES} bytes`);

/** Longest phase of a shutdown; pods that take longer than ten minutes to go block every roll-out. */
const Seconds = z.number().min(0, "must not be negative").max(600, "must be at most 600 seconds");

const HOST_NAME = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*$/;
const Host = z
  .string()
  .max(253, "must be at most 253 characters long")
  .refine((text) => HOST_NAME.test(text) || z.ipv6().safeParse(text).success, "must be an IP address or a host name");

const Certificates = z.strictObject({
  mode: z.enum(["files", "selfSigned"]).nullish(),
  directory: Path.nullish(),
  hosts: z.array(Host).nullish(),
});

const Server = z.strictObject({
  bindAddress: Host.nullish(),
  port: Port.nullish(),
  operationsPort: Port.nullish(),
  certificates: Certificates.nullish(),
  shutdown: z.strictObject({ drainSeconds: Seconds.nullish(), timeoutSeconds: Seconds.nullish() }).nullish(),
  limits: z
    .strictObject({
      bodyBytes: Bytes.nullish(),
      inFlightBytes: Bytes.nullish(),
      inFlightRequests: z
        .int("must be a whole number")
        .min(1, "must be at least 1")
        .max(1_000_000, "must be at most 1000000")
        .nullish(),
    })
    .nullish(),
});

/** A map handed on as it was read, since a record schema would pass over the key `__proto__` in silence. */
const RawMap = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "must be a map",
);

const Facts = z.strictObject({
  source: z.enum(["directory", "kubernetes"]).nullish(),
  directory: Path.nullish(),
  kubeconfig: Path.nullish(),
  shoots: z.enum(["watch", "off"]).nullish(),
});

/** Bytes; no provider takes more than a few MiB of user data, so that more is a typing mistake. */
const LARGEST_USER_DATA = 64 * 1024 ** 2;

/** A limit for user data. */
export const UserDataBytes = z
  .int("must be a whole number of bytes")
  .min(1024, "must be at least 1024 bytes")
  .max(LARGEST_USER_DATA, `must be at most ${LARGEST_USER_DATA} bytes`);

const OperatingSystemConfigs = z.strictObject({
  cgroupDriverGuard: z.boolean().nullish(),
  limits: z
    .strictObject({
      userDataBytes: UserDataBytes.nullish(),
      /** By provider type, which is free; see relations.ts for the values. */
      userDataBytesByProvider: RawMap.nullish(),
      osOverheadBytes: z
        .int("must be a whole number of bytes")
        .min(0, "must not be negative")
        .max(LARGEST_USER_DATA, `must be at most ${LARGEST_USER_DATA} bytes`)
        .nullish(),
    })
    .nullish(),
});

/** Version of the configuration document that this server reads. */
const CONFIG_API_VERSION = "config.gardengate.dev/v1alpha1";
/** Kind of the configuration document. */
const CONFIG_KIND = "GardengateConfiguration";

/** The document, read from YAML or JSON. */
export const ConfigDocument = z.strictObject({
  apiVersion: z.enum([CONFIG_API_VERSION]).nullish(),
  kind: z.enum([CONFIG_KIND]).nullish(),
  server: Server.nullish(),
  log: z.strictObject({ level: z.enum(LOG_LEVELS).nullish() }).nullish(),
  facts: Facts.nullish(),
  policies: z.strictObject({ directory: Path.nullish() }).nullish(),
  webhooks: z
    .strictObject({ role: z.enum(["garden", "seed"]).nullish(), enabled: z.array(z.string()).nullish() })
    .nullish(),
  rules: z
    .strictObject({
      strict: z.enum(["deny", "warn"]).nullish(),
      inUse: z.enum(["deny", "warn", "off"]).nullish(),
      /** Which modes a rule takes depends on its mark; see relations.ts. */
      overrides: RawMap.nullish(),
    })
    .nullish(),
  featureGates: z
    .strictObject({
      CloudProfileCapabilities: z.boolean().nullish(),
      VersionClassificationLifecycle: z.boolean().nullish(),
      InPlaceNodeUpdates: z.boolean().nullish(),
    })
    .nullish(),
  operatingSystemConfigs: OperatingSystemConfigs.nullish(),
});
export type ConfigDocument = z.infer<typeof ConfigDocument>;
