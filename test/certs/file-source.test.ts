import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FileSource, type FileSourceOptions } from "../../src/certs/file-source.ts";
import { certificateEvents } from "../../src/observability/certificate-events.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { capturedLog } from "../support/captured-log.ts";
import { makeCertificate, mountPair, swapMount, writePair } from "../support/certificate-files.ts";
import { FIXED_NOW, fixedClock } from "../support/fixed-clock.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

function sourceOf(directory: string, options: Partial<FileSourceOptions> = {}) {
  const captured = capturedLog();
  const metrics = createMetrics({ version: "0", withProcessMetrics: false });
  const events = certificateEvents({ log: captured.log, metrics });
  const source = new FileSource({ directory, now: fixedClock(), events, ...options });
  const seen: string[] = [];
  source.onChange(({ cert }) => void seen.push(cert));
  onTestFinished(() => source[Symbol.asyncDispose]());
  const sample = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, "m").exec(await metrics.expose("prometheus"))?.[1]);
  return { source, captured, seen, sample };
}

/** Only polling, and fast. */
const POLLING = { isWatching: false, pollMs: 20 };
/** Only events. */
const WATCHING = { pollMs: 3_600_000 };

describe("FileSource at start", () => {
  it("serves the pair of the directory", async () => {
    const directory = await temporaryDirectory();
    const pair = await makeCertificate();
    await writePair(directory, pair);
    const { source, sample, captured } = sourceOf(directory);
    expect(source.invalidity(FIXED_NOW)).toBe("not loaded");
    expect(() => source.current()).toThrow("no certificate is loaded yet");
    await source.start();
    expect(source.current()).toEqual({ cert: pair.cert, key: pair.key });
    expect(source.invalidity(FIXED_NOW)).toBeUndefined();
    expect(source.invalidity(FIXED_NOW + 30 * 86_400_000)).toBe("expired on 2026-03-30T12:00:00Z");
    expect(await sample("certwatcher_read_certificate_total")).toBe(1);
    expect(await sample("gardengate_certificate_not_after_timestamp_seconds")).toBe(1_774_872_000);
    expect(captured.lines()).toMatchObject([{ msg: "Certificate loaded", notAfter: "2026-03-30T12:00:00.000Z" }]);
  });

  it.each([
    ["no certificate", (path: string) => rm(join(path, "tls.crt")), "certificate file <dir>/tls.crt is missing"],
    ["no key", (path: string) => rm(join(path, "tls.key")), "private key file <dir>/tls.key is missing"],
    ["no directory", (path: string) => rm(path, { recursive: true }), "certificate file <dir>/tls.crt is missing"],
    [
      "a directory for a file",
      async (path: string) => {
        await rm(join(path, "tls.key"));
        await mkdir(join(path, "tls.key"));
      },
      "private key file <dir>/tls.key cannot be read: EISDIR",
    ],
    [
      "garbage for a certificate",
      async (path: string) => writeFile(join(path, "tls.crt"), "secret garbage"),
      "certificate file <dir>/tls.crt does not hold a certificate in PEM",
    ],
    [
      "garbage for a key",
      async (path: string) => writeFile(join(path, "tls.key"), "secret garbage"),
      "private key file <dir>/tls.key does not hold a private key in PEM",
    ],
    [
      "a key of another certificate",
      async (path: string) => writeFile(join(path, "tls.key"), (await makeCertificate()).key),
      "private key file <dir>/tls.key does not belong to certificate file <dir>/tls.crt",
    ],
    [
      "an expired certificate",
      async (path: string) => writePair(path, await makeCertificate({ now: FIXED_NOW - 90 * 86_400_000 })),
      "certificate file <dir>/tls.crt cannot be served: expired on 2025-12-30T12:00:00Z",
    ],
    [
      "a certificate of the future",
      async (path: string) => writePair(path, await makeCertificate({ now: FIXED_NOW + 9 * 86_400_000 })),
      "certificate file <dir>/tls.crt cannot be served: not valid before 2026-03-09T12:00:00Z",
    ],
  ])("refuses %s, naming the file", async (_what, spoil, message) => {
    const directory = await temporaryDirectory();
    await writePair(directory, await makeCertificate());
    await spoil(directory);
    await expect(sourceOf(directory).source.start()).rejects.toMatchObject({
      code: "CERTIFICATE_UNUSABLE",
      message: message.replaceAll("<dir>", directory),
    });
  });
});

describe("FileSource afterwards", () => {
  it.each([
    ["by events", WATCHING],
    ["by polling", POLLING],
  ])("notices a new pair %s", async (_how, options) => {
    const directory = await temporaryDirectory();
    await writePair(directory, await makeCertificate());
    const { source, seen } = sourceOf(directory, options);
    await source.start();
    const next = await makeCertificate();
    await writePair(directory, next);
    await expect.poll(() => seen.at(-1)).toBe(next.cert);
    expect(source.current().cert).toBe(next.cert);
  });

  it.each([
    ["by events", WATCHING],
    ["by polling", POLLING],
  ])("notices that a mounted Secret exchanges ..data, %s", async (_how, options) => {
    const directory = await temporaryDirectory();
    await mountPair(directory, "..2026_01", await makeCertificate());
    const { source, seen } = sourceOf(directory, options);
    await source.start();
    const next = await makeCertificate();
    await swapMount(directory, "..2026_02", next);
    await expect.poll(() => seen).toEqual([next.cert]);
  });

  it("keeps the old pair while the new one is unusable, and says so once", async () => {
    const directory = await temporaryDirectory();
    const first = await makeCertificate();
    await writePair(directory, first);
    const { source, seen, sample, captured } = sourceOf(directory, POLLING);
    await source.start();
    await writeFile(join(directory, "tls.key"), (await makeCertificate()).key);
    await expect.poll(() => sample("certwatcher_read_certificate_errors_total")).toBeGreaterThan(2);
    expect(source.current().cert).toBe(first.cert);
    expect(seen).toEqual([]);
    const errors = captured.lines().filter(({ level }) => level === "error");
    expect(errors).toMatchObject([{ msg: "Certificate not usable, former one stays" }]);
    expect(captured.text()).not.toContain("BEGIN");
    const second = await makeCertificate();
    await writePair(directory, second);
    await expect.poll(() => seen.at(-1)).toBe(second.cert);
  });

  it("keeps the old pair when the server refuses the new one", async () => {
    const directory = await temporaryDirectory();
    const first = await makeCertificate();
    await writePair(directory, first);
    const { source, sample } = sourceOf(directory, POLLING);
    source.onChange(() => {
      throw new Error("refused");
    });
    await source.start();
    await writePair(directory, await makeCertificate());
    await expect.poll(() => sample("certwatcher_read_certificate_errors_total")).toBeGreaterThan(0);
    expect(source.current().cert).toBe(first.cert);
  });

  it("keeps the old pair when the files vanish", async () => {
    const directory = await temporaryDirectory();
    const first = await makeCertificate();
    await writePair(directory, first);
    const { source, sample } = sourceOf(directory, POLLING);
    await source.start();
    await rm(directory, { recursive: true });
    await expect.poll(() => sample("certwatcher_read_certificate_errors_total")).toBeGreaterThan(0);
    expect(source.current().cert).toBe(first.cert);
  });
});
