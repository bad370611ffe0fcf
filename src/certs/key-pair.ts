import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CertificateError, type CertificatePair } from "./source.ts";
import { invalidityOf, type ValidityPeriod } from "./validity.ts";

/** Names inside a certificate directory; those of a Kubernetes Secret of type `kubernetes.io/tls`. */
export const CERTIFICATE_FILE = "tls.crt";
export const KEY_FILE = "tls.key";

/** A pair that was checked, and when it is valid. */
export interface CheckedPair {
  readonly pair: CertificatePair;
  readonly validity: ValidityPeriod;
}

/** Reads both files of a directory. Rejects with {@link CertificateError} naming the file that cannot be read. */
export async function readPair(directory: string): Promise<CertificatePair> {
  const cert = await readPem("certificate", join(directory, CERTIFICATE_FILE));
  const key = await readPem("private key", join(directory, KEY_FILE));
  return { cert, key };
}

async function readPem(what: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new CertificateError(`${what} file ${path} ${code === "ENOENT" ? "is missing" : `cannot be read: ${code}`}`, {
      cause: error,
    });
  }
}

/**
 * Checks that a pair can be served now: both parse, the key is that of the certificate, and the moment is within its
 * validity. Throws {@link CertificateError}, which names the files of the directory the pair was read from.
 */
export function checkPair(pair: CertificatePair, directory: string, now: number): CheckedPair {
  const certificatePath = join(directory, CERTIFICATE_FILE);
  const keyPath = join(directory, KEY_FILE);
  const certificate = parse("certificate", certificatePath, () => new X509Certificate(pair.cert));
  const key: KeyObject = parse("private key", keyPath, () => createPrivateKey(pair.key));
  if (!certificate.checkPrivateKey(key)) {
    throw new CertificateError(`private key file ${keyPath} does not belong to certificate file ${certificatePath}`);
  }
  const validity = { notBefore: Date.parse(certificate.validFrom), notAfter: Date.parse(certificate.validTo) };
  const invalidity = invalidityOf(validity, now);
  if (invalidity !== undefined) {
    throw new CertificateError(`certificate file ${certificatePath} cannot be served: ${invalidity}`);
  }
  return { pair, validity };
}

/** The parser's own error is left out, lest it quote what it read. */
function parse<T>(what: string, path: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new CertificateError(`${what} file ${path} does not hold a ${what} in PEM`);
  }
}
