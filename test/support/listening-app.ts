import { onTestFinished } from "vitest";
import type { AppOptions, Ports } from "../../src/app.ts";
import { FileSource } from "../../src/certs/file-source.ts";
import { certificateEvents } from "../../src/observability/certificate-events.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { capturedLog } from "./captured-log.ts";
import { makeCertificate, type TestCertificate, writePair } from "./certificate-files.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { type TestApp, testApp } from "./test-app.ts";

/** An app that listens on loopback with a certificate from files. */
export interface ListeningApp extends TestApp {
  readonly ports: Ports;
  readonly certificate: TestCertificate;
  readonly directory: string;
}

/** A certificate of clients' real time, since they check it. */
export function currentCertificate(): Promise<TestCertificate> {
  return makeCertificate({ now: Date.now() });
}

/** Makes an app with a file source whose clock is real, as clients' clocks are; not started. */
export async function appWithFiles(
  options: Partial<AppOptions> = {},
): Promise<TestApp & Pick<ListeningApp, "certificate" | "directory">> {
  const directory = await temporaryDirectory();
  const certificate = await currentCertificate();
  await writePair(directory, certificate);
  const captured = capturedLog();
  const metrics = createMetrics({ version: "0.0.0-test", withProcessMetrics: false });
  const events = certificateEvents({ log: captured.log, metrics });
  const certificates = new FileSource({ directory, now: Date.now, events, pollMs: 50 });
  const made = testApp({ certificates, now: Date.now, log: captured.log, metrics, ...options });
  return { ...made, captured, certificate, directory };
}

/** The same, started; drained with the test. */
export async function listeningApp(options: Partial<AppOptions> = {}): Promise<ListeningApp> {
  const made = await appWithFiles(options);
  const ports = await made.app.start();
  onTestFinished(() => made.app.drain());
  return { ...made, ports };
}
