import { execFile } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { isolatedEnvironment } from "./environment.ts";

/** Files of a serving certificate and of the authority that signed it, all in PEM. */
export interface ServingCertificate {
  /** `tls.crt` */
  readonly certFile: string;
  /** `tls.key` */
  readonly keyFile: string;
  /** `ca.crt` */
  readonly caFile: string;
  /** The authority's certificate as webhook configurations want it: base64 of the PEM. */
  readonly caBundle: string;
}

/**
 * Makes a fresh authority and a serving certificate in `directory` (created if
 * needed, files of the same name are replaced), valid for two days.
 * Calling it again means a new authority, as after a lost secret.
 * @param hosts DNS names and IP addresses that the certificate is good for.
 * @throws Error if there is no `openssl` on the PATH.
 */
export async function createServingCertificate(
  directory: string,
  hosts: readonly string[] = ["127.0.0.1", "localhost"],
): Promise<ServingCertificate> {
  await mkdir(directory, { recursive: true });
  const path = (name: string) => join(directory, name);
  const id = randomBytes(4).toString("hex");
  const names = hosts.map((host) => `${isIP(host) === 0 ? "DNS" : "IP"}:${host}`);
  await Promise.all([
    writeFile(path("ca.key"), newPrivateKey(), { mode: 0o600 }),
    writeFile(path("tls.key"), newPrivateKey(), { mode: 0o600 }),
    writeFile(path("openssl.cnf"), configuration(names)),
  ]);
  const common = ["-sha256", "-days", "2"];
  const openssl = (...args: string[]) => runOpenssl(directory, args);
  await Promise.all([
    openssl(
      ...["req", "-x509", "-new", "-config", "openssl.cnf", "-extensions", "authority", ...common],
      ...["-subj", `/CN=gardengate test authority ${id}`, "-key", "ca.key", "-out", "ca.crt"],
    ),
    openssl(
      ...["req", "-new", "-config", "openssl.cnf", "-sha256"],
      ...["-subj", `/CN=gardengate test ${id}`, "-key", "tls.key", "-out", "tls.csr"],
    ),
  ]);
  await openssl(
    ...["x509", "-req", ...common, "-in", "tls.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-set_serial", `0x01${id}`],
    ...["-extfile", "openssl.cnf", "-extensions", "server", "-out", "tls.crt"],
  );
  const caBundle = (await readFile(path("ca.crt"))).toString("base64");
  return { certFile: path("tls.crt"), keyFile: path("tls.key"), caFile: path("ca.crt"), caBundle };
}

/** A new P-256 private key as PEM in the form (SEC 1) that the API server takes for service accounts too. */
export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "sec1", format: "pem" }).toString();
}

function configuration(names: readonly string[]): string {
  return `[req]
distinguished_name = subject
prompt = no
[subject]
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = ${names.join(", ")}
`;
}

async function runOpenssl(directory: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)("openssl", args, { cwd: directory, env: isolatedEnvironment(directory) });
}
