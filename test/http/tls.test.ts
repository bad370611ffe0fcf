import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { shootObject, shootReview } from "../support/admission-requests.ts";
import { writePair } from "../support/certificate-files.ts";
import { fakeFacts } from "../support/fake-facts.ts";
import { fakeWebhook, profileNamed } from "../support/fake-webhooks.ts";
import { keepAliveAgent, openTls, postOverTls, received } from "../support/https-client.ts";
import { currentCertificate, listeningApp } from "../support/listening-app.ts";
import { TEST_SERVER } from "../support/test-app.ts";

const REVIEW = JSON.stringify(shootReview());
const LEGACY = { ciphers: "DEFAULT:@SECLEVEL=0", minVersion: "TLSv1", rejectUnauthorized: false } as const;

function head(...lines: readonly string[]): string {
  const all = ["POST /validate/shoots?timeout=10s HTTP/1.1", "Host: gate", "Content-Type: application/json", ...lines];
  return `${all.join("\r\n")}\r\n\r\n`;
}

describe("TLS", () => {
  it("is 1.3 by choice, 1.2 at least, and HTTP/1.1 only", async () => {
    const { ports, certificate } = await listeningApp();
    const socket = await openTls(ports.admission, { ca: certificate.ca, ALPNProtocols: ["h2", "http/1.1"] });
    expect([socket.getProtocol(), socket.alpnProtocol]).toEqual(["TLSv1.3", "http/1.1"]);
    const older = await openTls(ports.admission, { ca: certificate.ca, maxVersion: "TLSv1.2" });
    expect([older.getProtocol(), older.getCipher().name]).toEqual(["TLSv1.2", "ECDHE-ECDSA-AES128-GCM-SHA256"]);
    await expect(openTls(ports.admission, { ...LEGACY, maxVersion: "TLSv1.1" })).rejects.toThrow();
    await expect(openTls(ports.admission, { ca: certificate.ca, ALPNProtocols: ["h2"] })).rejects.toThrow();
    const cbc = { ca: certificate.ca, maxVersion: "TLSv1.2", ciphers: "ECDHE-ECDSA-AES128-SHA" } as const;
    await expect(openTls(ports.admission, cbc)).rejects.toThrow();
  });

  it("changes the certificate under load without a failure, and keeps its policy", async () => {
    const { ports, certificate, directory, app, scrape } = await listeningApp();
    const next = await currentCertificate();
    const ca = certificate.ca + next.ca;
    const agent = keepAliveAgent(4);
    const statuses: number[] = [];
    let isOver = false;
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const kept = await postOverTls(REVIEW, { port: ports.admission, ca, agent });
        const fresh = await postOverTls(REVIEW, { port: ports.admission, ca });
        statuses.push(kept.status, fresh.status);
      }
    });
    const serial = async () => (await postOverTls(REVIEW, { port: ports.admission, ca })).serial;
    expect(await serial()).toBe(certificate.serial);
    await writeFile(join(directory, "tls.key"), next.key);
    await expect.poll(scrape).toMatch(/^certwatcher_read_certificate_errors_total [1-9]/m);
    expect(await serial()).toBe(certificate.serial);
    await writePair(directory, next);
    await expect.poll(serial).toBe(next.serial);
    isOver = true;
    await Promise.all(load);
    expect(statuses.length).toBeGreaterThan(10);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expect(openTls(ports.admission, { ...LEGACY, maxVersion: "TLSv1.1" })).rejects.toThrow();
    expect((await app.operations.inject("/readyz?verbose")).payload).toContain("[+]certificate ok\n");
  });
});

describe("connections", () => {
  it("outlive the idle time of the API server and are used again", async () => {
    const { ports, certificate, app } = await listeningApp();
    expect(app.admission.server.keepAliveTimeout).toBe(120_000);
    expect(app.admission.server.headersTimeout).toBe(32_000);
    expect(app.admission.server.requestTimeout).toBe(60_000);
    const wire = { port: ports.admission, ca: certificate.ca, agent: keepAliveAgent(1) };
    const first = await postOverTls(REVIEW, wire);
    await delay(300);
    const second = await postOverTls(REVIEW, wire);
    expect(first.headers).toMatchObject({ connection: "keep-alive", "keep-alive": "timeout=120" });
    expect(second.clientPort).toBe(first.clientPort);
  });

  it("that speak no HTTP get a Status and are closed", async () => {
    const { ports, certificate } = await listeningApp();
    const socket = await openTls(ports.admission, { ca: certificate.ca });
    socket.write("hello\r\n\r\n");
    const text = await received(socket);
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toContain('"kind":"Status"');
  });
});

describe("bodies on the wire", () => {
  const megabyte = "x".repeat(1_000_000);
  const limits = { ...TEST_SERVER.limits, bodyBytes: 3_500_000 };

  it("are refused by their length before a byte is read", async () => {
    const { ports, certificate } = await listeningApp();
    const socket = await openTls(ports.admission, { ca: certificate.ca });
    socket.write(head(`Content-Length: ${33 * 1024 * 1024}`));
    expect(await received(socket, (text) => text.includes("33554432"))).toMatch(
      /^HTTP\/1\.1 413 Payload Too Large\r\n/,
    );
  });

  it("may come in chunks, which are counted", async () => {
    const { ports, certificate } = await listeningApp({ server: { ...TEST_SERVER, limits } });
    const chunked = { port: ports.admission, ca: certificate.ca, headers: { "transfer-encoding": "chunked" } };
    const fitting = JSON.stringify(shootReview({ object: shootObject({ filler: megabyte }) }));
    expect(await postOverTls(fitting, chunked)).toMatchObject({ status: 200 });
    const socket = await openTls(ports.admission, { ca: certificate.ca });
    socket.write(head("Transfer-Encoding: chunked"));
    for (let count = 0; count < 4; count += 1) {
      socket.write(`${megabyte.length.toString(16)}\r\n${megabyte}\r\n`);
    }
    expect(await received(socket, (text) => text.includes("at most"))).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n/);
  });

  it("that stop half-way are answered at the deadline and give back what they held", async () => {
    const server = { ...TEST_SERVER, limits: { ...limits, inFlightRequests: 1 } };
    const { ports, certificate } = await listeningApp({ server });
    const socket = await openTls(ports.admission, { ca: certificate.ca });
    socket.write(`${head("Content-Length: 1000").replace("10s", "400ms")}{"kind":`);
    expect(await received(socket, (text) => text.includes("deadline"))).toMatch(/^HTTP\/1\.1 500 /);
    expect((await postOverTls(REVIEW, { port: ports.admission, ca: certificate.ca })).status).toBe(200);
  });

  it("whose sender goes away give back what they held", async () => {
    const server = { ...TEST_SERVER, limits: { ...limits, inFlightRequests: 1 } };
    const { ports, certificate, captured } = await listeningApp({ server });
    const socket = await openTls(ports.admission, { ca: certificate.ca });
    const wire = { port: ports.admission, ca: certificate.ca };
    socket.write(`${head("Content-Length: 1000")}{"kind":`);
    await expect.poll(async () => (await postOverTls(REVIEW, wire)).status).toBe(429);
    socket.destroy();
    await expect.poll(async () => (await postOverTls(REVIEW, wire)).status).toBe(200);
    expect(captured.lines()).toContainEqual(expect.objectContaining({ fault: "callerGone", level: "warn" }));
  });

  it("of many megabytes do not hold up small ones", async () => {
    const { ports, certificate } = await listeningApp();
    const wire = { port: ports.admission, ca: certificate.ca };
    const large = JSON.stringify(shootReview({ object: shootObject({ filler: megabyte.repeat(8) }) }));
    const statuses = await Promise.all([large, REVIEW, large, REVIEW, large].map((body) => postOverTls(body, wire)));
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it("that are refused when too much is in flight leave those at hand alone", async () => {
    const held = Promise.withResolvers<readonly string[]>();
    const facts = fakeFacts({ read: () => held.promise });
    const server = { ...TEST_SERVER, limits: { ...limits, inFlightRequests: 4 } };
    const webhooks = [fakeWebhook({ needs: () => [profileNamed("aws")] })];
    const { ports, certificate } = await listeningApp({ server, webhooks, facts });
    const wire = { port: ports.admission, ca: certificate.ca };
    const accepted = Array.from({ length: 4 }, () => postOverTls(REVIEW, wire));
    await expect.poll(() => facts.reads.length).toBe(4);
    const surplus = await Promise.all(Array.from({ length: 12 }, () => postOverTls(REVIEW, wire)));
    expect(new Set(surplus.map(({ status, headers }) => `${status} ${headers["retry-after"]}`))).toEqual(
      new Set(["429 1"]),
    );
    held.resolve(["aws"]);
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});
