import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from "node:crypto";
import { isIP } from "node:net";
import {
  bitString,
  boolean,
  octetString,
  oid,
  positiveInteger,
  sequence,
  setOf,
  tagged,
  time,
  utf8String,
} from "./der.ts";
import type { ValidityPeriod } from "./validity.ts";

/** A certificate and the key that belongs to it. */
export interface Issued {
  readonly certificate: X509Certificate;
  readonly privateKey: KeyObject;
}

/** Source: RFC 5280, appendix A; RFC 5758, section 3.2. */
const OID = {
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  commonName: "2.5.4.3",
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKeyIdentifier: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
  serverAuth: "1.3.6.1.5.5.7.3.1",
} as const;

/** Key usage as a bit string: keyCertSign and cRLSign are bits 5 and 6, digitalSignature is bit 0. */
const CA_USAGE = bitString(Buffer.from([0b0000_0110]), 1);
const LEAF_USAGE = bitString(Buffer.from([0b1000_0000]), 7);

/** Bytes of a serial number: 128 bits, as the contract asks; random, so that generations can be told apart. */
const SERIAL_BYTES = 16;

/** Makes a certificate authority that signs leaves only, with an ECDSA P-256 key. */
export function issueAuthority(commonName: string, validity: ValidityPeriod): Issued {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return issue({
    subject: commonName,
    issuer: commonName,
    validity,
    privateKey,
    signingKey: privateKey,
    extensions: [
      critical(OID.basicConstraints, sequence(boolean(true), positiveInteger(Buffer.from([0])))),
      critical(OID.keyUsage, CA_USAGE),
      extension(OID.subjectKeyIdentifier, octetString(keyIdentifier(publicKey))),
    ],
  });
}

/** Makes a server certificate for host names and IP addresses, signed by the authority; the first host is its name. */
export function issueLeaf(authority: Issued, hosts: readonly string[], validity: ValidityPeriod): Issued {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const authorityKey = keyIdentifier(createPublicKey(authority.privateKey));
  return issue({
    subject: hosts[0] ?? "localhost",
    issuer: commonNameOf(authority.certificate),
    validity,
    privateKey,
    signingKey: authority.privateKey,
    extensions: [
      critical(OID.basicConstraints, sequence()),
      critical(OID.keyUsage, LEAF_USAGE),
      extension(OID.extendedKeyUsage, sequence(oid(OID.serverAuth))),
      extension(OID.subjectAltName, sequence(...hosts.map(generalName))),
      extension(OID.subjectKeyIdentifier, octetString(keyIdentifier(publicKey))),
      extension(OID.authorityKeyIdentifier, sequence(tagged(0, authorityKey, false))),
    ],
  });
}

/** The common name of a certificate's subject; empty if it has none. */
export function commonNameOf({ subject }: X509Certificate): string {
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? "";
}

interface Order {
  readonly subject: string;
  readonly issuer: string;
  readonly validity: ValidityPeriod;
  readonly privateKey: KeyObject;
  readonly signingKey: KeyObject;
  readonly extensions: readonly Uint8Array[];
}

function issue(order: Order): Issued {
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const toBeSigned = sequence(
    tagged(0, positiveInteger(Buffer.from([2])), true),
    positiveInteger(randomBytes(SERIAL_BYTES)),
    algorithm,
    nameOf(order.issuer),
    sequence(time(order.validity.notBefore), time(order.validity.notAfter)),
    nameOf(order.subject),
    createPublicKey(order.privateKey).export({ type: "spki", format: "der" }),
    tagged(3, sequence(...order.extensions), true),
  );
  const signature = bitString(sign("sha256", toBeSigned, order.signingKey));
  return { certificate: new X509Certificate(sequence(toBeSigned, algorithm, signature)), privateKey: order.privateKey };
}

function nameOf(commonName: string): Buffer {
  return sequence(setOf(sequence(oid(OID.commonName), utf8String(commonName))));
}

function extension(id: string, value: Uint8Array): Buffer {
  return sequence(oid(id), octetString(value));
}

function critical(id: string, value: Uint8Array): Buffer {
  return sequence(oid(id), boolean(true), octetString(value));
}

/** SHA-1 as a name, not for security. Source: RFC 5280, section 4.2.1.2, method 1 (here over the whole key structure). */
function keyIdentifier(publicKey: KeyObject): Buffer {
  return createHash("sha1")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest();
}

/** Source: RFC 5280, section 4.2.1.6: dNSName is 2, iPAddress is 7. */
function generalName(host: string): Buffer {
  return isIP(host) === 0 ? tagged(2, Buffer.from(host, "ascii"), false) : tagged(7, addressBytes(host), false);
}

function addressBytes(address: string): Buffer {
  return isIP(address) === 4 ? Buffer.from(address.split(".").map(Number)) : ipv6Bytes(address);
}

/** A URL host is in canonical form: eight groups in hexadecimal, one run of zeros left out. */
function ipv6Bytes(address: string): Buffer {
  const canonical = new URL(`https://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
  return Buffer.from(groups.map((group) => group.padStart(4, "0")).join(""), "hex");
}
