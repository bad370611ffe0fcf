import { X509Certificate } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ensureSelfSigned } from "../../src/certs/self-signed.ts";
import { makeCertificate, writePair } from "../support/certificate-files.ts";
import { FIXED_NOW } from "../support/fixed-clock.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const DAY_MS = 86_400_000;

async function read(directory: string, file: string): Promise<string> {
  return readFile(join(directory, file), "utf8");
}

describe("ensureSelfSigned", () => {
  it("makes authority, certificate and a key that only the owner reads", async () => {
    const directory = join(await temporaryDirectory(), "certs");
    const authority = await ensureSelfSigned({
      directory,
      hosts: ["10.0.0.7", "2001:db8::17", "gate.local"],
      now: FIXED_NOW,
    });
    expect(authority).toEqual({ path: join(directory, "ca.crt"), pem: await read(directory, "ca.crt"), isNew: true });
    const ca = new X509Certificate(authority.pem);
    const leaf = new X509Certificate(await read(directory, "tls.crt"));
    expect(ca.subject).toBe("CN=gardengate development CA 2026-03-01T12:00:00");
    expect(ca.ca).toBe(true);
    expect(ca.verify(ca.publicKey)).toBe(true);
    expect(leaf.ca).toBe(false);
    expect(leaf.checkIssued(ca)).toBe(true);
    expect(leaf.verify(ca.publicKey)).toBe(true);
    expect(leaf.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    expect(leaf.publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: "prime256v1" });
    expect(leaf.subjectAltName).toBe(
      "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:10.0.0.7, " +
        "IP Address:2001:DB8:0:0:0:0:0:17, DNS:gate.local",
    );
    expect([leaf.validFrom, leaf.validTo]).toEqual(["Mar  1 11:55:00 2026 GMT", "Mar  1 12:00:00 2027 GMT"]);
    expect(leaf.serialNumber).not.toBe(ca.serialNumber);
    expect((await stat(join(directory, "tls.key"))).mode & 0o777).toBe(0o600);
  });

  it("uses what it made before", async () => {
    const directory = await temporaryDirectory();
    const first = await ensureSelfSigned({ directory, hosts: [], now: FIXED_NOW });
    const again = await ensureSelfSigned({ directory, hosts: [], now: FIXED_NOW + 300 * DAY_MS });
    expect(again).toEqual({ ...first, isNew: false });
  });

  it.each([
    ["less than a day is left", { hosts: [], now: FIXED_NOW + 364.5 * DAY_MS }],
    ["it expired", { hosts: [], now: FIXED_NOW + 400 * DAY_MS }],
    ["a host is not covered", { hosts: ["other.local"], now: FIXED_NOW }],
  ])("makes everything anew when %s", async (_why, options) => {
    const directory = await temporaryDirectory();
    const first = await ensureSelfSigned({ directory, hosts: [], now: FIXED_NOW });
    const next = await ensureSelfSigned({ directory, ...options });
    expect(next.isNew).toBe(true);
    expect(next.pem).not.toBe(first.pem);
    expect(new X509Certificate(await read(directory, "tls.crt")).verify(new X509Certificate(next.pem).publicKey)).toBe(
      true,
    );
  });

  it("makes everything anew when a part is broken", async () => {
    const directory = await temporaryDirectory();
    await ensureSelfSigned({ directory, hosts: [], now: FIXED_NOW });
    await writeFile(join(directory, "ca.crt"), "garbage");
    expect((await ensureSelfSigned({ directory, hosts: [], now: FIXED_NOW })).isNew).toBe(true);
  });

  it("never overwrites what others made", async () => {
    const directory = await temporaryDirectory();
    const foreign = await makeCertificate();
    await writePair(directory, foreign);
    await expect(ensureSelfSigned({ directory, hosts: [], now: FIXED_NOW })).rejects.toMatchObject({
      code: "CERTIFICATE_UNUSABLE",
      message:
        `certificate file ${join(directory, "tls.crt")} was not made by gardengate and is not overwritten; ` +
        "use certificates.mode: files, or another directory",
    });
    expect(await read(directory, "tls.key")).toBe(foreign.key);
  });

  it("never overwrites a key without certificate", async () => {
    const directory = await temporaryDirectory();
    await writeFile(join(directory, "tls.key"), "key of somebody");
    await expect(ensureSelfSigned({ directory, hosts: [], now: FIXED_NOW })).rejects.toMatchObject({
      message: `private key file ${join(directory, "tls.key")} has no certificate and is not overwritten; remove it`,
    });
  });
});
