import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/load.ts";
import { describeSettings } from "../../src/config/settings.ts";

const TEXT = `
rules: { overrides: { CAP-CP-54: warn } }
operatingSystemConfigs: { limits: { userDataBytesByProvider: { aws: 16384 } } }
`;

it("prints the configuration in force as one line of JSON", () => {
  const outcome = parseConfig(TEXT, {
    file: "config.yaml",
    cwd: "/srv",
    webhookNames: ["shoots.validate.gardengate.dev"],
  });
  const line = outcome.ok ? describeSettings(outcome.settings) : "";
  expect(line).not.toContain("\n");
  expect(JSON.parse(line)).toEqual({
    server: {
      bindAddress: "127.0.0.1",
      port: 9443,
      operationsPort: 9444,
      certificates: { mode: "files", directory: "/srv/certs" },
      shutdown: { drainSeconds: 12, timeoutSeconds: 30 },
      limits: { bodyBytes: 33554432, inFlightBytes: 134217728, inFlightRequests: 256 },
    },
    log: { level: "info" },
    facts: { source: "directory", directory: "/srv/facts", shoots: "watch" },
    policies: { directory: "/srv/policies" },
    webhooks: { enabled: ["shoots.validate.gardengate.dev"] },
    rules: { strict: "deny", inUse: "deny", overrides: { "CAP-CP-54": "warn" } },
    featureGates: {
      CloudProfileCapabilities: true,
      VersionClassificationLifecycle: false,
      InPlaceNodeUpdates: false,
    },
    operatingSystemConfigs: {
      cgroupDriverGuard: true,
      limits: { userDataBytes: 16384, userDataBytesByProvider: { aws: 16384 }, osOverheadBytes: 1500 },
    },
  });
});
