import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Issued, issueAuthority, issueLeaf } from "../../src/certs/issue.ts";
import type { CertificatePair } from "../../src/certs/source.ts";
import { FIXED_NOW } from "./fixed-clock.ts";

const DAY_MS = 86_400_000;

/** A certificate for loopback and the authority that signed it. */
export interface TestCertificate extends CertificatePair {
  readonly ca: string;
  /** Serial number, by which a client tells pairs apart. */
  readonly serial: string;
}

/** Makes a pair that is valid for `days` from a day before `now`. */
export async function makeCertificate({ now = FIXED_NOW, days = 30 } = {}): Promise<TestCertificate> {
  const validity = { notBefore: now - DAY_MS, notAfter: now - DAY_MS + days * DAY_MS };
  const authority = await issueAuthority("test CA", validity);
  const leaf = await issueLeaf(authority, ["localhost", "127.0.0.1"], validity);
  return { ...pemOf(leaf), ca: authority.certificate.toString(), serial: leaf.certificate.serialNumber };
}

function pemOf({ certificate, privateKey }: Issued): CertificatePair {
  return { cert: certificate.toString(), key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

/** Writes a pair as plain files. */
export async function writePair(directory: string, { cert, key }: CertificatePair): Promise<void> {
  await writeFile(join(directory, "tls.key"), key);
  await writeFile(join(directory, "tls.crt"), cert);
}

/** Writes a pair as the kubelet mounts a Secret: the files are links through `..data`, which is exchanged as a whole. */
export async function mountPair(directory: string, generation: string, { cert, key }: CertificatePair): Promise<void> {
  await mkdir(join(directory, generation));
  await writePair(join(directory, generation), { cert, key });
  await symlink(generation, join(directory, "..data_tmp"));
  await rename(join(directory, "..data_tmp"), join(directory, "..data"));
  for (const file of ["tls.crt", "tls.key"]) {
    await rm(join(directory, file), { force: true });
    await symlink(join("..data", file), join(directory, file));
  }
}

/** Exchanges what `..data` points to, and nothing else. */
export async function swapMount(directory: string, generation: string, pair: CertificatePair): Promise<void> {
  await mkdir(join(directory, generation));
  await writePair(join(directory, generation), pair);
  await symlink(generation, join(directory, "..data_tmp"));
  await rename(join(directory, "..data_tmp"), join(directory, "..data"));
}
