import "reflect-metadata";
import { KeyObject, randomBytes, type webcrypto, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import type { ValidityPeriod } from "./validity.ts";

/** A certificate and the key that belongs to it. */
export interface Issued {
  readonly certificate: X509Certificate;
  readonly privateKey: KeyObject;
}

/** Source: admission webhook contract, section 3.3: ECDSA P-256. */
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** Makes a certificate authority that signs leaves only. */
export async function issueAuthority(commonName: string, validity: ValidityPeriod): Promise<Issued> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...period(validity),
    name: [{ CN: [commonName] }],
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return issued(certificate.rawData, keys);
}

/** Makes a server certificate for host names and IP addresses, signed by the authority; the first host is its name. */
export async function issueLeaf(
  authority: Issued,
  hosts: readonly string[],
  validity: ValidityPeriod,
): Promise<Issued> {
  const keys = await newKeys();
  const signingKey = authority.privateKey.toCryptoKey(ALGORITHM, true, ["sign"]);
  const authorityKey = authority.certificate.publicKey.toCryptoKey(ALGORITHM, true, ["verify"]);
  const certificate = await X509CertificateGenerator.create({
    ...period(validity),
    subject: [{ CN: [hosts[0] ?? "localhost"] }],
    issuer: [{ CN: [commonNameOf(authority.certificate)] }],
    signingKey,
    publicKey: keys.publicKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        hosts.map((host) => ({ type: isIP(host) === 0 ? ("dns" as const) : ("ip" as const), value: host })),
      ),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(authorityKey),
    ],
  });
  return issued(certificate.rawData, keys);
}

/** The common name of a certificate's subject; empty if it has none. */
function commonNameOf({ subject }: X509Certificate): string {
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? "";
}

function newKeys() {
  return crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
}

/** Serial numbers are 128 random bits, so that generations can be told apart; the first bit keeps them positive. */
function period({ notBefore, notAfter }: ValidityPeriod) {
  const serialNumber = `00${randomBytes(16).toString("hex")}`;
  return { serialNumber, notBefore: new Date(notBefore), notAfter: new Date(notAfter), signingAlgorithm: ALGORITHM };
}

function issued(der: ArrayBuffer, { privateKey }: webcrypto.CryptoKeyPair): Issued {
  return { certificate: new X509Certificate(Buffer.from(der)), privateKey: KeyObject.from(privateKey) };
}
