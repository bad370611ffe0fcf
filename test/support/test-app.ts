import { onTestFinished } from "vitest";
import { type App, type AppOptions, createApp, type ServerOptions } from "../../src/app.ts";
import type { CertificateSource } from "../../src/certs/source.ts";
import { ENFORCE_ALL } from "../../src/domain/rules/judge.ts";
import { createMetrics, type Metrics } from "../../src/observability/metrics.ts";
import { fixedPolicies } from "../../src/policies/fixed.ts";
import type { ChapterSettings, OscSettings } from "../../src/webhooks/contract.ts";
import { type CapturedLog, capturedLog } from "./captured-log.ts";
import { fakeFacts } from "./fake-facts.ts";
import { fakeWebhook } from "./fake-webhooks.ts";
import { fixedClock } from "./fixed-clock.ts";

/** As the configuration document has it when nothing is set. */
export const DEFAULT_OSC_SETTINGS: OscSettings = {
  guardsCgroupDriver: true,
  limits: { userDataBytes: 16_384, userDataBytesByProvider: new Map(), osOverheadBytes: 1500 },
};

/** Every rule enforced, every feature gate on. */
export const TEST_SETTINGS: ChapterSettings = {
  rules: ENFORCE_ALL,
  featureGates: { CloudProfileCapabilities: true, VersionClassificationLifecycle: true, InPlaceNodeUpdates: true },
  shoots: "watch",
  operatingSystemConfigs: DEFAULT_OSC_SETTINGS,
};

/** The server options of a test: any free ports, a short way out. */
export const TEST_SERVER: ServerOptions = {
  bindAddress: "127.0.0.1",
  port: 0,
  operationsPort: 0,
  shutdown: { drainSeconds: 0, timeoutSeconds: 2 },
  limits: { bodyBytes: 32 * 1024 * 1024, inFlightBytes: 128 * 1024 * 1024, inFlightRequests: 256 },
};

/** An app with what it writes. */
export interface TestApp {
  readonly app: App;
  readonly captured: CapturedLog;
  readonly metrics: Metrics;
  /** The metrics in Prometheus text. */
  readonly scrape: () => Promise<string>;
}

/** A certificate source for tests that never listen. */
export const NO_CERTIFICATE: CertificateSource = {
  start: async () => {},
  current: () => ({ cert: "", key: "" }),
  invalidity: () => undefined,
  onChange: () => {},
  [Symbol.asyncDispose]: async () => {},
};

/** Wires an app from fakes; a test gives only what it is about. Closed with the test. */
export function testApp(options: Partial<AppOptions> = {}): TestApp {
  const captured = capturedLog();
  const metrics = options.metrics ?? createMetrics({ version: "0.0.0-test", withProcessMetrics: false });
  const app = createApp({
    server: TEST_SERVER,
    webhooks: [fakeWebhook()],
    facts: fakeFacts(),
    policies: fixedPolicies(),
    settings: TEST_SETTINGS,
    certificates: NO_CERTIFICATE,
    now: fixedClock(),
    log: captured.log,
    ...options,
    metrics,
  });
  onTestFinished(async () => {
    await app.admission.close();
    await app.operations.close();
  });
  return { app, captured, metrics, scrape: () => metrics.expose("prometheus") };
}

/** What a webhook answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Posts a body to the path of shoots, as the API server does; headers can be replaced or, by undefined, left out. */
export async function post(
  { app }: Pick<TestApp, "app">,
  body: unknown,
  { timeout = "10s", headers = {} }: { readonly timeout?: string; readonly headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await app.admission.inject({
    method: "POST",
    url: `/validate/shoots?timeout=${timeout}`,
    headers: { "content-type": "application/json", ...headers },
    payload: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
  return { status: response.statusCode, headers: response.headers, text: response.payload };
}
