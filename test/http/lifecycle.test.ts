import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ServerOptions } from "../../src/app.ts";
import { shootReview } from "../support/admission-requests.ts";
import { makeCertificate, writePair } from "../support/certificate-files.ts";
import { fakeFacts } from "../support/fake-facts.ts";
import { fakeWebhook, profileNamed } from "../support/fake-webhooks.ts";
import { isAccepting, keepAliveAgent, openTls, postOverTls, received } from "../support/https-client.ts";
import { appWithFiles, listeningApp } from "../support/listening-app.ts";
import { TEST_SERVER } from "../support/test-app.ts";

const REVIEW = JSON.stringify(shootReview());

function shutdown(drainSeconds: number, timeoutSeconds = 2): ServerOptions {
  return { ...TEST_SERVER, shutdown: { drainSeconds, timeoutSeconds } };
}

async function readyz(port: number): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
}

/** Takes a port on loopback. */
async function occupiedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("start", () => {
  it("makes the server ready", async () => {
    const { ports, captured } = await listeningApp();
    expect(await readyz(ports.operations)).toBe(200);
    const verbose = await fetch(`http://127.0.0.1:${ports.operations}/readyz?verbose`);
    expect(await verbose.text()).toBe(
      "[+]listening ok\n[+]certificate ok\n[+]facts ok\n[+]policies ok\n[+]not-draining ok\nreadyz check passed\n",
    );
    expect(captured.lines()).toContainEqual(
      expect.objectContaining({ msg: "Server listening", webhooks: ["shoots.validate.gardengate.dev"] }),
    );
  });

  it.each(["admission", "operations"] as const)("names the address when the %s port is in use", async (role) => {
    const port = await occupiedPort();
    const server = role === "admission" ? { ...TEST_SERVER, port } : { ...TEST_SERVER, operationsPort: port };
    const { app } = await appWithFiles({ server });
    await expect(app.start()).rejects.toMatchObject({
      code: "LISTEN_FAILED",
      message: `${role} server cannot listen on 127.0.0.1:${port}: the port is in use`,
    });
    expect([app.admission.server.listening, app.operations.server.listening]).toEqual([false, false]);
  });

  it("leaves nothing open when the facts are broken", async () => {
    const { app } = await appWithFiles({ facts: fakeFacts({ startError: new Error("facts/a.yaml:3: not YAML") }) });
    await expect(app.start()).rejects.toThrow("facts/a.yaml:3: not YAML");
    expect([app.admission.server.listening, app.operations.server.listening]).toEqual([false, false]);
  });

  it("refuses an expired certificate before anything listens", async () => {
    const { app, directory } = await appWithFiles();
    await writePair(directory, await makeCertificate({ now: Date.now() - 90 * 86_400_000 }));
    await expect(app.start()).rejects.toMatchObject({ code: "CERTIFICATE_UNUSABLE" });
    expect(app.operations.server.listening).toBe(false);
  });
});

describe("drain", () => {
  it("loses no request under load: readiness falls first, connections are asked to close", async () => {
    const { app, ports, certificate } = await listeningApp({ server: shutdown(0.8) });
    const agent = keepAliveAgent(6);
    const answers: { status: number; connection: unknown; isDraining: boolean }[] = [];
    let isRouted = true;
    let isDraining = false;
    const load = Array.from({ length: 6 }, async () => {
      while (isRouted) {
        const whileDraining = isDraining;
        const { status, headers } = await postOverTls(REVIEW, { port: ports.admission, ca: certificate.ca, agent });
        answers.push({ status, connection: headers["connection"], isDraining: whileDraining });
      }
    });
    await delay(200);
    isDraining = true;
    const drained = app.drain();
    expect(app.drain()).toBe(drained);
    expect(await readyz(ports.operations)).toBe(503);
    expect((await fetch(`http://127.0.0.1:${ports.operations}/healthz`)).status).toBe(200);
    await delay(400);
    isRouted = false;
    await Promise.all(load);
    await drained;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [before, during] = [false, true].map((phase) => answers.filter((answer) => answer.isDraining === phase));
    expect(before?.length).toBeGreaterThan(5);
    expect(during?.length).toBeGreaterThan(5);
    expect(new Set(during?.map(({ connection }) => connection))).toEqual(new Set(["close"]));
    expect(await isAccepting(ports.admission)).toBe(false);
    expect(await isAccepting(ports.operations)).toBe(false);
  });

  it("finishes what is at hand and sends late requests elsewhere", async () => {
    const held = Promise.withResolvers<readonly string[]>();
    const facts = fakeFacts({ read: () => held.promise });
    const webhooks = [fakeWebhook({ needs: () => [profileNamed("aws")] })];
    const { app, ports, certificate } = await listeningApp({ server: shutdown(0.05), webhooks, facts });
    const late = await openTls(ports.admission, { ca: certificate.ca });
    const idle = await openTls(ports.admission, { ca: certificate.ca });
    const atHand = postOverTls(REVIEW, { port: ports.admission, ca: certificate.ca });
    await expect.poll(() => facts.reads.length).toBe(1);
    const drained = app.drain();
    await expect.poll(() => isAccepting(ports.admission)).toBe(false);
    late.write(
      `POST /validate/shoots HTTP/1.1\r\nHost: gate\r\nContent-Type: application/json\r\nContent-Length: ${REVIEW.length}\r\n\r\n`,
    );
    await delay(50);
    late.write(REVIEW);
    const text = await received(late);
    expect(text).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(text).toMatch(/\r\nretry-after: 0\r\n/i);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    expect(text).toContain('"message":"server is shutting down; try again"');
    expect(idle.closed).toBe(false);
    held.resolve(["aws"]);
    expect(await atHand).toMatchObject({ status: 200, headers: { connection: "close" } });
    await drained;
    expect(await received(idle)).toBe("");
  });

  it("cuts off what is not done in time", async () => {
    const facts = fakeFacts({ read: () => new Promise(() => {}) });
    const webhooks = [fakeWebhook({ needs: () => [profileNamed("aws")] })];
    const { app, ports, certificate } = await listeningApp({ server: shutdown(0, 0.2), webhooks, facts });
    const stuck = postOverTls(REVIEW, { port: ports.admission, ca: certificate.ca }).catch(() => "cut off");
    await expect.poll(() => facts.reads.length).toBe(1);
    const startedAt = performance.now();
    await app.drain();
    expect(performance.now() - startedAt).toBeLessThan(1500);
    expect(await stuck).toBe("cut off");
  });
});
