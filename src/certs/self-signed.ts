import { X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import type { Issued } from "./issue.ts";
import { CERTIFICATE_FILE, checkPair, KEY_FILE, readPair } from "./key-pair.ts";
import { CertificateError } from "./source.ts";

/** What a development certificate is made for. */
export interface SelfSignedOptions {
  /** Created if it is missing. */
  readonly directory: string;
  /** Host names and IP addresses besides those of the loopback interface. */
  readonly hosts: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The authority that clients shall trust. */
export interface DevelopmentAuthority {
  readonly path: string;
  readonly pem: string;
  /** False if a former certificate still serves. */
  readonly isNew: boolean;
}

const AUTHORITY_FILE = "ca.crt";
const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "::1"];
const AUTHORITY_NAME = "gardengate development CA";

const HOUR_MS = 3_600_000;

/** Milliseconds: a year, so that clients that trusted the authority keep working; the limit of browsers is 825 days. */
const LIFETIME_MS = 365 * 24 * HOUR_MS;

/** Milliseconds that the clock of a client may be behind. */
const BACKDATE_MS = 5 * 60 * 1000;

/** Milliseconds: what has less than a day left is made anew, since nothing renews it while the server runs. */
const MINIMUM_LEFT_MS = 24 * HOUR_MS;

/**
 * Makes sure that a directory holds a certificate for development: `ca.crt`, `tls.crt`, `tls.key`. One that it made
 * before is used again if it is valid for another day and for all hosts; else authority and leaf are made anew. The
 * authority's key is never stored, so nothing else can be signed with it.
 *
 * Rejects with {@link CertificateError} rather than overwrite a certificate or key that it did not make.
 */
export async function ensureSelfSigned({ directory, hosts, now }: SelfSignedOptions): Promise<DevelopmentAuthority> {
  const allHosts = [...new Set([...LOOPBACK_HOSTS, ...hosts])];
  const path = join(directory, AUTHORITY_FILE);
  await refuseForeign(directory);
  const former = await usableAuthority(directory, allHosts, now);
  if (former !== undefined) {
    return { path, pem: former, isNew: false };
  }
  const validity = { notBefore: now - BACKDATE_MS, notAfter: now + LIFETIME_MS };
  const generation = new Date(now).toISOString().slice(0, 19);
  // Loaded only where a certificate has to be made: the library takes a tenth of a second.
  const { issueAuthority, issueLeaf } = await import("./issue.ts");
  const authority = await issueAuthority(`${AUTHORITY_NAME} ${generation}`, validity);
  await store(directory, authority, await issueLeaf(authority, allHosts, validity));
  return { path, pem: authority.certificate.toString(), isNew: true };
}

async function refuseForeign(directory: string): Promise<void> {
  const certificatePath = join(directory, CERTIFICATE_FILE);
  const keyPath = join(directory, KEY_FILE);
  const cert = await readIfPresent(certificatePath);
  if (cert === undefined) {
    if ((await readIfPresent(keyPath)) !== undefined) {
      throw new CertificateError(`private key file ${keyPath} has no certificate and is not overwritten; remove it`);
    }
    return;
  }
  if (!isOwn(cert)) {
    throw new CertificateError(
      `certificate file ${certificatePath} was not made by gardengate and is not overwritten; ` +
        "use certificates.mode: files, or another directory",
    );
  }
}

function isOwn(pem: string): boolean {
  try {
    return new X509Certificate(pem).issuer.startsWith(`CN=${AUTHORITY_NAME}`);
  } catch {
    return false;
  }
}

/** The PEM of the authority if everything in the directory still serves. */
async function usableAuthority(directory: string, hosts: readonly string[], now: number): Promise<string | undefined> {
  try {
    const { pair } = checkPair(await readPair(directory), directory, now + MINIMUM_LEFT_MS);
    const pem = await readFile(join(directory, AUTHORITY_FILE), "utf8");
    const leaf = new X509Certificate(pair.cert);
    const isUsable = leaf.verify(new X509Certificate(pem).publicKey) && hosts.every((host) => covers(leaf, host));
    return isUsable ? pem : undefined;
  } catch {
    return undefined;
  }
}

function covers(leaf: X509Certificate, host: string): boolean {
  return (isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host)) !== undefined;
}

/** The certificate comes last: as long as it is missing or the former one, nothing half-made is served. */
async function store(directory: string, authority: Issued, leaf: Issued): Promise<void> {
  await mkdir(directory, { recursive: true });
  const key = leaf.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  await replaceFile(join(directory, AUTHORITY_FILE), authority.certificate.toString(), 0o644);
  await replaceFile(join(directory, KEY_FILE), key, 0o600);
  await replaceFile(join(directory, CERTIFICATE_FILE), leaf.certificate.toString(), 0o644);
}

async function replaceFile(path: string, content: string, mode: number): Promise<void> {
  const temporary = `${path}.new`;
  await writeFile(temporary, content, { mode });
  await rename(temporary, path);
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw new CertificateError(`file ${path} cannot be read`, { cause: error });
  }
}
